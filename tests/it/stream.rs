//! A reader of server-sent events.

use std::io::{BufRead, BufReader};

use serde_json::Value;
use ureq::http::{HeaderMap, Response};
use ureq::{Body, BodyReader};

/// An open event stream. Dropping it closes its connection.
pub(crate) struct EventStream {
    pub(crate) headers: HeaderMap,
    lines: BufReader<BodyReader<'static>>,
}

impl EventStream {
    pub(crate) fn new(answer: Response<Body>) -> Self {
        let (head, body) = answer.into_parts();
        Self { headers: head.headers, lines: BufReader::new(body.into_with_config().limit(u64::MAX).reader()) }
    }

    /// The next event, with the id it came under; nothing at the end of the stream.
    pub(crate) fn next(&mut self) -> Option<(u64, Value)> {
        let (mut id, mut data) = (None, None);
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).expect("a stream that does not break off") == 0 {
                assert_eq!((id, data), (None, None), "the stream ends within an event");
                return None;
            }
            match line.trim_end_matches('\n').split_once(": ") {
                Some(("id", text)) => id = Some(text.parse().expect("an index")),
                Some(("data", text)) => data = Some(serde_json::from_str(text).expect("an event")),
                Some(("retry" | "", _)) => {}
                None if line == "\n" => match (id.take(), data.take()) {
                    (Some(id), Some(data)) => return Some((id, data)),
                    (None, None) => {}
                    half => panic!("half an event: {half:?}"),
                },
                _ => panic!("a line that is none of an event stream: {line:?}"),
            }
        }
    }

    /// The next events, until there are so many or the stream ends.
    pub(crate) fn take(&mut self, events: usize) -> Vec<(u64, Value)> {
        std::iter::from_fn(|| self.next()).take(events).collect()
    }

    /// Everything up to the end of the stream.
    pub(crate) fn rest(mut self) -> Vec<(u64, Value)> {
        std::iter::from_fn(|| self.next()).collect()
    }
}

//! What a terminal is shown: colours where there is one, and no control characters out of a file.

use std::borrow::Cow;
use std::io::{IsTerminal, stdout};
use std::time::Duration;

/// Paints words, on a terminal that takes colours, unless `NO_COLOR` is set.
#[derive(Debug, Clone, Copy)]
pub struct Paint(bool);

impl Paint {
    /// For standard output, as it is now.
    pub fn for_stdout() -> Self {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self(stdout().is_terminal() && !set("NO_COLOR") && !dumb)
    }

    fn paint(self, code: u8, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// As it should be.
    pub fn good(self, text: &str) -> String {
        self.paint(32, text)
    }

    /// Not as it should be.
    pub fn bad(self, text: &str) -> String {
        self.paint(31, text)
    }

    /// Not proven.
    pub fn open(self, text: &str) -> String {
        self.paint(33, text)
    }

    /// What to read first.
    pub fn strong(self, text: &str) -> String {
        self.paint(1, text)
    }

    /// What need not be read.
    pub fn faint(self, text: &str) -> String {
        self.paint(2, text)
    }
}

/// Text of unknown origin: what would steer the terminal, turn the line around or hide in it is spelt out.
///
/// A server takes no such name, but a file may hold one. Joiners stay: Persian and emoji need them.
pub fn plain(text: &str) -> Cow<'_, str> {
    spelt(text, |c| c.is_control() || is_unseen(c))
}

/// A page of HTML, in which control characters do nothing: what else would turn a line around or hide in it is spelt out.
pub(crate) fn plain_page(html: &str) -> Cow<'_, str> {
    spelt(html, is_unseen)
}

fn spelt(text: &str, is_spelt_out: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_spelt_out) {
        return text.into();
    }
    let spell = |c: char| if is_spelt_out(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(spell).collect::<String>().into()
}

/// Line breaks of Unicode, all of `Bidi_Control`, and the commonest characters without a shape.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// A duration as people read it.
pub fn took(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1000.0;
    match millis {
        ..10.0 => format!("{millis:.1} ms"),
        ..1000.0 => format!("{millis:.0} ms"),
        _ => format!("{:.1} s", millis / 1000.0),
    }
}

/// A number and what it counts.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_cannot_steer_the_terminal() {
        assert_eq!(plain("Ada\x1b[2J\n\u{9b}x"), "Ada\\u{1b}[2J\\n\\u{9b}x");
        assert_eq!(plain("Ada\u{202e}7-1\u{2066}\u{200b}"), "Ada\\u{202e}7-1\\u{2066}\\u{200b}");
        assert!(matches!(plain("می\u{200c}خواهم 👩\u{200d}🚀"), Cow::Borrowed(_)));
        assert!(matches!(plain("Zoë ✓"), Cow::Borrowed("Zoë ✓")));
    }

    #[test]
    fn durations_have_about_three_figures() {
        let shown = [1_234, 12_345, 123_456, 1_234_567].map(|micros| took(Duration::from_micros(micros)));
        assert_eq!(shown, ["1.2 ms", "12 ms", "123 ms", "1.2 s"]);
    }
}

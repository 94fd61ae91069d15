//! What a viewer may be told of an event.

use super::event::Event;
use crate::kernel::Viewer;

/// An event that has everything open, as a viewer may be told it: the one rule by which payloads and salts leave.
///
/// Everyone knows the record, its hash and the words. A payload, with the salt that opens its commitment, is for everyone unless
/// the move is `concealed`; then it is its mover's alone. The salt of the state would open every secret in it: it is told with the
/// full view, which everyone has when the game is over, and so is every payload.
pub fn told(mut event: Event, viewer: Viewer, concealed: bool) -> Event {
    let is_mover = event.record.seat.map(Viewer::Seat) == Some(viewer);
    if viewer == Viewer::Full {
        return event;
    }
    event.state_salt = None;
    if concealed && !is_mover {
        (event.payload, event.payload_salt) = (None, None);
    }
    event
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;
    use uuid::Uuid;

    use super::*;
    use crate::kernel::{Hash, Kind, LogKind, Sealing, Seat, ServerSeed, Timestamp, seal};
    use crate::log::opened;

    fn event(seat: Option<Seat>) -> Event {
        let (seed, at) = (ServerSeed::new([1; 32]), Timestamp::from_millis(0).expect("a time"));
        let (log, kind) = (LogKind::Game, Kind::Move);
        let sealing = Sealing { log, id: Uuid::nil(), at, kind, seat, payload: b"{}", state: Some(b"{}") };
        let (record, hash): (_, Hash) = seal(&seed, None, sealing).expect("a record");
        opened(&seed, record, hash, RawValue::from_string("{}".into()).expect("JSON"), Vec::new())
    }

    /// Whether the payload, its salt and the state's salt are told.
    fn open(viewer: Viewer, concealed: bool) -> [bool; 3] {
        let told = told(event(Some(Seat(1))), viewer, concealed);
        [told.payload.is_some(), told.payload_salt.is_some(), told.state_salt.is_some()]
    }

    #[test]
    fn a_concealed_move_is_told_to_its_mover_alone_until_everything_is_open() {
        let (mover, other) = (Viewer::Seat(Seat(1)), Viewer::Seat(Seat(0)));
        for viewer in [mover, other, Viewer::Spectator] {
            assert_eq!(open(viewer, false), [true, true, false], "{viewer:?}");
        }
        assert_eq!(open(mover, true), [true, true, false]);
        assert_eq!(open(other, true), [false, false, false]);
        assert_eq!(open(Viewer::Spectator, true), [false, false, false]);
        assert_eq!(open(Viewer::Full, true), [true, true, true]);
    }

    #[test]
    fn a_concealed_event_of_no_seat_is_told_to_nobody_before_everything_is_open() {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let told = told(event(None), viewer, true);
            assert!(told.payload.is_none() && told.payload_salt.is_none() && told.state_salt.is_none(), "{viewer:?}");
        }
    }
}

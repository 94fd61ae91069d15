//! Bearer tokens: `pds_…` for a seat, `pdo_…` for an organiser. Only their hashes are kept.

use std::collections::BTreeSet;

use data_encoding::BASE64URL_NOPAD;

use super::error::AppError;
use super::sources::Sources;
use crate::kernel::Hash;

const SEAT: &str = "pds_";
const ORGANISER: &str = "pdo_";

/// Whoever calls, as far as the request says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// No token was sent.
    Anonymous,
    /// A seat's token was sent; its hash.
    Seat(Hash),
    /// An organiser's token was sent; its hash.
    Organiser(Hash),
}

impl Caller {
    /// Reads a bearer token. It is hashed at once; whether it is known is for each call to say.
    ///
    /// # Errors
    /// [`AppError::WrongToken`] for a token that starts like neither kind.
    pub fn from_token(token: &str) -> Result<Self, AppError> {
        let hash = Hash::of(token.as_bytes());
        if token.starts_with(SEAT) {
            Ok(Self::Seat(hash))
        } else if token.starts_with(ORGANISER) {
            Ok(Self::Organiser(hash))
        } else {
            Err(AppError::WrongToken { hint: "a seat's token starts with pds_, an organiser's with pdo_" })
        }
    }
}

/// A new token for a seat.
///
/// # Errors
/// [`AppError::Broken`] when the system has no randomness to give.
pub(super) fn new_seat_token(sources: &Sources) -> Result<String, AppError> {
    Ok(format!("{SEAT}{}", BASE64URL_NOPAD.encode(&sources.secret()?)))
}

/// A new token for an organiser. The server is configured with its hash and never sees it before it is used.
///
/// # Errors
/// [`AppError::Broken`] when the system has no randomness to give.
pub fn new_organiser_token(sources: &Sources) -> Result<String, AppError> {
    Ok(format!("{ORGANISER}{}", BASE64URL_NOPAD.encode(&sources.secret()?)))
}

/// Who may create and adjudicate games.
#[derive(Debug, Clone)]
pub enum Organisers {
    /// Anyone: only for a server that nobody but this machine can reach.
    Anyone,
    /// Whoever has a token with one of these hashes.
    Keys(BTreeSet<Hash>),
}

impl Organisers {
    /// Lets an organiser through. Hashes are compared, not tokens: how long that takes tells nothing of a token.
    ///
    /// # Errors
    /// [`AppError`] for everyone else.
    pub fn admit(&self, caller: &Caller) -> Result<(), AppError> {
        let needs = "an organiser's token (pdo_…)";
        match (self, caller) {
            (_, Caller::Seat(_)) => {
                Err(AppError::Forbidden { hint: "a seat's token plays, an organiser's (pdo_…) organises" })
            }
            (Self::Anyone, _) => Ok(()),
            (Self::Keys(_), Caller::Anonymous) => Err(AppError::NoToken { needs }),
            (Self::Keys(keys), Caller::Organiser(hash)) if keys.contains(hash) => Ok(()),
            (Self::Keys(_), Caller::Organiser(_)) => {
                Err(AppError::WrongToken { hint: "no organiser of this server has it" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_known_organiser_is_admitted_where_keys_are_set() {
        let token = new_organiser_token(&Sources::default()).expect("randomness");
        let organisers = Organisers::Keys(BTreeSet::from([Hash::of(token.as_bytes())]));
        let admit = |token: &str| organisers.admit(&Caller::from_token(token)?);
        assert!(admit(&token).is_ok());
        assert!(matches!(admit("pdo_other"), Err(AppError::WrongToken { .. })));
        assert!(matches!(admit("pds_other"), Err(AppError::Forbidden { .. })));
        assert!(matches!(organisers.admit(&Caller::Anonymous), Err(AppError::NoToken { .. })));
        assert!(matches!(admit("other"), Err(AppError::WrongToken { .. })));
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let [a, b] = [(); 2].map(|()| new_seat_token(&Sources::default()).expect("randomness"));
        assert_ne!(a, b);
        assert_eq!((a.len(), &a[..4]), (47, "pds_"), "32 bytes are 43 characters of base64");
    }
}

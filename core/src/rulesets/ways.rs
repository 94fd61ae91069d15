//! What a refusal says besides why: every way that is open instead.

use crate::kernel::Illegal;

/// The refusal of a move, with the types of the moves that the seat may play instead, each once.
pub(crate) fn naming(illegal: Illegal, open: impl IntoIterator<Item = &'static str>) -> Illegal {
    let mut ways: Vec<&str> = Vec::new();
    for way in open {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    if ways.is_empty() {
        return illegal;
    }
    let detail = format!("{}; open to you now: {}", illegal.detail, ways.join(", "));
    Illegal { detail: detail.into(), ..illegal }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(open: &[&'static str]) -> String {
        naming(Illegal::new("taken", "XX-1", "it is taken"), open.iter().copied()).to_string()
    }

    #[test]
    fn each_way_is_named_once_in_the_order_of_the_moves() {
        assert_eq!(refused(&["take", "take-monkey", "take"]), "it is taken; open to you now: take, take-monkey (XX-1)");
    }

    #[test]
    fn without_a_way_only_the_cause_is_told() {
        assert_eq!(refused(&[]), "it is taken (XX-1)");
    }
}

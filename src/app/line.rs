//! What people type and others will read, made one form at the edge: names, titles, rulings and reasons.
//!
//! What is in a log stays as it was typed then: reducers and audits know no table of Unicode.

use icu_casemap::CaseMapper;
use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use icu_properties::props::{
    BidiControl, CanonicalCombiningClass, DefaultIgnorableCodePoint, Emoji, EmojiModifier, ExtendedPictographic,
    GeneralCategory, GeneralCategoryGroup, IndicSyllabicCategory, JoiningType, RegionalIndicator,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_security::skeleton;

use super::error::AppError;

const ZWNJ: char = '\u{200c}';
const ZWJ: char = '\u{200d}';
const VS16: char = '\u{fe0f}';

/// A line that somebody typed: in NFC (UAX 15), without white space around it, of characters that a reader sees.
///
/// Two lines that look the same need not be equal: [`folded`] and [`skeletons`] compare names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line(String);

impl Line {
    /// Reads a line of at most `max` characters, for the field of a request.
    ///
    /// # Errors
    /// [`AppError::Invalid`] for a line that is too long, that has nothing to see, or that holds a control, a character of
    /// private use, or one that no reader sees. Joiners and the emoji variation selector may stand where UAX 31 (A1, A2, B)
    /// and UTS 51 allow them.
    pub(super) fn read(field: &str, typed: &str, max: usize) -> Result<Self, AppError> {
        let refused = |detail: String| AppError::Invalid { field: field.into(), detail };
        let composed = ComposingNormalizer::new_nfc().normalize(typed.trim()).into_owned();
        let chars: Vec<char> = composed.chars().collect();
        if chars.len() > max {
            return Err(refused(format!("expected at most {max} characters, found {}", chars.len())));
        }
        if let Some((place, what)) = chars.iter().enumerate().find_map(|(at, c)| Some((at, unseen(&chars, at, *c)?))) {
            let code = u32::from(chars[place]);
            return Err(refused(format!(
                "expected characters that a reader sees, found U+{code:04X}, {what}, as number {}",
                place + 1
            )));
        }
        if !chars.iter().any(|c| is_visible(*c)) {
            return Err(refused("expected at least one visible character".into()));
        }
        Ok(Self(composed))
    }

    /// The line.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Line> for String {
    fn from(line: Line) -> Self {
        line.0
    }
}

/// What a name is compared by: two of one form are the same name (Unicode, D145: canonical caseless matching).
pub(super) fn folded(name: &str) -> String {
    let nfd = DecomposingNormalizer::new_nfd();
    let folded = CaseMapper::new().fold_string(&nfd.normalize(name)).into_owned();
    nfd.normalize(&folded).into_owned()
}

/// The skeletons of a name (UTS 39): as it is written, and without regard to case. Names that share one could be taken for
/// each other.
///
/// `m` and `rn` have one skeleton, so this is a reason to look twice and never one to refuse.
pub(super) fn skeletons(name: &str) -> [String; 2] {
    [skeleton(name).collect(), skeleton(&folded(name)).collect()]
}

/// What the character at a place is, where no reader would see it or it would change how others are shown.
fn unseen(chars: &[char], at: usize, c: char) -> Option<&'static str> {
    let (before, after) = (&chars[..at], &chars[at + 1..]);
    let placed = match c {
        ZWNJ => is_between_joining(before, after) || is_in_conjunct(before, after),
        ZWJ => is_in_emoji(before, after) || is_after_virama(before, after),
        VS16 => before.last().is_some_and(|c| takes_variation(*c)),
        _ => false,
    };
    if placed {
        return None;
    }
    match CodePointMapData::<GeneralCategory>::new().get(c) {
        GeneralCategory::Control => return Some("a control character"),
        GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => return Some("a line break"),
        GeneralCategory::PrivateUse => return Some("a character of private use"),
        _ => {}
    }
    if CodePointSetData::new::<BidiControl>().contains(c) {
        return Some("a control of writing direction");
    }
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c).then_some(match c {
        ZWNJ | ZWJ => "a joiner with nothing to join",
        VS16 => "a variation selector without an emoji",
        _ => "a character without a shape",
    })
}

/// A letter, a digit, a sign: what leaves ink by itself. The blank pattern of Braille is a sign without any.
fn is_visible(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let inked = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Number)
        .union(GeneralCategoryGroup::Punctuation)
        .union(GeneralCategoryGroup::Symbol);
    inked.contains(category) && c != '\u{2800}'
}

/// UAX 31, rule A1: between letters that would join, as in Persian.
fn is_between_joining(before: &[char], after: &[char]) -> bool {
    let joining = |c: &char| CodePointMapData::<JoiningType>::new().get(*c);
    let solid = |c: &&char| joining(c) != JoiningType::Transparent;
    let left = before.iter().rev().find(solid).map(joining);
    let right = after.iter().find(solid).map(joining);
    matches!(left, Some(JoiningType::LeftJoining | JoiningType::DualJoining))
        && matches!(right, Some(JoiningType::RightJoining | JoiningType::DualJoining))
}

/// UAX 31, rule A2: after a virama that stands behind a letter, and before a letter, marks between them.
fn is_in_conjunct(before: &[char], after: &[char]) -> bool {
    ends_with_virama(before) && after.iter().find(|c| !is_mark(**c)).is_some_and(|c| is_letter(*c))
}

/// UAX 31, rule B: after a virama that stands behind a letter, and not before a dependent vowel.
fn is_after_virama(before: &[char], after: &[char]) -> bool {
    let syllabic = CodePointMapData::<IndicSyllabicCategory>::new();
    ends_with_virama(before) && after.first().is_none_or(|c| syllabic.get(*c) != IndicSyllabicCategory::VowelDependent)
}

/// A letter, marks, a virama, marks.
fn ends_with_virama(before: &[char]) -> bool {
    let class = CodePointMapData::<CanonicalCombiningClass>::new();
    let marks = before.iter().rev().take_while(|c| is_mark(**c)).count();
    let (stem, marks) = before.split_at(before.len() - marks);
    stem.last().is_some_and(|c| is_letter(*c)) && marks.iter().any(|c| class.get(*c) == CanonicalCombiningClass::Virama)
}

fn is_letter(c: char) -> bool {
    GeneralCategoryGroup::Letter.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

fn is_mark(c: char) -> bool {
    GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

/// UTS 51, ED-16: between pictures, of which the first may have a skin tone or a variation selector.
fn is_in_emoji(before: &[char], after: &[char]) -> bool {
    let picture = CodePointSetData::new::<ExtendedPictographic>();
    let tone = CodePointSetData::new::<EmojiModifier>();
    let left = before.iter().rev().find(|c| **c != VS16 && !tone.contains(**c));
    left.is_some_and(|c| picture.contains(*c)) && after.first().is_some_and(|c| picture.contains(*c))
}

/// UTS 51, ED-9a: an emoji of its own, and no part of one.
fn takes_variation(c: char) -> bool {
    CodePointSetData::new::<Emoji>().contains(c)
        && !CodePointSetData::new::<EmojiModifier>().contains(c)
        && !CodePointSetData::new::<RegionalIndicator>().contains(c)
}

#[cfg(test)]
mod tests;

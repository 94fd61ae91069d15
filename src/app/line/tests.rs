use super::*;

fn read(typed: &str) -> Result<String, String> {
    match Line::read("name", typed, 64) {
        Ok(line) => Ok(line.0),
        Err(AppError::Invalid { detail, .. }) => Err(detail),
        Err(other) => Err(format!("an error of another kind: {other:?}")),
    }
}

/// Names as people have them: each has to be taken, character by character.
const HONEST: [&str; 21] = [
    "Ada",
    "Zoë Ångström",
    "O’Neil-Strauß, Jr.",
    "李雷",
    "김철수",
    "ゆき",
    "Nguyễn Thị Ánh",
    "Αθηνά",
    "Юрий",
    "מרים",
    "محمد",
    // Persian, with the non-joiner between two letters that would join.
    "می\u{200c}خواهم",
    // Sinhala "Sri" and Devanagari "ksha", with a joiner behind a virama.
    "ශ\u{0dca}\u{200d}රී",
    "क\u{094d}\u{200d}ष",
    // Devanagari, with a non-joiner behind a virama: the half form is not made.
    "क\u{094d}\u{200c}ष",
    "สมชาย",
    "👩\u{200d}🚀",
    "🏳\u{fe0f}\u{200d}🌈",
    "👩🏽\u{200d}🤝\u{200d}👩🏿",
    "I ❤\u{fe0f} pandas",
    "Player 1\u{fe0f}\u{20e3}",
];

#[test]
fn names_of_people_are_taken_as_they_are_written() {
    for name in HONEST {
        assert_eq!(read(name), Ok(name.to_owned()));
    }
}

#[test]
fn a_name_is_kept_composed_and_without_white_space_around_it() {
    assert_eq!(read("Zoe\u{308}"), Ok("Zo\u{eb}".into()));
    // ANGSTROM SIGN is the letter: its canonical composition is U+00C5.
    assert_eq!(read("\u{212b}"), Ok("\u{c5}".into()));
    // A ligature is compatible and not equal: NFC leaves it.
    assert_eq!(read("ﬁ"), Ok("ﬁ".into()));
    assert_eq!(read(" \u{a0}Ada\u{3000}"), Ok("Ada".into()));
}

#[test]
fn what_no_reader_sees_is_refused_with_its_place() {
    let refused = [
        ("Ada\u{200b}", "U+200B", 4),
        ("\u{feff}Ada", "U+FEFF", 1),
        ("A\u{ad}da", "U+00AD", 2),
        ("Ada\u{202e}", "U+202E", 4),
        ("\u{2066}Ada", "U+2066", 1),
        ("A\u{200f}da", "U+200F", 2),
        ("\u{61c}Ada", "U+061C", 1),
        ("A\u{e000}", "U+E000", 2),
        ("A\u{10fffd}", "U+10FFFD", 2),
        ("A\tda", "U+0009", 2),
        ("A\nda", "U+000A", 2),
        ("A\u{85}da", "U+0085", 2),
        ("A\u{2028}da", "U+2028", 2),
        ("A\u{2029}da", "U+2029", 2),
        ("A\u{115f}da", "U+115F", 2),
        ("\u{3164}", "U+3164", 1),
        // England's flag has letters that only a machine reads.
        ("🏴\u{e0067}\u{e007f}", "U+E0067", 2),
        ("A\u{fe00}", "U+FE00", 2),
        // Joiners and selectors that join and select nothing.
        ("A\u{200d}da", "U+200D", 2),
        ("A\u{200c}da", "U+200C", 2),
        ("A\u{fe0f}", "U+FE0F", 2),
        ("\u{200d}🚀", "U+200D", 1),
        ("👩\u{200d}", "U+200D", 2),
        ("👩\u{200d}Ada", "U+200D", 2),
        ("🏽\u{fe0f}", "U+FE0F", 2),
        ("م\u{200c}", "U+200C", 2),
        ("\u{94d}\u{200d}ष", "U+200D", 2),
        ("क\u{094d}\u{200d}\u{093f}", "U+200D", 3),
    ];
    for (name, code, place) in refused {
        let detail = read(name).expect_err(code);
        assert!(
            detail.contains(&format!(" {code},")) && detail.ends_with(&format!("number {place}")),
            "{name:?}: {detail}"
        );
    }
}

#[test]
fn a_line_has_something_to_see_and_is_not_too_long() {
    for empty in ["", "  ", "\u{a0}\u{3000}", "\u{301}", "\u{2800}"] {
        assert!(read(empty).is_err(), "{empty:?}");
    }
    assert_eq!(read(&"x".repeat(64)).map(|line| line.len()), Ok(64));
    assert!(read(&"x".repeat(65)).is_err());
    // Counted as it is kept: 64 letters with a mark each are 64 composed ones.
    assert_eq!(read(&"e\u{301}".repeat(64)), Ok("é".repeat(64)));
}

#[test]
fn names_that_differ_in_case_or_composition_alone_are_one() {
    for (one, other) in [
        ("Ada", "ADA"),
        ("Zoë", "ZOE\u{308}"),
        ("Strauß", "STRAUSS"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("ᾳ", "ΑΙ"),
        ("Ｂｏ", "ｂｏ"),
    ] {
        assert_eq!(folded(one), folded(other), "{one} {other}");
    }
    for (one, other) in [("Ada", "Adа"), ("ﬁ", "Fi\u{200c}"), ("Ada", "Ａｄａ"), ("rn", "m")] {
        assert_ne!(folded(one), folded(other), "{one} {other}");
    }
}

#[test]
fn names_that_could_be_taken_for_each_other_look_alike() {
    let look_alike = |one, other| skeletons(one).iter().any(|skeleton| skeletons(other).contains(skeleton));
    // Cyrillic а; rn and m; 0 and O; l and I; full width; in another case; a space that does not break.
    for (one, other) in [
        ("Ada", "Ad\u{430}"),
        ("Barney", "Bamey"),
        ("Ann0", "AnnO"),
        ("Iris", "lris"),
        ("Ada", "Ａｄａ"),
        ("ada", "\u{410}DA"),
        ("Ada B", "Ada\u{a0}B"),
    ] {
        assert!(look_alike(one, other), "{one} {other}");
    }
    for (one, other) in [("Ada", "Bo"), ("Zoe", "Zoë"), ("李雷", "李磊")] {
        assert!(!look_alike(one, other), "{one} {other}");
    }
}

use serde_json::{Value, json};

use super::*;

fn text<T: Serialize>(value: &T) -> String {
    String::from_utf8(canonical(value).expect("canonical")).expect("UTF-8")
}

#[test]
fn every_value_is_written_as_an_independent_implementation_writes_it() {
    let fixture: Value =
        serde_json::from_str(include_str!("../../../../fixtures/kernel/canonical.json")).expect("the fixture is JSON");
    let cases = fixture["cases"].as_array().expect("cases");
    assert!(cases.len() >= 20, "the fixture holds {} cases", cases.len());
    for case in cases {
        let parsed: Value = serde_json::from_str(case["input"].as_str().expect("an input")).expect("JSON");
        assert_eq!(text(&parsed), case["canonical"].as_str().expect("a form"), "{}", case["name"]);
    }
}

#[test]
fn members_are_sorted_however_the_type_declares_them() {
    #[derive(Serialize)]
    enum Shape {
        Struct { z: u8, a: Vec<Shape> },
        Tuple(u8, i8),
        New(Option<u8>),
        Unit,
    }
    let value = Shape::Struct { z: 1, a: vec![Shape::Tuple(2, -3), Shape::New(None), Shape::Unit] };
    assert_eq!(text(&value), r#"{"Struct":{"a":[{"Tuple":[2,-3]},{"New":null},"Unit"],"z":1}}"#);
}

/// What `serde_json` writes of each, spelt out: a value that passed through the wrong arm would be missing from a hash.
#[test]
fn every_type_of_a_value_has_its_form() {
    #[derive(Serialize)]
    struct Wrapped<T>(T);
    #[derive(Serialize)]
    struct Pair(bool, bool);
    #[derive(Serialize)]
    struct Nothing;
    struct Bytes;
    impl Serialize for Bytes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&[0, 255])
        }
    }
    assert_eq!(text(&(i8::MIN, i16::MIN, i32::MIN, -4_i64, -5_i128)), "[-128,-32768,-2147483648,-4,-5]");
    assert_eq!(text(&(u8::MAX, u16::MAX, u32::MAX, 4_u64, 5_u128)), "[255,65535,4294967295,4,5]");
    assert_eq!(text(&(10, 100, 1_234_567_890_123_456_u64)), "[10,100,1234567890123456]");
    assert_eq!(text(&('"', 'é', "\u{1}\u{1f}\u{20}")), r#"["\"","é","\u0001\u001f "]"#);
    assert_eq!(
        text(&(Wrapped(1), Wrapped("a"), Pair(true, false), Nothing, Bytes, ())),
        r#"[1,"a",[true,false],null,[0,255],null]"#
    );
    assert!(canonical(&1.0_f32).is_err());
}

#[test]
fn a_key_that_is_a_number_becomes_text_and_one_that_is_neither_is_refused() {
    use std::collections::BTreeMap;
    assert_eq!(text(&BTreeMap::from([(2, 'a'), (10, 'b')])), r#"{"10":"b","2":"a"}"#);
    assert!(canonical(&BTreeMap::from([([1, 2], 'a')])).is_err());
}

#[test]
fn names_are_ordered_by_utf16_units_not_by_bytes() {
    // U+FB33 is one unit 0xFB33; U+1F600 is the pair 0xD83D 0xDE00, which sorts before it (RFC 8785, 3.2.3).
    let value = json!({"\u{fb33}": 1, "\u{1f600}": 2, "1": 3});
    assert_eq!(text(&value), "{\"1\":3,\"\u{1f600}\":2,\"\u{fb33}\":1}");
}

#[test]
fn names_that_part_with_an_ascii_character_are_ordered_by_it_whatever_follows() {
    let value = json!({"a\u{1f600}": 1, "a~": 2, "a": 3, "ab\u{fb33}": 4, "\u{fb33}": 5, "a\u{e9}": 6});
    assert_eq!(text(&value), "{\"a\":3,\"ab\u{fb33}\":4,\"a~\":2,\"a\u{e9}\":6,\"a\u{1f600}\":1,\"\u{fb33}\":5}");
}

#[test]
fn names_that_are_escaped_are_ordered_by_what_they_say_and_not_by_how_it_is_written() {
    // A quote (0x22) stands before a digit, and is written with a backslash (0x5C), which stands behind the capitals.
    let value = json!({"Z": 1, "\"": 2, "1": 3, "\n": 4, "\\": 5, "\\\"": 6, "a": 7, "\nab": 8});
    assert_eq!(text(&value), r#"{"\n":4,"\nab":8,"\"":2,"1":3,"Z":1,"\\":5,"\\\"":6,"a":7}"#);
    assert_eq!(text(&json!([{"\n": 1, "A": 2}])), r#"[{"\n":1,"A":2}]"#);
    // Written, the first begins with two backslashes, which stand before the y of the second.
    assert_eq!(text(&Members(&[("\\z", 1), ("\\y", 2)])), r#"{"\\y":2,"\\z":1}"#);
}

/// An object whose members come in this order.
struct Members(&'static [(&'static str, u8)]);

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

#[test]
fn two_members_with_one_name_that_is_escaped_are_refused() {
    assert!(canonical(&Members(&[("\n", 1), ("\n", 2)])).is_err());
}

#[test]
fn what_needs_escaping_is_found_wherever_it_stands_in_a_text_of_any_length() {
    for length in 0..40 {
        for at in 0..length {
            for special in (0..0x20).chain([b'"', b'\\']) {
                // Of these, one has its lowest bit set.
                for around in [b'~', b'a'] {
                    let mut plain = vec![around; length];
                    plain[at] = special;
                    let plain = String::from_utf8(plain).expect("ASCII");
                    // serde_json escapes what RFC 8785 does, in the same way.
                    assert_eq!(text(&plain), serde_json::to_string(&plain).expect("JSON"));
                }
            }
        }
        for harmless in [" ", "!", "#", "[", "]", "\u{7f}", "\u{80}", "\u{a2}", "\u{dc}", "\u{2028}", "\u{1f600}"] {
            let plain = format!("{}{harmless}~", "\u{e9}".repeat(length));
            assert_eq!(text(&plain), format!("\"{plain}\""));
        }
    }
}

#[test]
fn what_would_be_rounded_is_refused() {
    assert_eq!(text(&9_007_199_254_740_991_u64), "9007199254740991");
    assert_eq!(text(&-9_007_199_254_740_991_i64), "-9007199254740991");
    for refused in [json!(9_007_199_254_740_992_u64), json!(-9_007_199_254_740_992_i64), json!(u64::MAX), json!(0.5)] {
        assert!(canonical(&refused).is_err(), "{refused}");
    }
    assert!(canonical(&u128::MAX).is_err());
}

#[test]
fn two_members_with_one_name_are_refused() {
    let twins = Members(&[("a", 1), ("b", 2), ("a", 3)]);
    assert!(canonical(&twins).unwrap_err().to_string().contains("two members \"a\""));
}

proptest::proptest! {
    #[test]
    fn the_canonical_form_parses_back_to_the_same_value(value in any_json()) {
        let form = canonical(&value).expect("canonical");
        proptest::prop_assert_eq!(serde_json::from_slice::<Value>(&form).expect("JSON"), value);
    }
}

fn any_json() -> impl proptest::strategy::Strategy<Value = Value> {
    use proptest::prelude::*;
    let limit = (1_i64 << 53) - 1;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-limit..=limit).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6).prop_map(Value::from_iter),
        ]
    })
}

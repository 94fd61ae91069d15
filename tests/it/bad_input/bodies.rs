//! Bodies that are no JSON, or not the JSON that is asked for.

use super::Bench;

const GAME: &str =
    r#"{"ruleset":"red-panda","options":{},"seats":[{"name":"Ada"},{"name":"Bo"}],"seed":null,"entropy":"none"}"#;
const MOVE: &str = r#"{"ruleset":"red-panda","move":{"type":"kata"}}"#;

/// Every call with a body, with one that it takes.
fn calls(bench: &Bench) -> [(Option<usize>, String, &'static str); 4] {
    [
        (None, "/v1/games".into(), GAME),
        (Some(0), bench.game.path("/moves"), MOVE),
        (
            Some(0),
            bench.game.path("/entropy"),
            r#"{"entropy":"0000000000000000000000000000000000000000000000000000000000000000"}"#,
        ),
        (
            None,
            bench.game.path("/adjudication"),
            r#"{"outcome":{"ranking":[[0],[1],[2]],"scores":[1,0,0]},"reason":"time"}"#,
        ),
    ]
}

#[test]
fn a_body_that_is_no_json_is_refused_by_every_call() {
    let bench = Bench::new();
    for (seat, path, good) in calls(&bench) {
        let half = &good[..good.len() / 2];
        let trailing = format!("{good} x");
        let twice = format!("{good}{good}");
        let comma = good.replacen('}', ",}", 1);
        let single = good.replace('"', "'");
        for body in ["", " ", "{", "nul", half, &trailing, &twice, &comma, &single, "\u{feff}{}", "// {}\n{}"] {
            bench.post(seat, &path, body).refused(400, "malformed-json");
        }
        let escape = good.replacen(":\"", ":\"\\ud800", 1);
        bench.post(seat, &path, escape).refused(400, "malformed-json");
        let raw = good.replacen(":\"", ":\"\u{1}", 1);
        bench.post(seat, &path, raw).refused(400, "malformed-json");
    }
    bench.assert_untouched();
}

#[test]
fn a_body_that_is_no_utf8_is_refused_by_every_call() {
    let bench = Bench::new();
    for (seat, path, good) in calls(&bench) {
        let at = good.find(":\"").expect("a text") + 2;
        for bad in [&[0xff][..], &[0xc3], &[0xed, 0xa0, 0x80], &[0xc0, 0xaf]] {
            let body = [&good.as_bytes()[..at], bad, &good.as_bytes()[at..]].concat();
            bench.post(seat, &path, body).refused(400, "malformed-json");
        }
        let wide: Vec<u8> = good.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bench.post(seat, &path, wide).refused(400, "malformed-json");
    }
    bench.assert_untouched();
}

#[test]
fn brackets_nested_too_deep_are_refused_by_every_call() {
    let bench = Bench::new();
    // The first type that cannot be is refused before the nesting is, where there is one: a tag of a ruleset is a text.
    let codes = [(422, "invalid-body"), (400, "malformed-json"), (422, "invalid-body"), (422, "invalid-body")];
    for ((seat, path, good), (status, code)) in calls(&bench).into_iter().zip(codes) {
        let at = good.find(':').expect("a value") + 1;
        let (open, close) = ("[".repeat(20_000), "]".repeat(20_000));
        bench.post(seat, &path, format!("{}{open}{close}}}", &good[..at])).refused(status, code);
        bench.post(seat, &path, "[".repeat(100_000)).refused(413, "body-too-large");
    }
    let deep = format!("{{\"move\":{}", "[".repeat(30_000));
    bench.post(Some(0), &bench.game.path("/moves"), deep).refused(400, "malformed-json");
    bench.assert_untouched();
}

#[test]
fn a_body_of_ten_mebibytes_is_refused_by_every_call() {
    let bench = Bench::new();
    let mut calls: Vec<_> = calls(&bench).into_iter().map(|(seat, path, _)| (seat, path)).collect();
    calls.push((None, "/v1/audit".into()));
    for (seat, path) in calls {
        bench.post(seat, &path, " ".repeat(10 * 1024 * 1024)).refused(413, "body-too-large");
    }
    bench.assert_untouched();
}

#[test]
fn a_body_may_have_64_kib_and_no_more() {
    let bench = Bench::new();
    let room = 64 * 1024 - GAME.len();
    bench.post(None, "/v1/games", format!("{GAME}{}", " ".repeat(room + 1))).refused(413, "body-too-large");
    bench.assert_untouched();
    bench.post(None, "/v1/games", format!("{GAME}{}", " ".repeat(room))).expect(201);
}

/// Puts something else in one place of a body.
fn replaced(body: &str, right: &str, wrong: &str) -> String {
    assert_eq!(body.matches(right).count(), 1, "{right} is in {body} once");
    body.replace(right, wrong)
}

#[test]
fn a_game_with_a_wrong_unknown_missing_or_doubled_field_is_refused_with_its_place() {
    let bench = Bench::new();
    for (right, wrong, place) in [
        (r#""ruleset":"red-panda""#, r#""ruleset":"chess""#, "ruleset"),
        (r#""ruleset":"red-panda""#, r#""ruleset":1"#, "ruleset"),
        (r#""ruleset":"red-panda""#, r#""ruleset":null"#, "ruleset"),
        (r#""ruleset":"red-panda""#, r#""ruleset":"Red-Panda""#, "ruleset"),
        (r#""options":{}"#, r#""options":[1]"#, "options[0]"),
        (r#""options":{}"#, r#""options":[]"#, "options"),
        (r#""options":{}"#, r#""options":{"series":[2]}"#, "options.series"),
        (r#""options":{}"#, r#""options":"none""#, "options"),
        (r#""options":{}"#, r#""options":{"colour":"red"}"#, "options.colour"),
        (r#""options":{}"#, r#""options":{"starter":"seat1"}"#, "options.starter"),
        (r#""options":{}"#, r#""options":{"starter":"drawn","starter":"seat0"}"#, "options"),
        (r#""options":{}"#, r#""options":{"mimicry_mandatory":1}"#, "options.mimicry_mandatory"),
        (r#""options":{}"#, r#""options":{"series":{"wins":256}}"#, "options.series.wins"),
        (r#""options":{}"#, r#""options":{"series":{"wins":2.0}}"#, "options.series.wins"),
        (r#""options":{}"#, r#""options":{"series":{"wins":-1}}"#, "options.series.wins"),
        (r#""options":{}"#, r#""options":{"copies":{"speed":"8"}}"#, "options.copies.speed"),
        (r#""options":{}"#, r#""options":{"double_pairs":[["speed"]]}"#, "options.double_pairs[0]"),
        (r#""seed":null"#, r#""seed":"00""#, "seed"),
        (r#""seed":null"#, r#""seed":0"#, "seed"),
        (r#""entropy":"none""#, r#""entropy":"some""#, "entropy"),
        (r#""entropy":"none""#, r#""entropy":null"#, "entropy"),
        (r#""entropy":"none""#, r#""tournament":"spring""#, "tournament"),
        (r#"{"name":"Ada"}"#, r#"{"name":1}"#, "seats[0].name"),
        (r#"{"name":"Ada"}"#, r#"{"name":null}"#, "seats[0].name"),
        (r#"{"name":"Ada"}"#, r#"{"name":"Ada","token":"pds_x"}"#, "seats[0].token"),
        (r#"{"name":"Ada"}"#, r#""Ada""#, "seats[0]"),
        (r#"{"name":"Ada"}"#, r#"["Ada"]"#, "seats[0]"),
        (GAME, r#"["red-panda",{},[{"name":"Ada"},{"name":"Bo"}],null,"none"]"#, "."),
        (r#"[{"name":"Ada"},{"name":"Bo"}]"#, r#"{"0":"Ada"}"#, "seats"),
        (r#"[{"name":"Ada"},{"name":"Bo"}]"#, "2", "seats"),
    ] {
        let problem = bench.post(None, "/v1/games", replaced(GAME, right, wrong)).refused(422, "invalid-body");
        assert_eq!(problem["at"], place, "{wrong}");
    }
    for (right, missing) in
        [(r#""ruleset":"red-panda","#, "ruleset"), (r#","seats":[{"name":"Ada"},{"name":"Bo"}]"#, "seats")]
    {
        let problem = bench.post(None, "/v1/games", replaced(GAME, right, "")).refused(422, "invalid-body");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(missing)), "{problem}");
    }
    let doubled = replaced(GAME, r#""seed":null"#, r#""seed":null,"seed":null"#);
    bench.post(None, "/v1/games", doubled).refused(422, "invalid-body");
    for body in ["null", "1", "\"game\"", "true"] {
        bench.post(None, "/v1/games", body).refused(422, "invalid-body");
    }
    bench.assert_untouched();
}

#[test]
fn options_that_make_no_game_are_refused_by_the_ruleset() {
    let bench = Bench::new();
    for (options, reason, rule) in [
        (r#"{"series":{"wins":0}}"#, "series-wins-out-of-range", "RP-36"),
        (r#"{"series":{"wins":10}}"#, "series-wins-out-of-range", "RP-36"),
        (r#"{"copies":{"speed":7}}"#, "copies-not-the-rulebooks", "RP-2"),
        (r#"{"copies":{"speed":255}}"#, "copies-not-the-rulebooks", "RP-2"),
        (r#"{"double_pairs":[]}"#, "double-pairs-miscounted", "RP-3"),
    ] {
        let body = replaced(GAME, r#""options":{}"#, &format!(r#""options":{options}"#));
        let problem = bench.post(None, "/v1/games", body).refused(422, "illegal-options");
        assert_eq!(
            (&problem["reason"], &problem["rule"], &problem["at"]),
            (&reason.into(), &rule.into(), &"options".into())
        );
    }
    bench.assert_untouched();
}

#[test]
fn too_few_and_too_many_seats_are_refused() {
    let bench = Bench::new();
    for count in [0, 1, 7, 64, 255, 256, 258, 1000] {
        let seats = vec![r#"{"name":"A"}"#; count].join(",");
        let body = replaced(GAME, r#"{"name":"Ada"},{"name":"Bo"}"#, &seats);
        assert_eq!(bench.post(None, "/v1/games", body).refused(422, "invalid-seats")["at"], "seats", "{count}");
    }
    bench.assert_untouched();
}

#[test]
fn a_move_with_a_wrong_unknown_missing_or_doubled_field_is_refused() {
    let bench = Bench::new();
    for body in [
        "null",
        "{}",
        r#"{"ruleset":"red-panda"}"#,
        r#"{"move":{"type":"kata"}}"#,
        r#"{"ruleset":"chess","move":{"type":"kata"}}"#,
        r#"{"ruleset":"takenoko","move":{"type":"kata"}}"#,
        r#"{"ruleset":1,"move":{"type":"kata"}}"#,
        r#"{"ruleset":"red-panda","move":"kata"}"#,
        r#"{"ruleset":"red-panda","move":null}"#,
        r#"{"ruleset":"red-panda","move":["kata"]}"#,
        r#"["red-panda",{"type":"kata"}]"#,
        r#"{"ruleset":"red-panda","move":{}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"fly"}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"Kata"}}"#,
        r#"{"ruleset":"red-panda","move":{"type":1}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"kata","card":"SPD-01"}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"kata","type":"pass"}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"meditate"}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"meditate","card":"SPD-99"}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"meditate","card":"spd-01"}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"meditate","card":1}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"meditate","card":""}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"lay","side":"double"}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"give","seat":256}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"give","seat":-1}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"give","seat":1.0}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"give","seat":"1"}}"#,
        r#"{"ruleset":"red-panda","move":{"type":"kata"},"seat":1}"#,
        r#"{"ruleset":"red-panda","move":{"type":"kata"},"move":{"type":"kata"}}"#,
    ] {
        bench.post(Some(0), &bench.game.path("/moves"), body).refused(422, "invalid-body");
    }
    bench.assert_untouched();
}

"""What each object of docs/format.md is made of, to the field: for verifier.py, and from that page alone as well."""
import datetime, re

from verify_chain import check


# A shape is an object of shapes, a list [shape] of any length, words with what they hold of, or else the value itself.
def shape(what, value, form):
    if isinstance(form, dict):
        check(f"the members of {what}", sorted(form), sorted(value) if isinstance(value, dict) else value)
        for name in form:
            shape(f"{what}: {name}", value[name], form[name])
    elif isinstance(form, list) and form:
        if not isinstance(value, list):
            raise ValueError(f"{what}: a list expected, {value!r} found")
        for number, one in enumerate(value):
            shape(f"{what}: {number}", one, form[0])
    elif isinstance(form, tuple):
        if not form[1](value):
            raise ValueError(f"{what}: {form[0]} expected, {value!r} found")
    else:
        check(what, form, value)


def fits(value, form):
    try:
        return shape("", value, form) is None
    except ValueError:
        return False


def whole(least, most=2**53 - 1):
    return f"a whole number from {least} to {most}", lambda value: type(value) is int and least <= value <= most


def spelled(words, pattern):
    return words, lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def either(words, *forms):
    return words, lambda value: any(fits(value, form) for form in forms)


def up_to(most, form, least=0):
    return f"a list of {least} to {most}", lambda value: fits(value, [form]) and least <= len(value) <= most


def is_moment(value):
    if not fits(value, spelled("", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z")):
        return False
    try:
        year, *rest = map(int, re.split("[-T:.]", value[:-5]))
        # The calendar is the same again after 400 years, and Python's begins with the year 1.
        return datetime.datetime(year % 400 + 400, *rest) is not None
    except ValueError:
        return False


ANY = "anything", lambda value: True
TEXT = "a text", lambda value: isinstance(value, str)
OBJECT = "an object", lambda value: isinstance(value, dict)
COUNT, NUMBER, ROUND = whole(0), whole(1 - 2**53), whole(1, 512)
HASH = spelled("64 lower-case hex digits", "[0-9a-f]{64}")
ID = spelled("a UUID in lower case", "[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}")
MOMENT = "a moment like 2026-11-30T05:00:00.000Z", is_moment

# What stands in both kinds of logs.
RULESET = {"name": TEXT, "version": whole(1)}
POLICY = either("none or required", "none", "required")
HEAD = {"hash": HASH, "index": COUNT}
VALUES = "numbers by name", lambda value: isinstance(value, dict) and fits([*value.values()], [NUMBER])
REASON = {"type": TEXT, "values": VALUES}
OUTCOME = {"forfeited": [], "ranking": [[COUNT]], "reason": REASON, "scores": [whole(-(2**31), 2**31 - 1)]}
ADJUDICATED, CORRECTED = ({**OUTCOME, "reason": {"type": name, "values": {}}} for name in ("adjudicated", "corrected"))
TOLD = {"commitment": HASH, "salt": HASH, "text": TEXT}


def outcome(what, found, seats):
    shape(what, found, OUTCOME)
    places = found["ranking"]
    check(f"{what}: the seats in the ranking", list(range(seats)), sorted(sum(places, [])))
    check(f"{what}: the places in the ranking", [sorted(place) for place in places if place], places)
    check(f"{what}: the number of scores", seats, len(found["scores"]))


# The hashes of a record are held to their form by the level `chain`, the salts by the levels that open with them.
def event(log, kind, payload, seat=None):
    hashed = {"index": ANY, "payload": ANY, "prev": ANY, "state": None if log == "tournament" else ANY}
    record = {**hashed, "at": MOMENT, "id": ID, "kind": kind, "log": log, "seat": seat, "v": 1}
    opened = {"hash": ANY, "payload": payload, "payload_salt": ANY, "record": record, "texts": [TOLD]}
    return opened if log == "tournament" else {**opened, "state_salt": ANY}


GAME = {
    "clock": None,
    "entropy": POLICY,
    "options": OBJECT,
    "replaces": None,
    "ruleset": RULESET,
    "seats": up_to(256, {"bot": either("null or random", None, "random"), "name": HASH}, least=1),
    "seed_commitment": HASH,
    "seed_origin": either("server or supplied", "server", "supplied"),
    "tournament": either("null or an id", None, ID),
}


def kinds_of_a_game(created):
    shape("the payload of event 0", created, GAME)
    seat, ruleset = whole(0, len(created["seats"]) - 1), created["ruleset"]
    tag = f"{ruleset['name']}@{ruleset['version']}"
    move = {"move": ANY, "ruleset": tag, "seen": None, "signature": None}
    return {
        "created": event("game", "created", GAME),
        "entropy": event("game", "entropy", {"entropy": HASH}, seat),
        "move": event("game", "move", either("null or a move", None, move), seat),
        "adjudicated": event("game", "adjudicated", {"by": "organiser", "outcome": ADJUDICATED, "text": HASH}),
    }


PLAYER = whole(0, 255)
MAYBE_ROUND = either("null or a number of rounds", None, ROUND)
FORMATS = [
    {"type": "open"},
    {"type": "first-to", "wins": whole(1, 100)},
    {"type": "round-robin", "group_size": whole(2, 6), "rounds": MAYBE_ROUND},
    {"type": "swiss", "rounds": ROUND},
]
BREAK = either("a tie-break", "direct-meeting", "score-sum", "wins", "buchholz")
TOURNAMENT = {
    "clock": None,
    "cut": None,
    "entropy": POLICY,
    "format": either("a format of tournaments", *FORMATS),
    "lots_commitment": None,
    "name": HASH,
    "points": either("null or at most 6 numbers up to 1,000,000", None, up_to(6, whole(0, 1_000_000))),
    "repeats": "never",
    "rules": whole(1),
    "rulesets": up_to(16, {"options": OBJECT, "ruleset": RULESET}, least=1),
    "tie_breaks": up_to(4, BREAK),
}


def kinds_of_a_tournament(created):
    # Another version of the rules may have other formats and tie-breaks, which are not judged here.
    other = {} if created.get("rules") == 1 else {"format": OBJECT, "tie_breaks": up_to(4, TEXT)}
    tie_break = TEXT if other else BREAK
    shape("the payload of event 0", created, TOURNAMENT | other)
    won = {"by": either("points or a tie-break", "points", tie_break), "next": NUMBER, "value": NUMBER}
    row = {
        **dict.fromkeys(("byes", "games", "wins"), COUNT),
        "player": PLAYER,
        "points": COUNT,
        "rank": whole(1),
        "reason": either("the reason of a rank", won, {"by": "level", "others": whole(1, 255)}, {"by": "last"}),
        "tie_breaks": [{"tie_break": tie_break, "value": either("null or a number", None, NUMBER)}],
    }
    attached = {"created": HASH, "game": ID, "players": [PLAYER], "round": MAYBE_ROUND}
    pairs = {"byes": [PLAYER], "tables": [[PLAYER]], "by_hand": [], "repeated": []}
    correction = either("null or a correction", None, {"game": ID, "outcome": CORRECTED})
    payloads = {
        "created": TOURNAMENT | other,
        "player-registered": {"bot": None, "name": HASH, "player": PLAYER},
        "player-withdrawn": {"player": PLAYER},
        "round-paired": {**pairs, "round": ROUND},
        "game-attached": {**attached, "ruleset": whole(0, len(created["rulesets"]) - 1)},
        "game-concluded": {"game": ID, "head": HEAD, "outcome": OUTCOME},
        "ruling": {"correction": correction, "text": HASH},
        "sealed": {"lots_seed": None, "reason": either("null or a commitment", None, HASH), "standings": [row]},
    }
    return {kind: event("tournament", kind, payload) for kind, payload in payloads.items()}

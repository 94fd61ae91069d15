#!/usr/bin/env python3
"""Checks a bundle of a game or of a tournament, and what was kept of it, without Pandect:

  python3 verifier.py BUNDLE [--key KEY] [--receipts DIR] [--checkpoint FILE]… [--proof FILE]…
                             [--states FILE] [--box FILE] [--replay FILE]

Written from docs/format.md alone, with nothing but Python's standard library. The short page beside it,
verify_chain.py, checks the chain, the commitments and the seed, and has the primitives. Each level here is a line:

  format       the fields are there, and no others, and have their form; the kinds of events are those of this draft
  chain        every record has its hash and the one before it, and none is older than that
  commitments  every payload opens to what was committed, and every text to what its payload commits to
  seed         the seed is the one committed to, and every salt is the seed's
  entropy      every seat gave its bytes before the deal, where the game requires that
  signature    the bundle's own receipt, by KEY or else by the key that the bundle names
  outcome      where an organiser ended the game: it is the ruling in the log; else only the rules can say
  states       what `pandect replay BUNDLE --states` prints: every line is the state committed to
  deal         the cards in the first of these states lie as the seed and the entropy shuffle them; the order before the
               shuffle is that of --box, which is what GET /v1/rulesets/{name} answers
  draws        so is everything that is drawn later, and every card comes from the end of its pile that it has to
  dice         what GET /v1/games/{id}/replay tells of dice is the seed's
  receipts     every receipt in DIR is signed, and the log has what it says
  checkpoint   every --checkpoint, and every one in a --proof, is signed
  inclusion    the log is in the signed tree, and ends where that says
  consistency  every checkpoint is the beginning of the newest one
  games        of a tournament: every game has the levels that need no other file, is the one that was attached, has the
               players who were registered, and ended as the log says
  standings    those of the header were sealed; else only the rules can say

It does not know the rules: not which moves are legal, not who won, not who stands where. `pandect verify` does.
A level without its files is passed over, and said so. So is one that needs a draft, a ruleset or a version which is not
known here. Exit status: 0 verified, 1 something is wrong, not known, or the game still runs, 2 unreadable.
"""
import argparse, hashlib, json, pathlib, re, struct, sys, uuid

from verifier_chance import DEALS, entropies
from verifier_draws import level_deal, level_dice, level_draws
from verifier_note import Key, grown, included, label_of
from verifier_shape import ANY, COUNT, HASH, TEXT, kinds_of_a_game, kinds_of_a_tournament, outcome, shape
from verify_chain import LABEL, canonical, check, check_texts, erased, not_known, read, salt, sha256, unhex


def text_of(path):
    return pathlib.Path(path).read_bytes().decode()  # as it is: every line end of a note is signed


def load(path):
    return read(text_of(path))


# What is known here: where it is not, nothing is said of it.
VERSION = 1  # of every ruleset whose draws are known here
RULES = 1
PROOFS = {"inclusion": "pandect-inclusion", "consistency": "pandect-consistency"}
RECEIPT = "pandect-receipt"


def skipped(log, given):
    """The levels that need what is not known here, each with what that is."""
    first, found = log["events"][0]["payload"], {}
    if "games" in log:
        if first["rules"] != RULES:
            said = f"version {first['rules']} of the rules of tournaments is not known here; this program knows {RULES}"
            found["standings"] = said
        labels = [not_known(game.get("format"), "pandect-replay") for game in log["games"] if isinstance(game, dict)]
        found |= {"games": label for label in labels if label}
    else:
        name, version = first["ruleset"]["name"], first["ruleset"]["version"]
        if name not in DEALS or version != VERSION:
            said = f"{name} version {version} is not known here; this program knows {VERSION}"
            if name not in DEALS:
                said = f"the ruleset {json.dumps(name)} is not known here; this program knows {', '.join(DEALS)}"
            found |= dict.fromkeys(("outcome", "states", "deal", "draws", "dice"), said)
    labelled = [(level, family, proof["format"]) for level, family in PROOFS.items() for _, proof in given.proof]
    labelled += [("signature", RECEIPT, label_of(log["receipt"]))]
    labelled += [("receipts", RECEIPT, label_of(text)) for _, text in receipts(given)]
    told = ((level, not_known(label, family)) for level, family, label in labelled)
    return found | {level: said for level, said in told if said}


def receipts(given):
    paths = sorted(pathlib.Path(given.receipts).iterdir()) if given.receipts else []
    return [(path.name, text_of(path)) for path in paths]


# The levels. Each takes the log (a game's bundle, or a tournament's brought into its form) and what was given, and says
# what it has shown; it raises ValueError where that is not so, and returns None where nothing was given to show.
def level_format(log, given):
    tournament, signed = "games" in log, {"receipt": TEXT, "public_key": TEXT}
    check("there is an event", True, len(log["events"]) > 0)
    first = log["events"][0]["payload"]
    kinds = kinds_of_a_tournament(first) if tournament else kinds_of_a_game(first)
    if tournament:
        counted = {"events": len(log["events"]), "games": len(log["games"])}
        standings = {"standings": kinds["sealed"]["payload"]["standings"]}
        shape("the header", log["header"], {"format": f"pandect-tournament/{LABEL}"} | signed | counted | standings)
    else:
        told = dict.fromkeys(("events", "outcome", "server_seed"), ANY)
        shape("the bundle", log, {"format": f"pandect-replay/{LABEL}"} | signed | told)
    ended = False
    for index, event in enumerate(log["events"]):
        kind = event["record"]["kind"]
        check(f"event {index}: {kind!r} is a kind of this draft", True, kind in kinds)
        check(f"event {index}: it creates the log", index == 0, kind == "created")
        check(f"event {index}: the log had ended", False, ended)
        shape(f"event {index}", event, kinds[kind])
        check(f"event {index}: there is no payload", event["payload"] is None, event["payload_salt"] is None)
        ended = kind in ("adjudicated", "sealed")
        if kind == "adjudicated":
            outcome(f"event {index}: the outcome", event["payload"]["outcome"], len(first["seats"]))
    if tournament:
        numbered(log)
    return f"{log['format']}, {len(log['events'])} events" + (f", {len(log['games'])} games" if tournament else "")


def numbered(log):
    """Players are named by their numbers once they have them, and standings are in their order."""
    names = []
    for index, event in enumerate(log["events"]):
        payload = event["payload"]
        if event["record"]["kind"] == "player-registered":
            check(f"event {index}: the player", len(names), payload["player"])
            check(f"event {index}: another player has this name", False, payload["name"] in names)
            names.append(payload["name"])
        tables = [payload.get("byes", []), payload.get("players", []), *payload.get("tables", [])]
        named = sum(tables, [payload["player"]] if "player" in payload else [])
        check(f"event {index}: players who are not registered", [], [one for one in named if one >= len(names)])
        check(f"event {index}: the players, each once", len(set(named)), len(named))
    for rows in [log["header"]["standings"], log["events"][-1]["payload"].get("standings", [])]:
        places = [[row["rank"], row["player"]] for row in rows]
        check("the order of the standings", sorted(places), places)
        players = sorted(row["player"] for row in rows)
        check("the players in the standings", [player for player in range(len(names)) if player in players], players)


def level_chain(log, given):
    head, before = "0" * 64, ""
    for index, event in enumerate(log["events"]):
        record = event["record"]
        check(f"event {index}: index", index, record["index"])
        check(f"event {index}: id", log["events"][0]["record"]["id"], record["id"])
        check(f"event {index}: prev", head, record["prev"])
        head = sha256("pandect/record/v1", canonical(record))
        check(f"event {index}: hash", head, event["hash"])
        unhex(record["payload"]), record["state"] is None or unhex(record["state"])
        check(f"event {index}: it is older than the one before", False, record["at"] < before)
        before = record["at"]
    return f"head {head}"


def level_commitments(log, given):
    opened = missing = 0
    for index, event in enumerate(log["events"]):
        missing += check_texts(f"event {index}", event["payload"], event["texts"])
        if log["server_seed"] is None and event["payload"] is None:
            continue  # concealed while the game runs
        payload = sha256("pandect/payload/v1", unhex(event["payload_salt"]), canonical(event["payload"]))
        check(f"event {index}: payload commitment", event["record"]["payload"], payload)
        opened += 1
    return f"{opened} of {len(log['events'])} payloads open{erased(missing)}"


def level_seed(log, given):
    if log["server_seed"] is None:
        check("the salts of states, while the game runs", [], [e["hash"] for e in log["events"] if e["state_salt"]])
        return None
    seed = unhex(log["server_seed"])
    if "games" not in log:
        check("the seed commitment", log["events"][0]["payload"]["seed_commitment"], sha256("pandect/seed/v1", seed))
    for index, event in enumerate(log["events"]):
        check(f"event {index}: payload salt", salt(seed, "payload", index), event["payload_salt"])
        state = None if event["record"]["state"] is None else salt(seed, "state", index)
        check(f"event {index}: state salt", state, event.get("state_salt"))
    return "every salt is its" if "games" in log else "it is the one committed to, and every salt is its"


def level_entropy(log, given):
    policy, given = log["events"][0]["payload"]["entropy"], entropies(log)
    dealt = [event["record"]["state"] is not None for event in log["events"]]
    first = dealt.index(True) if True in dealt else len(dealt)
    check("a state after every event from the deal on", [index >= first for index in range(len(dealt))], dealt)
    if policy == "required":
        seats = list(range(len(log["events"][0]["payload"]["seats"])))
        found = [event["record"]["seat"] for event in log["events"][1 : len(seats) + 1]]
        if first == len(dealt):
            check("no seat gave entropy twice", len({event["record"]["seat"] for event in given}), len(given))
            check("seats that have given none", True, len(given) < len(seats))
            check("moves before the deal", False, "move" in [event["record"]["kind"] for event in log["events"]])
            return f"{len(given)} of {len(seats)} seats gave theirs; nothing is dealt"
        check("the seats that gave entropy before anything else", seats, sorted(found, key=str))
        check("the records of kind entropy", len(seats), len(given))
        check("the event of the deal", len(seats), first)
        return f"all {len(seats)} seats gave theirs before the deal"
    check("the records of kind entropy", 0, len(given))
    check("the event of the deal", 0, first)
    return f"{policy}: the operator could pick the seed"


def level_signature(log, given):
    key = Key(log["public_key"])
    check("the key", given.key or log["public_key"], log["public_key"])
    last = log["events"][-1]
    signed = [last["record"]["id"], last["record"]["index"], last["hash"]]
    check("what the receipt says", signed, list(key.receipt(log["receipt"], "the receipt")))
    return f"by {key.name}+{key.id.hex()}, {'the key you trust' if given.key else 'which the bundle itself names'}"


def level_outcome(log, given):
    last = log["events"][-1]
    if log["server_seed"] is None:
        check("the outcome of a running game", None, log["outcome"])
        check("the game was ended, and its seed is not told", False, last["record"]["kind"] == "adjudicated")
        return None
    outcome("the outcome", log["outcome"], len(log["events"][0]["payload"]["seats"]))
    if last["record"]["kind"] != "adjudicated":
        return None
    check("the outcome", last["payload"]["outcome"], log["outcome"])
    return "it is an organiser's ruling"


def level_states(log, given):
    if given.states is None:
        return None
    check("the number of states", len(log["events"]), len(given.states))
    for index, (event, state) in enumerate(zip(log["events"], given.states)):
        with_clocks = canonical({"clocks": None, "state": state})
        opened = None if state is None else sha256("pandect/state/v1", unhex(event["state_salt"]), with_clocks)
        check(f"the state after event {index}", event["record"]["state"], opened)
    return f"{len(given.states)} states are those committed to"


def level_receipts(log, given):
    if given.receipts is None:
        return None
    key, true = Key(log["public_key"]), 0
    for path, text in receipts(given):
        name, index, head = key.receipt(text, path)
        if name == log["events"][0]["record"]["id"]:
            check(f"{path}: event {index}", [head], [event["hash"] for event in log["events"][index:][:1]])
            true += 1
    return f"the log has what {true} receipts say"


def proofs(level, given):
    return [(path, proof) for path, proof in given.proof if proof["format"] == f"{PROOFS[level]}/{LABEL}"]


def checkpoints(log, given):
    kept = [(path, text_of(path)) for path in given.checkpoint]
    kept += [(path, proof["checkpoint"]) for level in PROOFS for path, proof in proofs(level, given)]
    return [Key(log["public_key"]).checkpoint(note, path) for path, note in kept]


def level_checkpoint(log, given):
    roots = checkpoints(log, given)
    for size, root in roots:
        same = sorted({other.hex() for other_size, other in roots if other_size == size})
        check(f"the roots of trees of {size} leaves", [root.hex()], same)
    sizes = sorted({size for size, _ in roots})
    return f"trees of {', '.join(map(str, sizes))} leaves" if roots else None


def level_inclusion(log, given):
    found = proofs("inclusion", given)
    for path, proof in found:
        last = log["events"][-1]
        head = {"hash": last["hash"], "index": last["record"]["index"]}
        leaf = {"head": head, "id": last["record"]["id"], "log": last["record"]["log"], "v": 1}
        numbers = {"leaf_index": COUNT, "tree_size": COUNT}
        told = {"audit_path": [HASH], "checkpoint": TEXT, "format": ANY, "leaf": leaf}
        shape(path, proof, told | numbers)
        size, root = Key(log["public_key"]).checkpoint(proof["checkpoint"], path)
        check(f"{path}: its size", size, proof["tree_size"])
        check(f"{path}: its leaf is in the tree", True, proof["leaf_index"] < size)
        path_up = [unhex(text) for text in proof["audit_path"]]
        top = included(hashlib.sha256(b"\0" + canonical(leaf)).digest(), proof["leaf_index"], size, path_up)
        check(f"{path}: its root", root.hex(), top.hex())
    return ", ".join(f"leaf {proof['leaf_index']} of {proof['tree_size']}" for _, proof in found) or None


def level_consistency(log, given):
    strange = [path for path, proof in given.proof if proof["format"].split("/")[0] not in PROOFS.values()]
    check("files that are no proofs", [], strange)
    roots = dict(checkpoints(log, given)) | {0: hashlib.sha256().digest()}
    joined, newest = {0}, max(roots)
    for path, proof in proofs("consistency", given):
        told = {"checkpoint": TEXT, "consistency": [HASH], "first": COUNT, "format": ANY, "second": COUNT}
        shape(path, proof, told)
    for path, proof in sorted(proofs("consistency", given), key=lambda one: -one[1]["second"]):
        old, new = proof["first"], proof["second"]
        check(f"{path}: its size", Key(log["public_key"]).checkpoint(proof["checkpoint"], path)[0], new)
        check(f"{path}: a checkpoint of its {old} leaves is given", True, old in roots and old <= new)
        path_up = [unhex(text) for text in proof["consistency"]]
        if old in (0, new):
            check(f"{path}: its hashes", [], proof["consistency"])
        else:
            both = grown(old, new, roots[old], path_up)
            check(f"{path}: its roots", [roots[old].hex(), roots[new].hex()], [root.hex() for root in both])
        joined |= {old} if new == newest or new in joined else set()
    loose = sorted(set(roots) - joined - {newest})
    check(f"trees that no proof shows to be the beginning of that of {newest} leaves", [], loose)
    return f"{len(roots) - 1} trees grew one from the other" if len(roots) > 2 else None


def payloads(log, kind):
    return [event["payload"] for event in log["events"] if event["record"]["kind"] == kind]


def level_games(log, given):
    attached = payloads(log, "game-attached")
    names, first = [one["name"] for one in payloads(log, "player-registered")], log["events"][0]["payload"]
    ended = {one["game"]: one for one in payloads(log, "game-concluded")}
    seats = {one["game"]: len(one["players"]) for one in attached}
    check("the games", [one["game"] for one in attached], [game["events"][0]["record"]["id"] for game in log["games"]])
    check("the games, each once", len(attached), len(seats))
    check("the games that ended, each once", len(payloads(log, "game-concluded")), len(ended))
    ruled = [one["correction"] for one in payloads(log, "ruling") if one["correction"] is not None]
    for one in [*ended.values(), *ruled]:
        check(f"{one['game']}: it was attached", True, one["game"] in seats)
        outcome(f"{one['game']}: the outcome", one["outcome"], seats[one["game"]])
    for game, one in zip(log["games"], attached):
        name = one["game"]
        for level in OF_A_GAME:
            try:
                if level == "format" or level not in skipped(game, given):
                    LEVELS[level](game, given)
            except FAILURES as error:
                raise ValueError(f"{name}: {level}: {said(error)}") from error
        created = game["events"][0]
        played = {"entropy": first["entropy"], "tournament": log["events"][0]["record"]["id"]}
        played |= first["rulesets"][one["ruleset"]]
        check(f"{name}: its first record", one["created"], created["hash"])
        check(f"{name}: what is played", played, {field: created["payload"][field] for field in played})
        seated = [seat["name"] for seat in created["payload"]["seats"]]
        check(f"{name}: its players", [names[player] for player in one["players"]], seated)
        check(f"{name}: its key", log["public_key"], game["public_key"])
        last = game["events"][-1]
        head = {"hash": last["hash"], "index": last["record"]["index"]}
        if name in ended:
            check(f"{name}: how it ended", {"game": name, "head": head, "outcome": game["outcome"]}, ended[name])
        else:
            check(f"{name}: it is running, as the log says", None, game["server_seed"])
    return f"{len(attached)} games are verified as far as a bundle alone shows, and ended as the log says"


def level_standings(log, given):
    sealed = payloads(log, "sealed")
    if not sealed:
        return None
    check("the standings", sealed[0]["standings"], log["header"]["standings"])
    return "they are those that were sealed"


OF_A_GAME = ["format", "chain", "commitments", "seed", "entropy", "outcome", "signature"]
KEPT = ["receipts", "checkpoint", "inclusion", "consistency"]
GAME = OF_A_GAME + ["states", "deal", "draws", "dice"] + KEPT
TOURNAMENT = ["format", "chain", "commitments", "seed", "signature"] + KEPT + ["games", "standings"]
LEVELS = {name: globals()[f"level_{name}"] for name in GAME + ["games", "standings"]}
ONLY_THE_RULES = "only the rules can say"
MISSING = {"outcome": ONLY_THE_RULES, "standings": ONLY_THE_RULES, "seed": "it is told when the game is over"}
FAILURES = (AttributeError, LookupError, OSError, StopIteration, TypeError, ValueError, RecursionError, struct.error)


def said(error):
    return str(error) if type(error) is ValueError else f"malformed: {error!r}"


def brought(values):
    """A game's bundle as it is; a tournament's in the same form, with the seed that its salts come from."""
    if not isinstance(values, tuple):
        check("it is the object of a bundle", True, isinstance(values, dict) and "games" not in values)
        return values
    for one in values:
        check("the members of a line", ["line", "content"], list(one))
    kinds = [one["line"] for one in values]
    order = ["header"] + ["event"] * kinds.count("event") + ["game"] * kinds.count("game")
    check("the order of the lines", order, kinds)
    header, *rest = [one["content"] for one in values]
    events, games = rest[: kinds.count("event")], rest[kinds.count("event") :]
    seed = sha256("pandect/tournament/v1", uuid.UUID(events[0]["record"]["id"]).bytes)
    kept = {name: header[name] for name in ("format", "receipt", "public_key")}
    return {**kept, "header": header, "server_seed": seed, "events": events, "games": games}


def opened(text):
    """What is not known of a bundle, and the levels that need it; else its lines, or the one object of a game's."""
    lines = text.split("\n") if re.match(r'\s*{\s*"line"\s*:', text) else None
    first = json.loads(lines[0]).get("content") if lines else json.loads(text)
    label = first.get("format") if isinstance(first, dict) else None
    for family, levels in (("pandect-replay", GAME), ("pandect-tournament", TOURNAMENT)):
        if unknown := not_known(label, family):
            return unknown, levels
    if lines and lines.pop():
        raise ValueError("the last line is not ended")
    return None, tuple(map(read, lines)) if lines else read(text)


def files(given):
    text = sys.stdin.read() if given.bundle == "-" else text_of(given.bundle)
    given.box, given.replay = (path and load(path) for path in (given.box, given.replay))
    given.proof = [(path, load(path)) for path in given.proof]
    for path, proof in given.proof:
        shape(f"{path}: its format", proof["format"], TEXT)
    if given.states is not None:
        given.states = [read(one) for one in text_of(given.states).removesuffix("\n").split("\n")]
    return opened(text)


def line(sign, name, text):
    print(f"  {sign} {name:12} {text}")


def levels(log, given):
    """The levels that are not known here, each with what that is; None where one is wrong."""
    unknown, good = {}, True
    for name in TOURNAMENT if "games" in log else GAME:
        try:
            shown = None if name in unknown else LEVELS[name](log, given)
            said_of = unknown.get(name) or shown or MISSING.get(name, "nothing was given to look at")
            line("–" if shown is None else "✓", name, said_of)
            if name == "format":
                unknown = skipped(log, given)
        except FAILURES as error:
            line("✗", name, said(error))
            good = False
            if name == "format":
                break  # The others would stumble over the same thing.
    return unknown if good else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle")
    for name in ("--key", "--receipts", "--states", "--box", "--replay"):
        parser.add_argument(name)
    for name in ("--checkpoint", "--proof"):
        parser.add_argument(name, action="append", default=[])
    given = parser.parse_args()
    try:
        unknown, found = files(given)
    except FAILURES as error:
        print(f"unreadable: {said(error)}")
        return 2
    if unknown:
        for name in found:
            line("–", name, unknown)
        print(f"incomplete: {unknown}")
        return 1
    try:
        log = brought(found)
    except FAILURES as error:
        line("✗", "format", said(error))
        print("failed")
        return 1
    unknown = levels(log, given)
    if unknown is None:
        print("failed")
        return 1
    games = [] if "games" in unknown else log.get("games", [])
    why = [*unknown.values(), *(what for game in games for what in skipped(game, given).values())]
    if None in [one["server_seed"] for one in [log, *games]]:
        why.insert(0, "still running")
    verdict = ", ".join(["incomplete", *dict.fromkeys(why)] if why else ["verified"])
    print(f"{verdict}: {len(log['events'])} events, head {log['events'][-1]['hash']}")
    return int(verdict != "verified")


if __name__ == "__main__":
    sys.exit(main())

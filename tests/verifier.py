#!/usr/bin/env python3
"""Checks a bundle of a game or of a tournament, and what was kept of it, without Pandect:

  python3 verifier.py BUNDLE [--key KEY] [--receipts DIR] [--checkpoint FILE]… [--proof FILE]…
                             [--states FILE] [--box FILE] [--replay FILE]

Written from the README's format section alone, with nothing but Python's standard library. The short page beside it,
verify_chain.py, checks the chain, the commitments and the seed, and has the primitives. Each level here is a line:

  format       the fields are there, and no others; numbers are whole, no member of an object is there twice
  chain        every record has its hash and the one before it
  commitments  every payload opens to what was committed
  seed         the seed is the one committed to, and every salt is the seed's
  entropy      every seat gave its bytes before the deal, where the game requires that
  signature    the bundle's own receipt, by KEY or else by the key that the bundle names
  outcome      where an organiser ended the game: it is the ruling in the log; else only the rules can say
  states       what `pandect replay BUNDLE --states` prints: every line is the state committed to
  deal         the cards in the first of these states lie as the seed and the entropy shuffle them; the order before the
               shuffle is that of --box, which is what GET /v1/rulesets/{name} answers
  dice         what GET /v1/games/{id}/replay tells of dice is the seed's; so are the dice in the states of Villa Panda
  receipts     every receipt in DIR is signed, and the log has what it says
  checkpoint   every --checkpoint, and every one in a --proof, is signed
  inclusion    the log is in the signed tree, and ends where that says
  consistency  every checkpoint is the beginning of the newest one
  games        of a tournament: every game has the levels that need no other file, and ended as the log says

It does not know the rules: not which moves are legal, not who won, not who stands where. `pandect verify` does.
A level without its files is passed over, and said so. Exit status: 0 verified, 1 something is wrong or the game still
runs, 2 unreadable.
"""
import argparse, base64, hashlib, json, pathlib, struct, sys, uuid

from verifier_chance import DEALS, WEATHER, Draws, entropies
from verify_chain import canonical, check, refuse, salt, sha256, unhex


def read(text):
    def members(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a member of an object is there twice")
        return dict(pairs)

    def whole(digits):
        return int(digits) if abs(int(digits)) < 2**53 and digits != "-0" else refuse(digits)

    return json.loads(text, object_pairs_hook=members, parse_int=whole, parse_float=refuse, parse_constant=refuse)


def load(path):
    return read(pathlib.Path(path).read_text(encoding="utf-8"))


def members(what, value, names):
    check(f"the members of {what}", sorted(names.split()), sorted(value) if isinstance(value, dict) else value)


# Ed25519 (RFC 8032, 5.1), slowly.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    u, v = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    w, z = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = v - u, z - w, z + w, v + u
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point, scalar = add(point, point), scalar >> 1
    return total


def recover(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        raise ValueError("no point of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def point(encoded):
    number = int.from_bytes(encoded, "little")
    return recover(number % 2**255, number >> 255)


BASE = recover(4 * pow(5, P - 2, P) % P, 0)


def is_signed(key, text, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    scalar = int.from_bytes(signature[32:], "little")
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    left, right = times(scalar, BASE), add(point(signature[:32]), times(challenge, point(key)))
    same = (left[0] * right[2] - right[0] * left[2]) % P == 0 == (left[1] * right[2] - right[1] * left[2]) % P
    return scalar < L and same


# Notes, receipts, checkpoints.
class Key:
    def __init__(self, text):
        self.name, key_id, data = text.split("+", 2)
        data = base64.b64decode(data, validate=True)
        check("the algorithm of the key", 1, data[0])
        self.key, self.id = data[1:], hashlib.sha256(self.name.encode() + b"\n" + data).digest()[:4]
        check("the id of the key", self.id.hex(), key_id)

    def open(self, note, what):
        # Whoever keeps a note in a file may have ended it with one line end more.
        text, signatures = note.rstrip("\n").rsplit("\n\n", 1)
        for line in signatures.split("\n"):
            dash, name, blob = line.split(" ")
            blob = base64.b64decode(blob, validate=True)
            check(f"{what}: a signature's line", "\u2014", dash)
            if (name, blob[:4]) == (self.name, self.id):
                check(f"{what}: the signature holds", True, is_signed(self.key, (text + "\n").encode(), blob[4:]))
                return text
        raise ValueError(f"{what}: not signed by {self.name}+{self.id.hex()}")

    def receipt(self, note, what):
        tag, log, index, head = self.open(note, what).split("\n")
        check(f"{what}: its first line", "pandect/receipt/v1", tag)
        return log, int(index), head

    def checkpoint(self, note, what):
        origin, size, root = self.open(note, what).split("\n")
        check(f"{what}: its origin", self.name, origin)
        return int(size), base64.b64decode(root, validate=True)


# The tree (RFC 6962, 2.1).
def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def split(size):
    return 1 << (size - 1).bit_length() - 1


def included(leaf, number, size, path):
    if size == 1:
        check("the number of hashes in the proof that are left over", 0, len(path))
        return leaf
    left = split(size)
    if number < left:
        return node(included(leaf, number, left, path[:-1]), path[-1])
    return node(path[-1], included(leaf, number - left, size - left, path[:-1]))


def grown(old, new, root, path):
    """The old and the new root; `root` is the old one as long as this part of the tree holds all of the old one."""
    if old == new:
        check("the number of hashes in the proof that are left over", 0 if root else 1, len(path))
        return (root or path[0],) * 2
    left = split(new)
    if old <= left:
        before, after = grown(old, left, root, path[:-1])
        return before, node(after, path[-1])
    before, after = grown(old - left, new - left, None, path[:-1])
    return node(path[-1], before), node(path[-1], after)


# The levels. Each takes the log (a game's bundle, or a tournament's brought into its form) and what was given, and says
# what it has shown; it raises ValueError where that is not so, and returns None where nothing was given to show.
def level_format(log, given):
    tournament = "games" in log
    if tournament:
        members("the header", log["header"], "format events games standings receipt public_key")
        header = {name: log["header"][name] for name in ("format", "events", "games")}
        counted = {"format": "pandect-tournament/1", "events": len(log["events"]), "games": len(log["games"])}
        check("the header, counted", counted, header)
    else:
        members("the bundle", log, "format server_seed events outcome receipt public_key")
        check("the format", "pandect-replay/1", log["format"])
    check("there is an event", True, len(log["events"]) > 0)
    for index, event in enumerate(log["events"]):
        members(f"event {index}", event, "record hash payload payload_salt" + ("" if tournament else " state_salt"))
        members(f"the record of event {index}", event["record"], "at id index kind log payload prev seat state v")
        fixed = {name: event["record"][name] for name in ("log", "v")}
        check(f"the log of event {index}", {"log": "tournament" if tournament else "game", "v": 1}, fixed)
        if tournament:
            check(f"event {index}: seat and state", [None, None], [event["record"]["seat"], event["record"]["state"]])
    return f"{log['format']}, {len(log['events'])} events" + (f", {len(log['games'])} games" if tournament else "")


def level_chain(log, given):
    head = "0" * 64
    for index, event in enumerate(log["events"]):
        record = event["record"]
        check(f"event {index}: index", index, record["index"])
        check(f"event {index}: id", log["events"][0]["record"]["id"], record["id"])
        check(f"event {index}: prev", head, record["prev"])
        head = sha256("pandect/record/v1", canonical(record))
        check(f"event {index}: hash", head, event["hash"])
    return f"head {head}"


def level_commitments(log, given):
    opened = 0
    for index, event in enumerate(log["events"]):
        if log["server_seed"] is None and event["payload"] is None is event["payload_salt"]:
            continue  # concealed while the game runs
        payload = sha256("pandect/payload/v1", unhex(event["payload_salt"]), canonical(event["payload"]))
        check(f"event {index}: payload commitment", event["record"]["payload"], payload)
        opened += 1
    return f"{opened} of {len(log['events'])} payloads open"


def level_seed(log, given):
    if log["server_seed"] is None:
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
    for event in given:
        unhex(event["payload"]["entropy"])
    first = next((index for index, event in enumerate(log["events"]) if event["record"]["state"] is not None), None)
    if policy == "required":
        seats = list(range(len(log["events"][0]["payload"]["seats"])))
        found = [event["record"]["seat"] for event in log["events"][1 : len(seats) + 1]]
        if first is None:
            check("no seat gave entropy twice", len({event["record"]["seat"] for event in given}), len(given))
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
        return None
    outcome, seats = log["outcome"], list(range(len(log["events"][0]["payload"]["seats"])))
    members("the outcome", outcome, "ranking scores reason")
    check("the seats in the ranking", seats, sorted(sum(outcome["ranking"], [])))
    check("the number of scores", len(seats), len(outcome["scores"]))
    if last["record"]["kind"] != "adjudicated":
        return None
    check("the outcome", last["payload"]["outcome"], log["outcome"])
    return "it is an organiser's ruling"


def level_states(log, given):
    if given.states is None:
        return None
    check("the number of states", len(log["events"]), len(given.states))
    for index, (event, state) in enumerate(zip(log["events"], given.states)):
        opened = None if state is None else sha256("pandect/state/v1", unhex(event["state_salt"]), canonical(state))
        check(f"the state after event {index}", event["record"]["state"], opened)
    return f"{len(given.states)} states are those committed to"


def level_deal(log, given):
    if given.states is None or given.box is None or log["server_seed"] is None:
        return None
    dealt = next((index for index, state in enumerate(given.states) if state is not None), None)
    if dealt is None:
        return "nothing was dealt"
    first = log["events"][0]["payload"]
    name = first["ruleset"]["name"]
    check("the ruleset of the box", name, given.box["name"])
    place = {component["id"]: number for number, component in enumerate(given.box["catalogue"])}
    box = lambda cards: sorted(cards, key=place.__getitem__)
    found = DEALS[name](Draws(log, dealt), given.states[dealt], first["options"], box, len(first["seats"]))
    told = []
    for what, expected, lies in found:
        check(what, expected, lies)
        told.append(what.removeprefix("the "))
    return f"event {dealt}: {', '.join(dict.fromkeys(told))}"


def level_dice(log, given):
    told = []
    for index, state in enumerate(given.states or []):
        payload = log["events"][index]["payload"]
        if payload.get("ruleset") == "villa-panda" and payload["move"]["type"] == "roll":
            told.append((index, "dice", state["turn"]["dice"]))
    for frame in (given.replay or {"frames": []})["frames"]:
        index = frame["event"]["record"]["index"]
        check(f"the event of frame {index}", log["events"][index : index + 1], [frame["event"]])
        effects = [effect["effect"] for effect in frame["effects"] if effect["effect"]["type"] == "rolled"]
        told += [(index, name, effect[name]) for effect in effects for name in ("face", "dice") if name in effect]
    for index, name, found in told:
        draws = Draws(log, index)
        thrown = WEATHER[draws.below(6)] if name == "face" else [1 + draws.below(6), 1 + draws.below(6)]
        check(f"the throw of event {index}", thrown, found)
    return f"{len(told)} throws" if told else None


def level_receipts(log, given):
    if given.receipts is None:
        return None
    key, true = Key(log["public_key"]), 0
    for path in sorted(pathlib.Path(given.receipts).iterdir()):
        name, index, head = key.receipt(path.read_text(encoding="utf-8"), path.name)
        if name == log["events"][0]["record"]["id"]:
            check(f"{path.name}: event {index}", [head], [event["hash"] for event in log["events"][index:][:1]])
            true += 1
    return f"the log has what {true} receipts say"


def checkpoints(log, given):
    key = Key(log["public_key"])
    kept = [(path, pathlib.Path(path).read_text(encoding="utf-8")) for path in given.checkpoint]
    kept += [(path, proof["checkpoint"]) for path, proof in given.proof]
    return [key.checkpoint(note, path) for path, note in kept]


def level_checkpoint(log, given):
    roots = checkpoints(log, given)
    for size, root in roots:
        same = sorted({other.hex() for other_size, other in roots if other_size == size})
        check(f"the roots of trees of {size} leaves", [root.hex()], same)
    sizes = sorted({size for size, _ in roots})
    return f"trees of {', '.join(map(str, sizes))} leaves" if roots else None


def level_inclusion(log, given):
    proofs = [(path, proof) for path, proof in given.proof if proof["format"] == "pandect-inclusion/1"]
    for path, proof in proofs:
        members(path, proof, "format leaf number size hashes checkpoint")
        size, root = Key(log["public_key"]).checkpoint(proof["checkpoint"], path)
        last = log["events"][-1]
        head = {"hash": last["hash"], "index": last["record"]["index"]}
        leaf = {"head": head, "id": last["record"]["id"], "log": last["record"]["log"], "v": 1}
        check(f"{path}: its leaf", leaf, proof["leaf"])
        check(f"{path}: its size", size, proof["size"])
        check(f"{path}: its number is below its size", True, 0 <= proof["number"] < size)
        path_up = [unhex(text) for text in proof["hashes"]]
        found = included(hashlib.sha256(b"\0" + canonical(leaf)).digest(), proof["number"], size, path_up)
        check(f"{path}: its root", root.hex(), found.hex())
    return ", ".join(f"leaf {proof['number']} of {proof['size']}" for _, proof in proofs) or None


def level_consistency(log, given):
    roots = dict(checkpoints(log, given)) | {0: hashlib.sha256().digest()}
    joined, newest = {0}, max(roots)
    for path, proof in sorted(given.proof, key=lambda one: -one[1].get("to", 0)):
        if proof["format"] == "pandect-inclusion/1":
            continue
        members(path, proof, "format from to hashes checkpoint")
        check(f"{path}: its format", "pandect-consistency/1", proof["format"])
        old, new = proof["from"], proof["to"]
        check(f"{path}: its size", Key(log["public_key"]).checkpoint(proof["checkpoint"], path)[0], new)
        check(f"{path}: a checkpoint of its {old} leaves is given", True, old in roots and old <= new)
        path_up = [unhex(text) for text in proof["hashes"]]
        if old in (0, new):
            check(f"{path}: its hashes", [], proof["hashes"])
        else:
            both = grown(old, new, roots[old], path_up)
            check(f"{path}: its roots", [roots[old].hex(), roots[new].hex()], [root.hex() for root in both])
        joined |= {old} if new == newest or new in joined else set()
    loose = sorted(set(roots) - joined - {newest})
    check(f"trees that no proof shows to be the beginning of that of {newest} leaves", [], loose)
    return f"{len(roots) - 1} trees grew one from the other" if len(roots) > 2 else None


def level_games(log, given):
    attached = [event["payload"] for event in log["events"] if event["record"]["kind"] == "game-attached"]
    concluded = [event["payload"] for event in log["events"] if event["record"]["kind"] == "game-concluded"]
    ended = {one["game"]: one for one in concluded}
    check("the games", [one["game"] for one in attached], [game["events"][0]["record"]["id"] for game in log["games"]])
    for game, one in zip(log["games"], attached):
        name = one["game"]
        for level in OF_A_GAME:
            try:
                LEVELS[level](game, given)
            except FAILURES as error:
                raise ValueError(f"{name}: {level}: {said(error)}") from error
        created = game["events"][0]
        check(f"{name}: its first record", one["created"], created["hash"])
        check(f"{name}: its tournament", log["events"][0]["record"]["id"], created["payload"]["tournament"])
        check(f"{name}: its key", log["public_key"], game["public_key"])
        last = game["events"][-1]
        head = {"hash": last["hash"], "index": last["record"]["index"]}
        if name in ended:
            check(f"{name}: how it ended", {"game": name, "head": head, "outcome": game["outcome"]}, ended[name])
        else:
            check(f"{name}: it is running, as the log says", None, game["server_seed"])
    for event in log["events"]:
        if event["record"]["kind"] == "sealed":
            check("the standings", event["payload"]["standings"], log["header"]["standings"])
    return f"{len(attached)} games are verified as far as a bundle alone shows, and ended as the log says"


OF_A_GAME = ["format", "chain", "commitments", "seed", "entropy", "outcome", "signature"]
KEPT = ["receipts", "checkpoint", "inclusion", "consistency"]
GAME = OF_A_GAME + ["states", "deal", "dice"] + KEPT
TOURNAMENT = ["format", "chain", "commitments", "seed", "signature"] + KEPT + ["games"]
LEVELS = {name: globals()[f"level_{name}"] for name in GAME + ["games"]}
MISSING = {"outcome": "only the rules can say", "seed": "it is told when the game is over"}
FAILURES = (AttributeError, LookupError, OSError, StopIteration, TypeError, ValueError, RecursionError, struct.error)


def said(error):
    return str(error) if type(error) is ValueError else f"malformed: {error!r}"


def brought(path):
    """A game's bundle as it is; a tournament's in the same form, with the seed that its salts come from."""
    text = sys.stdin.read() if path == "-" else pathlib.Path(path).read_text(encoding="utf-8")
    if not text.startswith('{"line":'):
        bundle = read(text)
        check("it is the object of a bundle", True, isinstance(bundle, dict) and "games" not in bundle)
        return bundle
    lines = [read(line) for line in text.split("\n") if line]
    for line in lines:
        members("a line", line, "line content")
    kinds = [line["line"] for line in lines]
    order = ["header"] + ["event"] * kinds.count("event") + ["game"] * kinds.count("game")
    check("the order of the lines", order, kinds)
    header, *rest = [line["content"] for line in lines]
    events, games = rest[: kinds.count("event")], rest[kinds.count("event") :]
    seed = sha256("pandect/tournament/v1", uuid.UUID(events[0]["record"]["id"]).bytes)
    kept = {name: header[name] for name in ("format", "receipt", "public_key")}
    return {**kept, "header": header, "server_seed": seed, "events": events, "games": games}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle")
    for name in ("--key", "--receipts", "--states", "--box", "--replay"):
        parser.add_argument(name)
    for name in ("--checkpoint", "--proof"):
        parser.add_argument(name, action="append", default=[])
    given = parser.parse_args()
    try:
        log = brought(given.bundle)
        given.box, given.replay = (path and load(path) for path in (given.box, given.replay))
        given.proof = [(path, load(path)) for path in given.proof]
        if given.states is not None:
            given.states = [read(line) for line in pathlib.Path(given.states).read_text(encoding="utf-8").splitlines()]
    except FAILURES as error:
        print(f"unreadable: {said(error)}")
        return 2
    verdict = "verified"
    for name in TOURNAMENT if "games" in log else GAME:
        try:
            shown = LEVELS[name](log, given)
            print(f"  {'–' if shown is None else '✓'} {name:12} {shown or MISSING.get(name, 'nothing was given to look at')}")
        except FAILURES as error:
            print(f"  ✗ {name:12} {said(error)}")
            verdict = "failed"
            if name == "format":
                break  # The others would stumble over the same thing.
    if verdict == "failed":
        print(verdict)
        return 1
    if None in [one["server_seed"] for one in [log, *log.get("games", [])]]:
        verdict = "incomplete, still running"
    print(f"{verdict}: {len(log['events'])} events, head {log['events'][-1]['hash']}")
    return int(verdict != "verified")


if __name__ == "__main__":
    sys.exit(main())

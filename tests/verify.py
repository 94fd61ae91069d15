#!/usr/bin/env python3
"""Checks a Pandect bundle, and what was kept of its game, without Pandect:

  python3 verify.py BUNDLE [--key KEY] [--receipts DIR] [--checkpoint FILE] [--proof FILE] [--states FILE] [--replay FILE]

Written from the README's format section alone, with nothing but Python's standard library. The short page beside it,
verify_chain.py, checks the chain, the payloads and the seed; this one also checks

  signature    the bundle's own receipt: Ed25519, by KEY or else by the key that the bundle names
  receipts     every receipt in DIR: its signature, and that the log has what it says
  checkpoint   every checkpoint (--checkpoint may be given several times): its signature
  inclusion    every proof of inclusion (--proof, several times): that this log is in the signed tree, and ends there
  consistency  every proof of consistency: that the signed tree begins with the tree of an older checkpoint
  states       every line of FILE, what `pandect replay BUNDLE --states` prints: that it is the state committed to
  chance       every die of a game of Takenoko in FILE, what GET /v1/games/{id}/replay answers: that it is the seed's

It does not know the rules. Exit status: 0 verified, 1 failed, 2 unreadable.
"""
import argparse, base64, hashlib, json, pathlib, struct, sys

from verify_chain import canonical, check, check_event, refuse, sha256, unhex


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
        text, signatures = note.rstrip("\n").rsplit("\n\n", 1)
        for line in signatures.split("\n"):
            dash, name, blob = line.split(" ")
            blob = base64.b64decode(blob, validate=True)
            check(f"{what}: a signature's line", "\u2014", dash)
            if (name, blob[:4]) == (self.name, self.id):
                check(f"{what}: the signature holds", True, is_signed(self.key, (text + "\n").encode(), blob[4:]))
                return text
        raise ValueError(f"{what}: not signed by {self.name}")

    def receipt(self, note, what):
        tag, game, index, head = self.open(note, what).split("\n")
        check(f"{what}: its first line", "pandect/receipt/v1", tag)
        return game, int(index), head

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


# Chance.
def chacha20(key, event):
    """The words of an event: RFC 8439's block function, with a 64-bit counter and the event as a 64-bit nonce."""
    counter = 0
    while True:
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key)]
        start += [*struct.unpack("<2I", counter.to_bytes(8, "little")), *struct.unpack("<2I", event.to_bytes(8, "little"))]
        words = list(start)

        def quarter(a, b, c, d):
            for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                words[x] = (words[x] + words[y]) % 2**32
                mixed = words[z] ^ words[x]
                words[z] = (mixed << turn | mixed >> 32 - turn) % 2**32

        for _ in range(10):
            for column in range(4):
                quarter(column, column + 4, column + 8, column + 12)
            for row in range(4):
                quarter(row, 4 + (row + 1) % 4, 8 + (row + 2) % 4, 12 + (row + 3) % 4)
        yield from ((one + two) % 2**32 for one, two in zip(start, words))
        counter += 1


def below(words, bound):
    limit = 2**32 // bound * bound
    return next(word for word in words if word < limit) % bound


def game_key(bundle):
    given = {e["record"]["seat"]: unhex(e["payload"]["entropy"]) for e in bundle["events"] if e["record"]["kind"] == "entropy"}
    return bytes.fromhex(sha256("pandect/mix/v1", unhex(bundle["server_seed"]), *(given[seat] for seat in sorted(given))))


FACES = ["sun", "rain", "wind", "storm", "clouds", "question-mark"]


# The levels.
def check_receipts(bundle, key, directory):
    for path in sorted(pathlib.Path(directory).iterdir()):
        game, index, head = key.receipt(path.read_text(), path.name)
        if game == bundle["events"][0]["record"]["id"]:
            hashes = [event["hash"] for event in bundle["events"][index:][:1]]
            check(f"{path.name}: event {index}", [head], hashes)


def check_trees(bundle, key, checkpoints, proofs):
    roots = {key.checkpoint(pathlib.Path(path).read_text(), path) for path in checkpoints} | {(0, hashlib.sha256().digest())}
    last = bundle["events"][-1]
    for path in proofs:
        proof = json.loads(pathlib.Path(path).read_text(), parse_float=refuse)
        size, root = key.checkpoint(proof["checkpoint"], path)
        hashes = [unhex(text) for text in proof["hashes"]]
        if proof["format"] == "pandect-inclusion/1":
            head = {"hash": last["hash"], "index": last["record"]["index"]}
            check(f"{path}: its leaf", {"head": head, "id": last["record"]["id"], "log": "game", "v": 1}, proof["leaf"])
            leaf = hashlib.sha256(b"\0" + canonical(proof["leaf"])).digest()
            check(f"{path}: its size", size, proof["size"])
            check(f"{path}: its number is below its size", True, 0 <= proof["number"] < size)
            check(f"{path}: its root", root.hex(), included(leaf, proof["number"], size, hashes).hex())
        else:
            check(f"{path}: its format", "pandect-consistency/1", proof["format"])
            check(f"{path}: its size", size, proof["to"])
            older = [old for old in roots if old[0] == proof["from"]]
            check(f"{path}: a checkpoint of its older tree was given", True, bool(older))
            for old in older:
                both = grown(old[0], size, old[1], hashes) if old[0] else (old[1], root)
                check(f"{path}: its roots", [old[1].hex(), root.hex()], [one.hex() for one in both])
        clash = [other.hex() for other_size, other in roots if other_size == size and other != root]
        check(f"{path}: other trees of {size} leaves that were signed", [], clash)


def check_states(bundle, path):
    lines = pathlib.Path(path).read_text().splitlines()
    check("the number of states", len(bundle["events"]), len(lines))
    for event, line in zip(bundle["events"], lines):
        state, committed = json.loads(line, parse_float=refuse), event["record"]["state"]
        opened = sha256("pandect/state/v1", unhex(event["state_salt"]), canonical(state)) if state is not None else None
        check(f"the state after event {event['record']['index']}", committed, opened)


def check_dice(bundle, path):
    rolled = 0
    for frame in json.loads(pathlib.Path(path).read_text())["frames"]:
        index = frame["event"]["record"]["index"]
        for effect in frame["effects"]:
            if (effect["ruleset"], effect["effect"]["type"]) == ("takenoko", "rolled"):
                face = FACES[below(chacha20(game_key(bundle), index), 6)]
                check(f"the die of event {index}", face, effect["effect"]["face"])
                rolled += 1
    return rolled


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle")
    for name in ("--key", "--receipts", "--states", "--replay"):
        parser.add_argument(name)
    for name in ("--checkpoint", "--proof"):
        parser.add_argument(name, action="append", default=[])
    given = parser.parse_args()
    try:
        bundle = json.loads(pathlib.Path(given.bundle).read_text(), parse_float=refuse, parse_constant=refuse)
    except (OSError, ValueError, RecursionError) as error:
        print(f"unreadable: {error}")
        return 2
    try:
        head = "0" * 64
        check("format", "pandect-replay/1", bundle["format"])
        for index in range(max(1, len(bundle["events"]))):
            head = check_event(bundle, index, head)
        key = Key(given.key or bundle["public_key"])
        check("the key", str(given.key or bundle["public_key"]), bundle["public_key"])
        own = bundle["events"][-1]["record"]
        check("the bundle's own receipt", [own["id"], own["index"], head], list(key.receipt(bundle["receipt"], "the receipt")))
        done = ["chain", "commitments", "seed", "signature"]
        if given.receipts:
            check_receipts(bundle, key, given.receipts)
            done.append("receipts")
        if given.checkpoint or given.proof:
            check_trees(bundle, key, given.checkpoint, given.proof)
            done.append("checkpoints and proofs")
        if given.states:
            check_states(bundle, given.states)
            done.append("states")
        if given.replay:
            done.append(f"{check_dice(bundle, given.replay)} dice")
    except (AttributeError, IndexError, LookupError, OSError, TypeError, ValueError, struct.error) as error:
        print(f"failed: {error if type(error) is ValueError else f'malformed: {error!r}'}")
        return 1
    print(f"verified: {', '.join(done)}; {len(bundle['events'])} events, head {head}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Signatures, notes and the tree: for verifier.py, and from docs/format.md alone as well."""
import base64, hashlib, json

from verifier_shape import COUNT, HASH, ID, TEXT, shape, spelled
from verify_chain import LABEL, check


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
    nonce = point(signature[:32])
    if times(8, nonce)[0] == 0:
        return False
    left, right = times(scalar, BASE), add(nonce, times(challenge, point(key)))
    same = (left[0] * right[2] - right[0] * left[2]) % P == 0 == (left[1] * right[2] - right[1] * left[2]) % P
    return scalar < L and same


# Notes, receipts, checkpoints.
NAME = "[^\0-\x20+\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"
DIGITS = "a number in digits", spelled("", "0|[1-9][0-9]*")[1]


def unbase64(text):
    data = base64.b64decode(text, validate=True)
    check("base64, as it is written", base64.b64encode(data).decode(), text)
    return data


def label_of(receipt):
    """The label of a receipt of a commit; a note has none."""
    try:
        return json.loads(receipt)["format"] if receipt.startswith("{") else None
    except (LookupError, ValueError, RecursionError):
        return None


class Key:
    def __init__(self, text):
        self.name, key_id, data = text.split("+", 2)
        shape("the name of the key", self.name, spelled("a text without spaces", NAME))
        data = unbase64(data)
        check("the algorithm and the length of the key", [1, 33], [data[0], len(data)])
        self.key, self.id = data[1:], hashlib.sha256(self.name.encode() + b"\n" + data).digest()[:4]
        check("the id of the key", self.id.hex(), key_id)
        check("the key is of small order", False, times(8, point(self.key))[0] == 0)

    def open(self, note, what):
        # Whoever keeps a note in a file may have ended it with line ends or spaces more.
        text, signatures = note.rstrip(" \r\n").rsplit("\n\n", 1)
        for line in signatures.split("\n"):
            dash, name, blob = line.split(" ")
            blob = unbase64(blob)
            check(f"{what}: a signature's line", "\u2014", dash)
            if (name, blob[:4]) == (self.name, self.id):
                check(f"{what}: the signature holds", True, is_signed(self.key, (text + "\n").encode(), blob[4:]))
                return text
        raise ValueError(f"{what}: not signed by {self.name}+{self.id.hex()}")

    def receipt(self, text, what):
        said = self.of_commit(json.loads(text), what) if text.startswith("{") else self.open(text, what)
        tag, log, index, head = said.split("\n")
        check(f"{what}: its first line", "pandect/receipt/v1", tag)
        shape(what, {"log": log, "index": index, "head": head}, {"log": ID, "index": DIGITS, "head": HASH})
        return log, int(index), head

    def of_commit(self, file, what):
        told = {"audit_path": [HASH], "format": f"pandect-receipt/{LABEL}", "leaf_index": COUNT, "note": TEXT}
        shape(what, file, told | {"receipt": TEXT, "tree_size": COUNT})
        tag, size, root = self.open(file["note"], what).split("\n")
        check(f"{what}: the first line of its note", "pandect/commit/v1", tag)
        check(f"{what}: the events of its commit", size, str(file["tree_size"]))
        check(f"{what}: its leaf is in the tree", True, file["leaf_index"] < file["tree_size"])
        leaf, path = hashlib.sha256(b"\0" + file["receipt"].encode()).digest(), map(bytes.fromhex, file["audit_path"])
        top = included(leaf, file["leaf_index"], file["tree_size"], list(path))
        check(f"{what}: the root of its commit", unbase64(root).hex(), top.hex())
        check(f"{what}: the end of its text", "\n", file["receipt"][-1:])
        return file["receipt"][:-1]

    def checkpoint(self, note, what):
        origin, size, root = self.open(note, what).split("\n")
        check(f"{what}: its origin", self.name, origin)
        shape(f"{what}: its size", size, DIGITS)
        check(f"{what}: the bytes of its root", 32, len(unbase64(root)))
        return int(size), unbase64(root)


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

#!/usr/bin/env python3
"""Checks a Pandect bundle without Pandect:  python3 verify_chain.py BUNDLE.json

Written from docs/format.md alone, with nothing but Python's standard library, so that you need not trust the people who
ran the game, nor their software. Read it: it is short.

It shows that no event was changed, removed, inserted or moved, that everything disclosed is what was committed to while
the game ran, and that the seed is the one fixed before the first card was dealt. It does not know the rules, so it can
recompute no state, and the standard library has no Ed25519 to check the signature with: `pandect verify` does both.
A log cut short, or rewritten from the start, is a valid log too: compare the head printed here with the last receipt
that you were given.

Exit status: 0 verified, 1 failed, or of a draft that is not known here, 2 unreadable.
"""
import hashlib, hmac, json, re, sys

LABEL = "2-draft.1"


def not_known(label, family):
    """What to say of a label that begins as one of this program's and ends otherwise; None of any other."""
    if not isinstance(label, str) or not label.startswith(family + "/") or label == f"{family}/{LABEL}":
        return None
    label = label.removeprefix(family + "/")
    if draft := re.fullmatch(r"2-draft\.([0-9]{1,9})", label):
        return f"draft {draft[1]} is not known here; this program knows draft 1"
    return f"the label {json.dumps(label)} is not known here; this program knows {LABEL}"


def refuse(number):
    raise ValueError(f"{number}: only whole numbers of at most 2^53 - 1 are allowed")


def read(text):
    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a member of an object is there twice")
        return dict(pairs)

    def whole(digits):
        return int(digits) if len(digits) < 18 and abs(int(digits)) < 2**53 and digits != "-0" else refuse(digits)

    def depth(value):
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
        return 0 if inside is None else 1 + max(map(depth, inside), default=0)

    value = json.loads(text, object_pairs_hook=once, parse_int=whole, parse_float=refuse, parse_constant=refuse)
    if depth(value) > 127:
        raise ValueError("arrays and objects are nested more than 127 deep")
    canonical(value)  # which refuses lone surrogates
    return value


def canonical(value):
    # RFC 8785 sorts by UTF-16 code units, where Python sorts by code points.
    def sort(value):
        if isinstance(value, dict):
            return {name: sort(value[name]) for name in sorted(value, key=lambda name: name.encode("utf-16-be"))}
        return [sort(one) for one in value] if isinstance(value, list) else value

    return json.dumps(sort(value), separators=(",", ":"), ensure_ascii=False).encode()


def unhex(text):
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
        raise ValueError(f"64 lower-case hex digits expected, {text!r} found")
    return bytes.fromhex(text)


def sha256(tag, *parts):
    return hashlib.sha256(tag.encode() + b"\n" + b"".join(parts)).hexdigest()


def salt(seed, what, index):
    return hmac.digest(seed, f"pandect/salt/{what}/v1\n".encode() + index.to_bytes(8, "big"), "sha256").hex()


def check(what, expected, found):
    if canonical(expected) != canonical(found):
        raise ValueError(f"{what}: {expected!r} expected, {found!r} found")


def check_texts(what, payload, texts):
    """How many of the words that a payload commits to are not told."""
    payload = payload or {}  # null while concealed
    asked = [seat["name"] for seat in payload.get("seats", [])]
    asked += [payload[name] for name in ("name", "text", "reason") if payload.get(name) is not None]
    asked, told = list(dict.fromkeys(asked)), [text["commitment"] for text in texts]
    check(f"{what}: texts that the payload asks for, in its order", [one for one in asked if one in told], told)
    for text in texts:
        opened = sha256("pandect/text/v1", unhex(text["salt"]), text["text"].encode())
        check(f"{what}: text commitment", text["commitment"], opened)
    return len(asked) - len(told)


def erased(count):
    return f", {count} {'text' if count == 1 else 'texts'} erased or left out" if count else ""


def check_event(bundle, index, prev):
    event, seed = bundle["events"][index], bundle["server_seed"]
    record, payload = event["record"], event["payload"]
    check("index", index, record["index"])
    check("id", bundle["events"][0]["record"]["id"], record["id"])
    check("prev", prev, record["prev"])
    check("hash", sha256("pandect/record/v1", canonical(record)), event["hash"])
    if payload is not None or event["payload_salt"] is not None:  # null while concealed
        opened = sha256("pandect/payload/v1", unhex(event["payload_salt"]), canonical(payload))
        check("payload commitment", record["payload"], opened)
    if seed is not None:  # null while the game runs
        if index == 0:
            check("seed commitment", payload["seed_commitment"], sha256("pandect/seed/v1", unhex(seed)))
        check("payload salt", salt(unhex(seed), "payload", index), event["payload_salt"])
        if record["state"] is not None or event["state_salt"] is not None:  # no state before the deal
            check("state salt", salt(unhex(seed), "state", index), event["state_salt"])
    return event["hash"], check_texts("texts", payload, event["texts"])


def main(path):
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        bundle = json.loads(text)
        unknown = not_known(bundle.get("format") if isinstance(bundle, dict) else None, "pandect-replay")
        bundle = bundle if unknown else read(text)
    except (OSError, ValueError, RecursionError) as error:
        print(f"unreadable: {error}")
        return 2
    if unknown:
        print(f"incomplete: {unknown}")
        return 1
    index, head, missing = 0, "0" * 64, 0
    try:
        check("format", f"pandect-replay/{LABEL}", bundle["format"])
        for index in range(max(1, len(bundle["events"]))):  # a log has at least one event
            head, more = check_event(bundle, index, head)
            missing += more
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        print(f"failed at event {index}: {error if type(error) is ValueError else f'malformed: {error!r}'}")
        return 1
    print(f"verified: {len(bundle['events'])} events, head {head}{erased(missing)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else print(__doc__) or 2)

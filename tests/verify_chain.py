#!/usr/bin/env python3
"""Checks a Pandect bundle without Pandect:  python3 verify_chain.py BUNDLE.json

Written from the description of the format alone, with nothing but Python's standard library, so that you need not trust
the people who ran the game, nor their software. Read it: it is short.

It shows that no event was changed, removed, inserted or moved, that everything disclosed is what was committed to while
the game ran, and that the seed is the one fixed before the first card was dealt. It does not know the rules, so it can
recompute no state, and the standard library has no Ed25519 to check the signature with: `pandect verify` does both.
A log cut short, or rewritten from the start, is a valid log too: compare the head printed here with the last receipt
that you were given.

Exit status: 0 verified, 1 failed, 2 unreadable.
"""
import hashlib, hmac, json, sys


def refuse(number):
    raise ValueError(f"{number}: only whole numbers are allowed")


def canonical(value):
    # RFC 8785 for this format: whole numbers only, and ASCII keys (Python and the RFC sort other keys differently).
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def unhex(text):
    if not isinstance(text, str) or len(text) != 64 or set(text) - set("0123456789abcdef"):
        raise ValueError(f"salt or seed: 64 lower-case hex digits expected, {text!r} found")
    return bytes.fromhex(text)


def sha256(tag, *parts):
    return hashlib.sha256(tag.encode() + b"\n" + b"".join(parts)).hexdigest()


def salt(seed, what, index):
    return hmac.digest(seed, f"pandect/salt/{what}/v1\n".encode() + index.to_bytes(8, "big"), "sha256").hex()


def check(what, expected, found):
    if canonical(expected) != canonical(found):
        raise ValueError(f"{what}: {expected!r} expected, {found!r} found")


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
    return event["hash"]


def main(path):
    try:
        with open(path, encoding="utf-8") as file:
            bundle = json.load(file, parse_float=refuse, parse_constant=refuse)
    except (OSError, ValueError, RecursionError) as error:
        print(f"unreadable: {error}")
        return 2
    index, head = 0, "0" * 64
    try:
        check("format", "pandect-replay/1", bundle["format"])
        for index in range(max(1, len(bundle["events"]))):  # a log has at least one event
            head = check_event(bundle, index, head)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        print(f"failed at event {index}: {error if type(error) is ValueError else f'malformed: {error!r}'}")
        return 1
    print(f"verified: {len(bundle['events'])} events, head {head}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else print(__doc__) or 2)

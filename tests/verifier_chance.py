"""What is drawn in a game, again from the seed and the entropy: for verifier.py, from docs/format.md alone as well."""
import struct

from verify_chain import sha256, unhex


def chacha20(key, nonce):
    """The words of an event: RFC 8439's block function, with a 64-bit counter and a 64-bit nonce."""
    counter = 0
    while True:
        start = [*struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<2Q", counter, nonce))]
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


class Draws:
    """The draws of one event."""

    def __init__(self, bundle, event):
        given = {e["record"]["seat"]: unhex(e["payload"]["entropy"]) for e in entropies(bundle)}
        key = sha256("pandect/mix/v1", unhex(bundle["server_seed"]), *(given[seat] for seat in sorted(given)))
        kinds = [e["record"]["kind"] for e in bundle["events"][: event + 1]]
        # The deal follows the creation or an entropy, and has 0; a move counts itself.
        nonce = sum(kind in ("move", "automatic") for kind in kinds)
        self.words = chacha20(bytes.fromhex(key), nonce)

    def below(self, bound):
        limit = 2**32 // bound * bound
        return next(word for word in self.words if word < limit) % bound

    def shuffle(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def entropies(bundle):
    return [event for event in bundle["events"] if event["record"]["kind"] == "entropy"]


class Box:
    """What GET /v1/rulesets/{name} lists: the order in which things lie before a shuffle, and what is printed on them."""

    def __init__(self, ruleset):
        self.components = {component["id"]: component for component in ruleset["catalogue"]}
        self.place = {name: number for number, name in enumerate(self.components)}

    def __call__(self, cards):
        return sorted(cards, key=self.place.__getitem__)

    def fact(self, card, name):
        return next(fact["value"]["value"] for fact in self.components[card]["facts"] if fact["name"] == name)


# The deals: what lies where in the first state, and where the draws put it. Which cards are in play is a rule, and is
# taken from the state; how they lie is chance.
def deal_red_panda(draws, state, options, box, seats):
    yield from starter(draws, options, seats, state["starter"])
    yield from deck_red_panda(draws, cards_red_panda(state), state, box)


def cards_red_panda(state):
    return [card for one in state["contenders"] for card in one["deck"]] + state["left_over"]


def deck_red_panda(draws, pack, state, box):
    # The option `copies` may ask for more of a kind than the box shows, so only the order of the kinds is the box's.
    kinds = [first[:3] for first in box({card[:3] + "-01" for card in pack})]
    deck = draws.shuffle(sorted(pack, key=lambda card: (kinds.index(card[:3]), card)))
    yield "the deck", deck, cards_red_panda(state)


def deal_panda_rei(draws, state, options, box, seats):
    deck = draws.shuffle(box(sum(state["hands"], []) + state["fictional"] + state["deck"]))
    yield from round_panda_rei(deck, state)
    yield "the starter", draws.below(seats), state["starter"]


def round_panda_rei(deck, state):
    for seat, hand in enumerate(state["hands"]):
        yield f"the hand of seat {seat}", sorted(deck[: len(hand)]), sorted(hand)
        deck = deck[len(hand) :]
    yield "the rest of the deck", deck, state["fictional"] + state["deck"]


SUITS = {"wood": "WO", "fire": "FI", "earth": "EA", "metal": "ME", "water": "WA"}


def deal_panda_spin(draws, state, options, box, seats):
    suits = list(SUITS)
    drawn = draws.shuffle(suits)[: len(state["suits"])]
    yield "the suits", sorted(drawn, key=suits.index), state["suits"]
    numbers = [box.fact(f"EL-{suit.capitalize()}", "number") for suit in drawn[:seats]]
    yield "who leads", numbers.index(max(numbers)), state["turn"]
    if options["mood"] == "drawn":
        yield "the mood", ["hungry", "spin"][draws.below(2)], state["mood"]
    yield from deck_panda_spin(draws, sum(hands_panda_spin(state), state["pile"]), state, box)


def hands_panda_spin(state):
    return [sum(one["hand"].values(), []) for one in state["players"]]


def deck_panda_spin(draws, pack, state, box):
    suit = lambda card: [card[3:].lower() == name or card[:2] == SUITS[name] for name in SUITS].index(True)
    deck = draws.shuffle(sorted(box(pack), key=suit))
    for seat, hand in enumerate(hands_panda_spin(state)):
        rest = len(deck) - len(hand)
        yield f"the hand of seat {seat}", sorted(deck[rest:]), sorted(hand)
        deck = deck[:rest]
    yield "the pile", deck, state["pile"]


def deal_takenoko(draws, state, options, box, seats):
    yield from starter(draws, options, seats, state["turn"]["seat"])
    for kind in ("gardener", "panda", "plot"):
        hands = [[card for card in one["hand"] if card.startswith(kind)] for one in state["players"]]
        cards = sum(hands, []) + state["decks"][kind]
        yield f"the objectives of kind {kind}", draws.shuffle(box(cards)), cards
    yield "the plots", draws.shuffle(box(state["pile"])), state["pile"]


def deal_inori(draws, state, options, box, seats):
    yield from starter(draws, options, seats, state["first"])
    # Where the number of seats chooses the side, only the colour is drawn.
    sides = ("A" if seats == 4 else "B") if options["start_cards_by_players"] else "AB"
    for place, pair in zip(state["display"], (("YEL", "PUR"), ("BLU", "RED"), ("GRN", "GRY"))):
        cards = [f"S-{colour}-{side}" for colour in pair for side in sides]
        yield "the start cards", cards[draws.below(len(cards))], place["card"]
    for what, pile in (("runes", state["rune_stack"]), ("new start cards", state["new_starts"])):
        yield f"the {what}", draws.shuffle(box(pile)), pile
    for journey in state["journey"]:
        yield "the journeys", draws.shuffle(box(journey["cards"])), journey["cards"]


def deal_villa_panda(draws, state, options, box, seats):
    yield from starter(draws, options, seats, state["first"])
    symbols = draws.shuffle(["SQ", "CI", "TR", "BA"])
    cards = [card for one in state["players"] for card in one["play"]] + state["spare"]
    yield "the starting pandas", [f"S-{symbol}-{kind}" for symbol in symbols for kind in "CBT"], cards
    for what in ("buildings", "pandas"):
        cards = state[what]["market"] + state[what]["deck"]
        yield f"the {what}", draws.shuffle(box(cards)), cards
    if options["emperor"] in ("missions", "both"):
        cards = [card for one in state["players"] for card in one["missions"]] + state["missions"]
        yield "the missions", draws.shuffle(box(cards)), cards
    if options["emperor"] in ("tasks", "both"):
        cards = state["tasks"]["row"] + state["tasks"]["boxed"]
        yield "the tasks", draws.shuffle(box(cards)), cards


def starter(draws, options, seats, found):
    if options["starter"] == "drawn":
        yield "the starter", draws.below(seats), found


DEALS = {
    "red-panda": deal_red_panda,
    "panda-rei": deal_panda_rei,
    "panda-spin": deal_panda_spin,
    "takenoko": deal_takenoko,
    "inori": deal_inori,
    "villa-panda": deal_villa_panda,
}
WEATHER = ["sun", "rain", "wind", "storm", "clouds", "question-mark"]

"""Every draw of a game again, and every pile from the end it is drawn from: for verifier.py, from docs/format.md alone.

Each generator below takes an event after the deal and gives what it drew: what that is, what the seed or the state
before says, and what the state after says. What a shuffle or a die decided comes from `event.draws`; all else has been
drawn before, and moves from pile to pile as the page says. The rules are not known here: how many cards a move draws and
which pile it draws from is taken from the move and the states, which cards those are is not.
"""
from collections import Counter
from functools import cached_property

from verifier_chance import DEALS, WEATHER, Box, Draws, cards_red_panda, deck_panda_spin, deck_red_panda
from verifier_chance import hands_panda_spin, round_panda_rei
from verify_chain import check


class Event:
    """An event after the deal, with the state of the deal and those around it."""

    def __init__(self, log, states, index, dealt, box):
        self.log, self.index, self.box, self.thrown = log, index, box, Counter()
        self.dealt, self.before, self.after = states[dealt], states[index - 1], states[index]
        self.kind, self.seat = log["events"][index]["record"]["kind"], log["events"][index]["record"]["seat"]
        self.move = log["events"][index]["payload"].get("move")

    @cached_property
    def draws(self):
        return Draws(self.log, self.index)

    def shuffle(self, what, items):
        self.thrown[what] += 1
        return self.draws.shuffle(items)

    def die(self, what):
        self.thrown[what] += 1
        return 1 + self.draws.below(6)


def later_red_panda(event):
    before, after = event.before, event.after
    if after["deal"] != before["deal"]:
        event.thrown["later deals"] += 1
        yield from deck_red_panda(event.draws, cards_red_panda(event.dealt), after, event.box)
        return
    yield "the left-over cards", before["left_over"], after["left_over"]
    decks = [[one and one["deck"] for one in state["contenders"]] for state in (before, after)]
    removed = after["removed"][len(before["removed"]) :]
    flipped = len(decks[0][event.seat]) - len(removed if decks[1][event.seat] is None else decks[1][event.seat])
    for seat, (had, has) in enumerate(zip(*decks)):
        if seat == event.seat:
            yield f"the deck of seat {seat}", had[flipped:], removed if has is None else has
        elif had != has:  # given the last card that left the mover's deck
            yield f"the deck of seat {seat}", had + decks[0][event.seat][flipped - 1 : flipped], has


def later_panda_rei(event):
    before, after = event.before, event.after
    if before["turn"] <= 11 < after["turn"]:
        yield from round_panda_rei(before["deck"], after)
        return
    yield "the deck", before["deck"], after["deck"]
    opened = len(before["fictional"]) - len(after["fictional"])
    yield "the fictional player's hand", before["fictional"][max(opened, 0) :], after["fictional"]


def later_panda_spin(event):
    before, after = event.before, event.after
    for constant in ("mood", "suits"):
        yield f"the {constant}", before[constant], after[constant]
    if after["round"] != before["round"]:
        event.thrown["later rounds"] += 1
        pack = sum(hands_panda_spin(event.dealt), event.dealt["pile"])
        yield from deck_panda_spin(event.draws, pack, after, event.box)
        return
    rest = len(before["pile"]) - (2 if event.move["type"] == "play-element" else 0)
    yield "the pile", before["pile"][:rest], after["pile"]
    hand, drawn = after["players"][event.seat]["hand"], before["pile"][rest:]
    yield "the cards that were drawn", drawn, [card for card in drawn if card in hand["white"] + hand["elements"]]


def later_takenoko(event):
    before, after, move = event.before, event.after, event.move
    if move["type"] == "roll":
        face = WEATHER[event.die("weather dice") - 1]
        choose = face == "question-mark" or face == "clouds" and not any(before["supply"]["chips"].values())
        phase = "choose" if choose else "act" if face in ("sun", "wind") else face
        yield "the weather", [None if choose else face, phase], [after["turn"]["weather"], *after["phase"]]
    for category, deck in before["decks"].items():
        has = after["decks"][category]
        if move["type"] == "draw-objective" and move["category"] == category:
            drawn, deck = deck[:1], deck[1:]
            if len(has) > len(deck):
                deck = deck + drawn
            places = [after["players"][event.seat]["hand"][-1:], after["discarded"][-1:], has[-1:]]
            yield "the objective that was drawn", [drawn], [place for place in places if place == drawn][:1]
        yield f"the {category} objectives", deck, has
    pile, placing = list(before["pile"]), before["phase"].get("place")
    if move["type"] == "look-at-plots":
        pile, drawn = pile[3:], pile[:3]
        yield "the plots that were looked at", drawn, after["phase"]["place"]["looked_at"]
    elif move["type"] == "place-plot":
        others = [plot for plot in placing["looked_at"] if plot != move["plot"]]
        if len(others) == 2:
            yield "the plots to be returned", others, after["phase"]["return"]["plots"]
        else:
            pile += others
    elif move["type"] == "return-plots":
        pile += sorted(before["phase"]["return"]["plots"], key=lambda plot: plot != move["upper"])
    yield "the pile of plots", pile, after["pile"]


COLOURS = ["YEL", "BLU", "GRN", "PUR", "RED", "GRY"]


def later_inori(event):
    yield from runes(event)
    before, after = event.before, event.after
    piles = {colour: [*pile["cards"]] for colour, pile in zip(COLOURS, before["journey"])}
    discards = {colour: [*pile["discard"]] for colour, pile in zip(COLOURS, before["journey"])}
    new_starts, display = [*before["new_starts"]], [slot and slot["card"] for slot in before["display"]]
    found = [slot and slot["card"] for slot in after["display"]]
    if "keep" in after["phase"]:
        # The season has ended. Which of its two colours replaces a card is a rule, and is taken from the state.
        for slot, (card, by) in enumerate(zip(display, found)):
            if card is not None and card.startswith("J-"):
                discards[card[2:5]].append(card)
            if card is not None and by is not None:
                colour = by[2:5]
                if not piles[colour]:
                    piles[colour], discards[colour] = event.shuffle("journey piles", discards[colour]), []
                by = piles[colour].pop()
            display[slot] = by
        drawn = [new_starts.pop(), new_starts.pop()]
        yield "the new start cards that were drawn", drawn, after["phase"]["keep"]["cards"]
    elif event.move["type"] == "keep-start":
        display.append(event.move["card"])
    yield "the cards on display", display, found
    yield "the new start cards", new_starts, after["new_starts"]
    lie = [{"cards": piles[colour], "discard": discards[colour]} for colour in COLOURS]
    yield "the journey cards", lie, after["journey"]


def runes(event):
    before, after, move = event.before, event.after, event.move
    hands = [[*one["runes"]] for one in before["players"]]
    stack, discard, hand = [*before["rune_stack"]], [*before["rune_discard"]], hands[event.seat]
    played = move["rune"] if move["type"] == "play-rune" else "R-SHARE" if move.get("share") else None
    if played in hand:
        hand.remove(played)
        discard.append(played)
    while len(hand) < len(after["players"][event.seat]["runes"]):
        if not stack:
            stack, discard = event.shuffle("rune stacks", discard), []
        hand.append(stack.pop())
    yield "the runes in hand", hands, [one["runes"] for one in after["players"]]
    yield "the stack of runes", [stack, discard], [after["rune_stack"], after["rune_discard"]]


def later_villa_panda(event):
    before, after, move = event.before, event.after, event.move
    for row in ("buildings", "pandas"):
        market, deck = before[row]["market"], before[row]["deck"]
        gone = [card for card in market if card not in after[row]["market"]]
        if move["type"] == "reshuffle" and move["market"] == row:
            deck = event.shuffle("reshuffles", deck + market)
            market, deck = deck[:5], deck[5:]
        elif gone:  # one a move, and the top of the deck comes into its place
            place = market.index(gone[0])
            market, deck = market[:place] + deck[:1] + market[place + 1 :], deck[1:]
        yield f"the {row}", [market, deck], [after[row]["market"], after[row]["deck"]]
    turn = lambda state: [state["round"], state["turn"]["seat"]]
    dice = before["turn"]["dice"] if turn(before) == turn(after) else None
    if move["type"] == "roll":
        dice = [event.die("dice"), event.die("dice")]
    elif move["type"] == "change-die":
        to = event.die("rerolls") if move["to"] is None else move["to"]
        place = dice.index(move["die"])
        dice = dice[:place] + [to] + dice[place + 1 :]
    yield "the dice", dice, after["turn"]["dice"]
    left = []
    if move["type"] == "keep-mission":
        left = [one for one in before["players"][event.seat]["missions"] if one != move["mission"]]
    yield "the missions that nobody has", before["missions"] + left, after["missions"]
    yield "the tasks in the box", before["tasks"]["boxed"], after["tasks"]["boxed"]


LATER = {
    "red-panda": later_red_panda,
    "panda-rei": later_panda_rei,
    "panda-spin": later_panda_spin,
    "takenoko": later_takenoko,
    "inori": later_inori,
    "villa-panda": later_villa_panda,
}


def texts(value):
    """Every text in a state, such as the ids of its cards."""
    if isinstance(value, (dict, list)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)
    elif isinstance(value, str):
        yield value


# The levels.
def deal(log, given):
    """The event of the deal, and what was drawn there; None where it cannot be told."""
    if given.states is None or given.box is None or log["server_seed"] is None:
        return None
    dealt = next((index for index, state in enumerate(given.states) if state is not None), None)
    if dealt is None:
        return dealt, []
    first = log["events"][0]["payload"]
    name, options, seats = first["ruleset"]["name"], first["options"], len(first["seats"])
    check("the ruleset of the box", name, given.box["name"])
    return dealt, DEALS[name](Draws(log, dealt), given.states[dealt], options, Box(given.box), seats)


def level_deal(log, given):
    found = deal(log, given)
    if found is None:
        return None
    dealt, drawn = found
    told = []
    for what, expected, lies in drawn:
        check(what, expected, lies)
        told.append(what.removeprefix("the "))
    return f"event {dealt}: {', '.join(dict.fromkeys(told))}" if told else "nothing was dealt"


def level_draws(log, given):
    found = deal(log, given)
    if found is None or found[0] is None:
        return None
    dealt, drawn = found
    # What was shuffled for the deal never leaves the game: what is drawn is somewhere.
    cards = set(texts([lies for _, _, lies in drawn]))
    later, thrown = LATER[log["events"][0]["payload"]["ruleset"]["name"]], Counter()
    for index in range(dealt + 1, len(log["events"])):
        event = Event(log, given.states, index, dealt, Box(given.box))
        drawn = later(event) if event.kind == "move" else [("the state", event.before, event.after)]
        for what, expected, lies in drawn:
            check(f"event {index}: {what}", expected, lies)
        check(f"event {index}: cards that are nowhere", [], sorted(cards.difference(texts(event.after))))
        thrown += event.thrown
    told = "".join(f", {what}: {count}" for what, count in sorted(thrown.items()))
    return f"every card is the next of its pile{told}"


def level_dice(log, given):
    told = []
    for frame in (given.replay or {"frames": []})["frames"]:
        index = frame["event"]["record"]["index"]
        # A text may have been erased since.
        hashes = [event["hash"] for event in log["events"][index : index + 1]]
        check(f"the event of frame {index}", hashes, [frame["event"]["hash"]])
        effects = [effect["effect"] for effect in frame["effects"] if effect["effect"]["type"] == "rolled"]
        told += [(index, name, effect[name]) for effect in effects for name in ("face", "dice") if name in effect]
    for index, name, found in told:
        draws = Draws(log, index)
        thrown = WEATHER[draws.below(6)] if name == "face" else [1 + draws.below(6), 1 + draws.below(6)]
        check(f"the throw of event {index}", thrown, found)
    return f"{len(told)} throws" if told else None

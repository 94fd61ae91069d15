"""Plays a game of every ruleset through the generated client, looks back at it, and audits it."""

import random
import sys

from pandect_client import AuthenticatedClient, Client, models
from pandect_client.api.audit import audit_bundle, audit_game, get_bundle
from pandect_client.api.games import create_game, get_game
from pandect_client.api.log import list_events
from pandect_client.api.play import list_legal_moves, play_move
from pandect_client.api.replay import get_state_at, replay_game
from pandect_client.api.rulesets import list_rulesets
from pandect_client.models import (
    AnyMoveTakenoko,
    Created,
    EventPage,
    Problem,
    ProblemCode,
    SeatPlayer,
    Status,
    TakenokoPartialOptions,
    Verdict,
    VillaPandaPartialOptions,
)

BASE = sys.argv[1]


def answered(answer):
    """What the server answered, which is no problem."""
    if answer is None or isinstance(answer, Problem):
        raise AssertionError(answer)
    return answer


def request(ruleset):
    """A request for a small game with the fewest seats."""
    camel = "".join(word.capitalize() for word in ruleset.name.value.split("-"))
    tag = getattr(models, f"CreateGame{camel}Ruleset")(ruleset.name.value)
    seats = [SeatPlayer(name) for name in ["Ada", "Bo", "Cy"][: ruleset.seats.min_]]
    game = getattr(models, f"CreateGame{camel}")(tag, seats)
    if isinstance(game, models.CreateGameTakenoko):
        game.options = TakenokoPartialOptions(turn_cap=12)
    if isinstance(game, models.CreateGameVillaPanda):
        game.options = VillaPandaPartialOptions(round_cap=2)
    return game


def play(server, ruleset, choose):
    """Plays a game to its end, and gives its id."""
    created = answered(create_game.sync(client=server, body=request(ruleset)))
    game = created.game
    seats = [AuthenticatedClient(BASE, token) for token in created.tokens]
    awaiting = game.awaiting
    while awaiting:
        seat = choose.choice(awaiting)
        legal = answered(list_legal_moves.sync(game.id, client=seats[seat]))
        assert legal.seat == seat
        mv = choose.choice(legal.moves)
        assert mv.ruleset.value == ruleset.name.value
        assert isinstance(mv, AnyMoveTakenoko) == (ruleset.name.value == "takenoko")
        accepted = answered(play_move.sync(game.id, client=seats[seat], body=mv, if_match=f'"{head(server, game)}"'))
        awaiting = accepted.awaiting
    refused = play_move.sync(game.id, client=seats[0], body=mv)
    assert refused.code == ProblemCode.GAME_OVER, refused
    return game.id


def head(server, game):
    return answered(get_game.sync(game.id, client=server)).head.hash_


def events(server, game_id):
    """Every event, a page at a time."""
    found, after = [], None
    while True:
        page = answered(
            list_events.sync(game_id, client=server, limit=50)
            if after is None
            else list_events.sync(game_id, client=server, limit=50, after=after)
        )
        assert isinstance(page, EventPage)
        found += page.events
        after = page.next_after
        if after is None:
            return found


def look_back(server, ruleset, game_id):
    """Reads three states, the replay and the events of a game that is over."""
    game = answered(get_game.sync(game_id, client=server))
    last = game.head.index
    assert game.status == Status.OVER and game.server_seed and sorted(sum(game.outcome.ranking, [])) == list(
        range(len(game.seats))
    )
    for index in [0, last // 2, last]:
        state = answered(get_state_at.sync(game_id, index, client=server))
        assert (state.index, state.view.ruleset.value) == (index, ruleset.name.value)
    log = events(server, game_id)
    assert [event.record.index for event in log] == list(range(last + 1))
    assert isinstance(log[0].payload, Created) and log[0].payload.options == game.options
    assert log[-1].hash_ == game.head.hash_
    replay = answered(replay_game.sync(game_id, client=server))
    assert [frame.event for frame in replay.frames] == log[: len(replay.frames)]
    return last


def audit(server, game_id):
    """Has the game audited where it is kept, and from its bundle."""
    bundle = answered(get_bundle.sync(game_id, client=server))
    stored = answered(audit_game.sync(game_id, client=server))
    uploaded = answered(audit_bundle.sync(client=server, body=bundle))
    assert (stored.verdict, uploaded.verdict) == (Verdict.VERIFIED, Verdict.VERIFIED), uploaded


def main():
    server = Client(BASE, raise_on_unexpected_status=True)
    rulesets = answered(list_rulesets.sync(client=server)).rulesets
    for ruleset in rulesets:
        game_id = play(server, ruleset, random.Random(9))
        last = look_back(server, ruleset, game_id)
        audit(server, game_id)
        print(f"python: {ruleset.name.value}: {last} events, verified")


main()

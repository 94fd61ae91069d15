from pandect_client import AuthenticatedClient, Client
from pandect_client.api.games import create_game
from pandect_client.api.play import list_legal_moves, play_move
from pandect_client.models import CreateGameRedPanda, CreateGameRedPandaRuleset, SeatPlayer

server = Client("http://127.0.0.1:8080")
game = CreateGameRedPanda(CreateGameRedPandaRuleset.RED_PANDA, seats=[SeatPlayer("Ada"), SeatPlayer("Bo")])
created = create_game.sync(client=server, body=game)
seat = AuthenticatedClient("http://127.0.0.1:8080", created.tokens[created.game.awaiting[0]])
legal = list_legal_moves.sync(created.game.id, client=seat)
accepted = play_move.sync(created.game.id, client=seat, body=legal.moves[0])
print("now awaited:", accepted.awaiting)

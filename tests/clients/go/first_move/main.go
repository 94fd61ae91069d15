package main

import (
	"context"
	"fmt"
	"pandect"
)

func main() {
	configuration := pandect.NewConfiguration()
	configuration.Servers[0].URL = "http://127.0.0.1:8080"
	server, ctx := pandect.NewAPIClient(configuration), context.Background()
	seats := []pandect.SeatPlayer{*pandect.NewSeatPlayer("Ada"), *pandect.NewSeatPlayer("Bo")}
	game := pandect.CreateGameRedPandaAsCreateGame(pandect.NewCreateGameRedPanda("red-panda", seats))
	created, _, err := server.GamesAPI.CreateGame(ctx).CreateGame(game).Execute()
	if err != nil {
		panic(err)
	}
	seat := context.WithValue(ctx, pandect.ContextAccessToken, *created.Tokens[created.Game.Awaiting[0]])
	legal, _, err := server.PlayAPI.ListLegalMoves(seat, created.Game.Id).Execute()
	if err != nil {
		panic(err)
	}
	accepted, _, err := server.PlayAPI.PlayMove(seat, created.Game.Id).AnyMove(legal.Moves[0]).Execute()
	fmt.Println("now awaited:", accepted.GetAwaiting(), err)
}

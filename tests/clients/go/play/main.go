// Plays a game of every ruleset through the generated client, looks back at it, and audits it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"os"
	"reflect"

	"pandect"
)

// What the server answered, which is no problem.
func answered[T any, R any](answer T, _ R, err error) T {
	var refused *pandect.GenericOpenAPIError
	if errors.As(err, &refused) {
		panic(string(refused.Body()) + " " + err.Error())
	}
	if err != nil {
		panic(err)
	}
	return answer
}

func check(holds bool, otherwise any) {
	if !holds {
		panic(fmt.Sprintf("%+v", otherwise))
	}
}

// A request for a small game with the fewest seats. A new ruleset is one case more.
func request(ruleset pandect.Ruleset) pandect.CreateGame {
	var seats []pandect.SeatPlayer
	for _, name := range []string{"Ada", "Bo", "Cy"}[:ruleset.Seats.Min] {
		seats = append(seats, *pandect.NewSeatPlayer(name))
	}
	switch ruleset.Name {
	case pandect.RULESETNAME_RED_PANDA:
		return pandect.CreateGameRedPandaAsCreateGame(pandect.NewCreateGameRedPanda("red-panda", seats))
	case pandect.RULESETNAME_PANDA_REI:
		return pandect.CreateGamePandaReiAsCreateGame(pandect.NewCreateGamePandaRei("panda-rei", seats))
	case pandect.RULESETNAME_PANDA_SPIN:
		return pandect.CreateGamePandaSpinAsCreateGame(pandect.NewCreateGamePandaSpin("panda-spin", seats))
	case pandect.RULESETNAME_INORI:
		return pandect.CreateGameInoriAsCreateGame(pandect.NewCreateGameInori("inori", seats))
	case pandect.RULESETNAME_TAKENOKO:
		game := pandect.NewCreateGameTakenoko("takenoko", seats)
		options := pandect.NewTakenokoPartialOptions()
		options.SetTurnCap(12)
		game.SetOptions(*options)
		return pandect.CreateGameTakenokoAsCreateGame(game)
	case pandect.RULESETNAME_VILLA_PANDA:
		game := pandect.NewCreateGameVillaPanda("villa-panda", seats)
		options := pandect.NewVillaPandaPartialOptions()
		options.SetRoundCap(2)
		game.SetOptions(*options)
		return pandect.CreateGameVillaPandaAsCreateGame(game)
	}
	panic("a ruleset without a case here: " + ruleset.Name)
}

func play(server *pandect.APIClient, ruleset pandect.Ruleset) string {
	ctx, random := context.Background(), rand.New(rand.NewSource(9))
	created := answered(server.GamesAPI.CreateGame(ctx).CreateGame(request(ruleset)).Execute())
	id, awaiting := created.Game.Id, created.Game.Awaiting
	for len(awaiting) > 0 {
		seat := awaiting[random.Intn(len(awaiting))]
		as := context.WithValue(ctx, pandect.ContextAccessToken, *created.Tokens[seat])
		legal := answered(server.PlayAPI.ListLegalMoves(as, id).Execute())
		move := legal.Moves[random.Intn(len(legal.Moves))]
		check((move.AnyMoveTakenoko != nil) == (ruleset.Name == pandect.RULESETNAME_TAKENOKO), move)
		awaiting = answered(server.PlayAPI.PlayMove(as, id).AnyMove(move).Execute()).Awaiting
		if len(awaiting) == 0 {
			_, _, err := server.PlayAPI.PlayMove(as, id).AnyMove(move).Execute()
			var refused *pandect.GenericOpenAPIError
			check(errors.As(err, &refused), err)
			problem, known := refused.Model().(pandect.Problem)
			check(known && problem.Code == pandect.PROBLEMCODE_GAME_OVER, refused.Model())
		}
	}
	return id
}

func events(server *pandect.APIClient, id string) []pandect.Event {
	var found []pandect.Event
	call := server.LogAPI.ListEvents(context.Background(), id).Limit(50)
	for {
		page := answered(call.Execute())
		found = append(found, page.Events...)
		after, more := page.GetNextAfterOk()
		if !more || after == nil {
			return found
		}
		call = call.After(*after)
	}
}

func lookBack(server *pandect.APIClient, ruleset pandect.Ruleset, id string) int64 {
	ctx := context.Background()
	game := answered(server.GamesAPI.GetGame(ctx, id).Execute())
	last := game.Head.Index
	check(game.Status == pandect.STATUS_OVER && game.GetServerSeed() != "", game)
	outcome := game.GetOutcome()
	check(len(outcome.Scores) == len(game.Seats), outcome)
	for _, index := range []int64{0, last / 2, last} {
		state := answered(server.ReplayAPI.GetStateAt(ctx, id, index).Execute())
		view := state.GetView()
		takenoko := view.AnyViewTakenoko != nil
		check(state.Index == index && takenoko == (ruleset.Name == pandect.RULESETNAME_TAKENOKO), state)
	}
	log := events(server, id)
	check(int64(len(log)) == last+1 && log[last].Hash == game.Head.Hash, len(log))
	payload := log[0].GetPayload()
	check(payload.Created != nil && reflect.DeepEqual(payload.Created.Options, game.Options), payload)
	replay := answered(server.ReplayAPI.ReplayGame(ctx, id).Execute())
	for index, frame := range replay.Frames {
		check(reflect.DeepEqual(frame.Event, log[index]), frame)
	}
	return last
}

func audit(server *pandect.APIClient, id string) {
	ctx := context.Background()
	bundle, came, err := server.AuditAPI.GetBundle(ctx, id).Execute()
	check(err == nil && bundle.GetServerSeed() != "", err)
	stored := answered(server.AuditAPI.AuditGame(ctx, id).Execute())
	// The types lose a list that is null when they are written again; the bytes that came are whole.
	answer, err := http.Post(server.GetConfig().Servers[0].URL+"/v1/audit", "application/json", came.Body)
	check(err == nil && answer.StatusCode == http.StatusOK, answer)
	defer answer.Body.Close()
	var uploaded pandect.Audit
	check(json.NewDecoder(answer.Body).Decode(&uploaded) == nil, uploaded)
	check(stored.Verdict == pandect.VERDICT_VERIFIED && uploaded.Verdict == pandect.VERDICT_VERIFIED, uploaded)
}

func main() {
	configuration := pandect.NewConfiguration()
	configuration.Servers[0].URL = os.Args[1]
	server := pandect.NewAPIClient(configuration)
	rulesets := answered(server.RulesetsAPI.ListRulesets(context.Background()).Execute())
	for _, ruleset := range rulesets.Rulesets {
		id := play(server, ruleset)
		last := lookBack(server, ruleset, id)
		audit(server, id)
		fmt.Printf("go: %s: %d events, verified\n", ruleset.Name, last)
	}
}

import java.net.http.HttpClient;
import java.util.List;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

class FirstMove {
    public static void main(String[] arguments) throws Exception {
        ApiClient server = new ApiClient(
            HttpClient.newBuilder(), JSON.getDefault().getMapper(), "http://127.0.0.1:8080");
        CreateGameRedPanda game = new CreateGameRedPanda().ruleset(CreateGameRedPanda.RulesetEnum.RED_PANDA)
            .seats(List.of(new SeatPlayer().name("Ada"), new SeatPlayer().name("Bo")));
        CreatedGame created = new GamesApi(server).createGame(new CreateGame(game));
        String token = created.getTokens().get(created.getGame().getAwaiting().get(0));
        server.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        PlayApi seat = new PlayApi(server);
        LegalMoves legal = seat.listLegalMoves(created.getGame().getId());
        Accepted accepted = seat.playMove(created.getGame().getId(), legal.getMoves().get(0), null, null);
        System.out.println("now awaited: " + accepted.getAwaiting());
    }
}

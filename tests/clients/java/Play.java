import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Plays a game of every ruleset through the generated client, looks back at it, and audits it. */
class Play {
    private static String base;

    private static ApiClient client() {
        return new ApiClient(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1), JSON.getDefault().getMapper(), base);
    }

    private static PlayApi seat(String token) {
        ApiClient client = client();
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        return new PlayApi(client);
    }

    private static void check(boolean holds, Object otherwise) {
        if (!holds) throw new AssertionError(otherwise);
    }

    private static <T> T choose(Random random, List<T> among) {
        return among.get(random.nextInt(among.size()));
    }

    /** A request for a small game with the fewest seats. A new ruleset is one line more. */
    private static CreateGame request(Ruleset ruleset) {
        List<SeatPlayer> seats = new ArrayList<>();
        for (String name : List.of("Ada", "Bo", "Cy").subList(0, ruleset.getSeats().getMin())) {
            seats.add(new SeatPlayer().name(name));
        }
        return switch (ruleset.getName()) {
            case RED_PANDA -> new CreateGame(
                new CreateGameRedPanda().ruleset(CreateGameRedPanda.RulesetEnum.RED_PANDA).seats(seats));
            case PANDA_REI -> new CreateGame(
                new CreateGamePandaRei().ruleset(CreateGamePandaRei.RulesetEnum.PANDA_REI).seats(seats));
            case PANDA_SPIN -> new CreateGame(
                new CreateGamePandaSpin().ruleset(CreateGamePandaSpin.RulesetEnum.PANDA_SPIN).seats(seats));
            case INORI -> new CreateGame(
                new CreateGameInori().ruleset(CreateGameInori.RulesetEnum.INORI).seats(seats));
            case TAKENOKO -> new CreateGame(
                new CreateGameTakenoko().ruleset(CreateGameTakenoko.RulesetEnum.TAKENOKO).seats(seats)
                    .options(new TakenokoPartialOptions().turnCap(12)));
            case VILLA_PANDA -> new CreateGame(
                new CreateGameVillaPanda().ruleset(CreateGameVillaPanda.RulesetEnum.VILLA_PANDA).seats(seats)
                    .options(new VillaPandaPartialOptions().roundCap(2)));
        };
    }

    private static UUID play(Ruleset ruleset) throws ApiException {
        Random random = new Random(9);
        CreatedGame created = new GamesApi(client()).createGame(request(ruleset));
        UUID id = created.getGame().getId();
        List<PlayApi> seats = created.getTokens().stream().map(Play::seat).toList();
        List<Integer> awaiting = created.getGame().getAwaiting();
        while (!awaiting.isEmpty()) {
            PlayApi seat = seats.get(choose(random, awaiting));
            AnyMove move = choose(random, seat.listLegalMoves(id).getMoves());
            boolean takenoko = move.getActualInstance() instanceof AnyMoveTakenoko;
            check(takenoko == (ruleset.getName() == RulesetName.TAKENOKO), move);
            awaiting = seat.playMove(id, move, null, null).getAwaiting();
            if (awaiting.isEmpty()) refuse(seat, id, move);
        }
        return id;
    }

    private static void refuse(PlayApi seat, UUID id, AnyMove move) {
        try {
            check(false, seat.playMove(id, move, null, null));
        } catch (ApiException refused) {
            check(refused.getCode() == 409, refused);
        }
    }

    private static List<Event> events(UUID id) throws ApiException {
        List<Event> found = new ArrayList<>();
        Long after = null;
        do {
            EventPage page = new LogApi(client()).listEvents(id, after, 50L);
            found.addAll(page.getEvents());
            after = page.getNextAfter();
        } while (after != null);
        return found;
    }

    private static long lookBack(Ruleset ruleset, UUID id) throws ApiException {
        Game game = new GamesApi(client()).getGame(id);
        long last = game.getHead().getIndex();
        check(game.getStatus() == Status.OVER && game.getServerSeed() != null, game);
        check(game.getOutcome().getScores().size() == game.getSeats().size(), game);
        ReplayApi replays = new ReplayApi(client());
        for (long index : new long[] {0, last / 2, last}) {
            State state = replays.getStateAt(id, index);
            boolean takenoko = state.getView().getActualInstance() instanceof AnyViewTakenoko;
            check(state.getIndex() == index && takenoko == (ruleset.getName() == RulesetName.TAKENOKO), state);
        }
        List<Event> log = events(id);
        check(log.size() == last + 1, log.size());
        Created created = log.get(0).getPayload().getCreated();
        check(Objects.equals(created.getOptions(), game.getOptions()), created);
        check(log.get((int) last).getHash().equals(game.getHead().getHash()), game);
        List<Frame> frames = replays.replayGame(id, null, null, null).getFrames();
        for (int index = 0; index < frames.size(); index++) {
            check(frames.get(index).getEvent().equals(log.get(index)), frames.get(index));
        }
        return last;
    }

    private static void audit(UUID id) throws ApiException {
        AuditApi audits = new AuditApi(client());
        Bundle bundle = audits.getBundle(id);
        Audit stored = audits.auditGame(id);
        Audit uploaded = audits.auditBundle(bundle);
        check(stored.getVerdict() == Verdict.VERIFIED && uploaded.getVerdict() == Verdict.VERIFIED, uploaded);
    }

    public static void main(String[] arguments) throws ApiException {
        base = arguments[0];
        for (Ruleset ruleset : new RulesetsApi(client()).listRulesets().getRulesets()) {
            UUID id = play(ruleset);
            long last = lookBack(ruleset, id);
            audit(id);
            System.out.println("java: " + ruleset.getName() + ": " + last + " events, verified");
        }
    }
}

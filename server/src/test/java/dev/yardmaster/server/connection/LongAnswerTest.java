package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that an error replaces an answer that exceeds the maximum frame length. */
@Timeout(60)
class LongAnswerTest {

  private static final List<Key> KEYS =
      IntStream.range(0, 10).mapToObj(i -> Key.of("long", i)).toList();

  private LoopbackServer server;
  private YardmasterClient client;

  @BeforeEach
  void start() {
    TestSettings settings = new TestSettings();
    settings.maxFrameBytes = 8 * 1024;
    server =
        new LoopbackServer(
            Pipeline.start(PipelineConfig.defaults()),
            settings.build(),
            LoopbackServer.EVERYBODY,
            null);
    client = YardmasterClient.connect(server.client().build());
    for (Key key : KEYS) {
      client.call(OneShot.builder().put(key, new byte[1_000]).build());
    }
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private static OneShot.Builder readAll() {
    OneShot.Builder all = OneShot.builder();
    KEYS.forEach(all::read);
    return all;
  }

  private static ErrorCode codeOf(Outcome<?> outcome) {
    return assertInstanceOf(Outcome.Rejected.class, outcome).error().code();
  }

  @Test
  void whatOnlyReadIsRejected() {
    assertEquals(
        ErrorCode.MESSAGE_TOO_LARGE,
        codeOf(client.call(readAll().build(), TransactionOptions.defaults())));
    assertEquals(1_000, client.call(OneShot.builder().read(KEYS.get(0)).build()).valueAt(0).length);
  }

  @Test
  void ofWhatWroteTheOutcomeIsNotDenied() {
    Key count = Key.of("count", 1);
    Outcome<OneShot.Result> outcome =
        client.call(readAll().add(count, 1).build(), TransactionOptions.defaults());
    assertEquals(
        ErrorCode.OUTCOME_UNKNOWN, assertInstanceOf(Outcome.Unknown.class, outcome).error().code());
    assertEquals(1, client.call(OneShot.builder().read(count).build()).getLong(count));
  }

  @Test
  void aStepIsRefused() {
    assertEquals(
        ErrorCode.MESSAGE_TOO_LARGE,
        codeOf(client.execute(t -> t.getAll(KEYS), TransactionOptions.defaults())));
    int first = client.execute(t -> t.get(KEYS.get(0)).length);
    assertEquals(1_000, first);
  }

  @Test
  void aScanIsRefusedAndAsksForLess() {
    Key first = KEYS.get(0);
    Outcome<Integer> outcome =
        client.execute(t -> t.scan(first, null, 100).size(), TransactionOptions.defaults());
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, codeOf(outcome));
    String text = ((Outcome.Rejected<?>) outcome).error().text();
    assertEquals("the answer is longer than a frame of at most 8192 bytes", text);
    int found =
        client.execute(
            transaction -> {
              assertThrows(YardmasterException.class, () -> transaction.scan(first, null, 100));
              return transaction.scan(first, null, 5).size();
            });
    assertEquals(5, found);
  }
}

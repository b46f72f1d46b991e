package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.service.EncodedResult;
import dev.yardmaster.service.OpenTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the engine as the back end of a server: results are encoded, and the logic of interactive
 * transactions runs outside the engine.
 */
@Timeout(60)
class EncodedCallsTest {

  private static final Key COUNTER = Key.of("counters", 1);
  private static final TransactionOptions DEFAULTS = TransactionOptions.defaults();

  /** Adds 1 to a value and returns the new value, which its codec cannot encode from 2 on. */
  private static final class Increment implements Procedure<Object, Long> {

    @Override
    public String name() {
      return "increment";
    }

    @Override
    public void declare(Object nothing, KeyDeclaration keys) {
      keys.update(COUNTER);
    }

    @Override
    public Long execute(Object nothing, Transaction transaction) {
      long next = transaction.getLong(COUNTER) + 1;
      transaction.putLong(COUNTER, next);
      return next;
    }

    @Override
    public ValueCodec<Long> resultCodec() {
      return new ValueCodec<>() {
        @Override
        public byte[] encode(Long value) {
          if (value > 1) {
            throw new IllegalStateException("only 1 can be encoded");
          }
          return new byte[] {1};
        }

        @Override
        public Long decode(byte[] bytes) {
          return (long) bytes[0];
        }
      };
    }
  }

  /** Collects the engine's replies to one transaction. */
  private static final class Replies implements OpenTransaction.Listener {
    private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();
    private final EngineService service;

    Replies(EngineService service) {
      this.service = service;
    }

    private void add(Object reply) {
      received.add(service.isOwnThread() ? reply : "a reply of another thread: " + reply);
    }

    @Override
    public void values(byte[][] values) {
      add(values);
    }

    @Override
    public void scanned(ScannedEntries entries) {
      add(entries);
    }

    @Override
    public void refused(YardmasterException error) {
      add(error);
    }

    @Override
    public void restarted(int restarts, ConflictReport lastConflict) {
      add(restarts + " " + lastConflict.key());
    }

    @Override
    public void ended(Outcome<Object> outcome) {
      add(outcome);
    }

    <T> T next(Class<T> type) {
      try {
        Object next = received.poll(20, TimeUnit.SECONDS);
        assertNotNull(next, "no reply arrived");
        return assertInstanceOf(type, next);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static EngineService open(String protocol) {
    EngineService service =
        Engine.open(
            EngineConfig.builder()
                .protocol(protocol)
                .workers(2)
                .interactive(2)
                .outcomeRetentionMs(Duration.ofDays(7).toMillis())
                .build());
    service.register(new Increment());
    return service;
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static ErrorCode codeOf(Outcome<?> outcome) {
    return outcome.error().code();
  }

  private static Outcome<byte[]> increment(EngineService service, TransactionOptions options) {
    return await(service.encoded().submit("increment", ValueCodec.basic().encode(null), options));
  }

  private static long counter(EngineService service) {
    return service.execute(t -> t.getLong(COUNTER), DEFAULTS).valueOrThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "plor"})
  void aResultThatCannotBeEncodedChangesNothing(String protocol) {
    TransactionId first = new TransactionId(System.currentTimeMillis(), 1, 1);
    TransactionId second = new TransactionId(System.currentTimeMillis(), 1, 2);
    try (EngineService service = open(protocol)) {
      assertArrayEquals(new byte[] {1}, increment(service, DEFAULTS.withId(first)).valueOrThrow());
      assertArrayEquals(new byte[] {1}, increment(service, DEFAULTS.withId(first)).valueOrThrow());
      assertEquals(ErrorCode.RESULT_NOT_KEPT, codeOf(increment(service, DEFAULTS)));
      assertEquals(ErrorCode.RESULT_NOT_KEPT, codeOf(increment(service, DEFAULTS.withId(second))));
      assertEquals(1, counter(service));
      // No outcome is kept under the second id, so the transaction may run again.
      service.execute(
          t -> {
            t.delete(COUNTER);
            return null;
          },
          DEFAULTS);
      assertArrayEquals(new byte[] {1}, increment(service, DEFAULTS.withId(second)).valueOrThrow());
      TransactionStatus status = await(service.encoded().status(second)).valueOrThrow();
      EncodedResult result = assertInstanceOf(EncodedResult.class, status.outcome().valueOrThrow());
      assertEquals("increment", result.logic());
      assertArrayEquals(new byte[] {1}, result.bytes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "plor"})
  void logicThatRunsElsewhereCommits(String protocol) {
    try (EngineService service = open(protocol)) {
      Replies replies = new Replies(service);
      OpenTransaction transaction = service.encoded().open(DEFAULTS, replies);
      transaction.read(List.of(COUNTER));
      assertNull(replies.next(byte[][].class)[0]);
      transaction.scan(new Scan(COUNTER, null, 5, false));
      assertEquals(0, replies.next(ScannedEntries.class).size());
      transaction.commit(Map.of(COUNTER, Values.ofLong(7)), "done");
      assertEquals("done", replies.next(Outcome.class).valueOrThrow());
      assertEquals(7, counter(service));
    }
  }

  @Test
  void logicThatRunsElsewhereRestartsAfterAConflict() {
    try (EngineService service = open("silo")) {
      Replies replies = new Replies(service);
      OpenTransaction transaction = service.encoded().open(DEFAULTS, replies);
      transaction.read(List.of(COUNTER));
      assertNull(replies.next(byte[][].class)[0]);
      increment(service, DEFAULTS).valueOrThrow();
      transaction.commit(Map.of(COUNTER, Values.ofLong(7)), "done");
      assertEquals("1 " + COUNTER, replies.next(String.class));
      transaction.read(List.of(COUNTER));
      assertArrayEquals(Values.ofLong(1), replies.next(byte[][].class)[0]);
      transaction.commit(Map.of(COUNTER, Values.ofLong(8)), "done");
      assertEquals(
          1, assertInstanceOf(Outcome.Committed.class, replies.next(Outcome.class)).restarts());
      assertEquals(8, counter(service));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "plor"})
  void closingEndsATransactionThatIsIdle(String protocol) {
    EngineService service =
        Engine.open(
            EngineConfig.builder()
                .protocol(protocol)
                .interactive(2)
                .closeTimeoutNs(200_000_000)
                .build());
    Replies replies = new Replies(service);
    OpenTransaction idle = service.encoded().open(DEFAULTS, replies);
    idle.read(List.of(COUNTER));
    assertNull(replies.next(byte[][].class)[0]);
    service.close();
    assertEquals(ErrorCode.CLOSED, codeOf(replies.next(Outcome.class)));
    assertEquals(
        ErrorCode.CLOSED,
        assertThrows(YardmasterException.class, () -> service.encoded().open(DEFAULTS, replies))
            .code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "plor"})
  void anIdleTransactionEndsAtItsDeadlineAndGivesItsPermitBack(String protocol) {
    try (EngineService service = open(protocol)) {
      Replies replies = new Replies(service);
      // Two transactions get permits and then do nothing. The other two wait for a permit until
      // their deadline, which is earlier.
      for (int timeoutMs : new int[] {1_000, 1_000, 100, 100}) {
        TransactionOptions options = DEFAULTS.withTimeout(Duration.ofMillis(timeoutMs));
        service.encoded().open(options, replies).read(List.of());
      }
      int values = 0;
      for (int ended = 0; ended < 4; ) {
        if (replies.next(Object.class) instanceof Outcome<?> outcome) {
          assertFalse(outcome instanceof Outcome.Committed);
          ended++;
        } else {
          values++;
        }
      }
      assertEquals(2, values);
      assertEquals(0, counter(service));
    }
  }
}

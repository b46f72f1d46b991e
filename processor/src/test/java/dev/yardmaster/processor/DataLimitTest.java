package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the data reach the memory limit, the service must continue with reads and deletions. */
@Timeout(60)
class DataLimitTest {

  private static final int LIMIT = 1 << 20;
  private static final int VALUE_BYTES = 10_000;

  private final TransactionIds ids =
      new TransactionIds(System::currentTimeMillis, new Random(7)::nextLong);
  private final PipelineConfig config = PipelineConfig.builder().maxDataBytes(LIMIT).build();

  private static Key key(long number) {
    return Key.of("notes", number);
  }

  private static Outcome<Object> put(Pipeline pipeline, long number, TransactionOptions options) {
    return pipeline.execute(
        transaction -> {
          transaction.put(key(number), new byte[VALUE_BYTES]);
          return null;
        },
        options);
  }

  private static Outcome<OneShot.Result> submit(Pipeline pipeline, OneShot oneShot)
      throws Exception {
    return pipeline.submit(oneShot).toCompletableFuture().get();
  }

  /** Writes values until the service refuses a value, and returns the number of written values. */
  private static int fill(Pipeline pipeline) {
    for (int number = 0; number < LIMIT / VALUE_BYTES; number++) {
      Outcome<Object> outcome = put(pipeline, number, TransactionOptions.defaults());
      if (!(outcome instanceof Outcome.Committed)) {
        assertEquals(ErrorCode.MEMORY_FULL, outcome.error().code());
        return number;
      }
    }
    throw new AssertionError("the limit was not reached");
  }

  /**
   * Waits until there is room for the given number of values. The service answers a deletion before
   * storage has installed it.
   */
  private static void awaitRoom(Pipeline pipeline, int values) {
    long endNs = System.nanoTime() + 20_000_000_000L;
    while (pipeline.dataBytes() > LIMIT - values * VALUE_BYTES) {
      assertTrue(System.nanoTime() - endNs < 0, () -> pipeline.dataBytes() + " bytes");
      Thread.onSpinWait();
    }
  }

  @Test
  void writesAreRefusedAtTheLimitAndReadsAndDeletionsContinue() throws Exception {
    try (Pipeline pipeline = Pipeline.start(config)) {
      assertEquals(Optional.empty(), pipeline.warning());
      int written = fill(pipeline);
      assertTrue(written > 90 && written < LIMIT / VALUE_BYTES, written + " values");
      assertTrue(
          pipeline.dataBytes() <= LIMIT + VALUE_BYTES, () -> pipeline.dataBytes() + " bytes");
      assertTrue(
          pipeline.warning().orElseThrow().contains("1048576"), pipeline.warning()::toString);

      OneShot more = OneShot.builder().put(key(5_000), new byte[VALUE_BYTES]).build();
      assertEquals(ErrorCode.MEMORY_FULL, submit(pipeline, more).error().code());
      OneShot read = OneShot.builder().read(key(0)).build();
      assertEquals(VALUE_BYTES, submit(pipeline, read).valueOrThrow().get(key(0)).length);

      OneShot.Builder deletions = OneShot.builder();
      for (int number = 0; number < 20; number++) {
        deletions.delete(key(number));
      }
      assertInstanceOf(Outcome.Committed.class, submit(pipeline, deletions.build()));
      awaitRoom(pipeline, 15);
      assertInstanceOf(
          Outcome.Committed.class, put(pipeline, 1, TransactionOptions.defaults()), "room again");
      assertEquals(Optional.empty(), pipeline.warning());
    }
  }

  @Test
  void aTransactionThatWasRefusedCanBeTriedAgainUnderItsId() {
    try (Pipeline pipeline = Pipeline.start(config)) {
      fill(pipeline);
      TransactionOptions withId = TransactionOptions.defaults().withId(ids.next());
      assertEquals(ErrorCode.MEMORY_FULL, put(pipeline, 5_000, withId).error().code());
      pipeline.execute(
          transaction -> {
            transaction.delete(key(0));
            transaction.delete(key(1));
            return null;
          });
      awaitRoom(pipeline, 1);
      assertInstanceOf(Outcome.Committed.class, put(pipeline, 5_000, withId));
    }
  }
}

package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how many transactions the pipeline admits at the same time. */
class WindowTest {

  private static final int WIDTH = 3;
  private static final int LIMIT = 8;
  private static final int TRANSACTIONS = 40;

  /** A time that is longer than the pause before the first trial of queues for hot keys. */
  private static final long HOT_KEY_TRIAL_NS = 60_000_000_000L;

  /**
   * Submits transactions and runs the agents step by step until all transactions have ended.
   *
   * @param keys the number of keys; each transaction writes one of them
   * @return the greatest number of transactions that were in flight and did not wait for a key
   */
  private static long mostRunning(SteppedPipeline stepped, int keys) {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < TRANSACTIONS; i++) {
      OneShot add = OneShot.builder().add(Key.of("t", i % keys), 1).build();
      all.add(stepped.pipeline.submit(add).toCompletableFuture());
    }
    long most = 0;
    while (!all.stream().allMatch(CompletableFuture::isDone)) {
      stepped.step();
      PipelineLoad load = stepped.pipeline.load();
      most = Math.max(most, load.inFlight() - load.waitingForKeys());
    }
    stepped.step();
    assertEquals(0, stepped.pipeline.load().inFlight());
    assertEquals(0, stepped.pipeline.load().waitingForKeys());
    return most;
  }

  @Test
  void aFixedWindowAdmitsItsWidth() {
    PipelineConfig config =
        PipelineConfig.builder().concurrency(LIMIT).window(Window.fixed(WIDTH)).build();
    try (SteppedPipeline stepped = new SteppedPipeline(config)) {
      assertEquals(WIDTH, mostRunning(stepped, TRANSACTIONS));
    }
  }

  @Test
  void anOpenWindowAdmitsTheConcurrency() {
    PipelineConfig config = PipelineConfig.builder().concurrency(LIMIT).window(Window.OPEN).build();
    try (SteppedPipeline stepped = new SteppedPipeline(config)) {
      assertEquals(LIMIT, mostRunning(stepped, TRANSACTIONS));
    }
  }

  /**
   * A transaction that has waited for a hot key counts against the limit again when it gets its
   * turn.
   */
  @ParameterizedTest
  @CsvSource({"open, 8", "fixed:3, 3"})
  void theLimitHoldsAfterTransactionsHaveWaitedForAHotKey(String window, long most) {
    PipelineConfig config =
        PipelineConfig.builder()
            .mode(PipelineMode.BASE)
            .concurrency(LIMIT)
            .window(Window.of(window))
            .repair(false)
            .attemptBound(0)
            .hotKeyWaiting(100)
            .build();
    try (SteppedPipeline stepped = new SteppedPipeline(config)) {
      // The key becomes hot, and the pipeline then begins a trial in which transactions wait for
      // the key.
      mostRunning(stepped, 1);
      stepped.nowNs += HOT_KEY_TRIAL_NS;
      stepped.step();
      mostRunning(stepped, 1);
      assertTrue(stepped.pipeline.counters().hotKeyWaits() > 0);
      assertEquals(most, mostRunning(stepped, TRANSACTIONS));
    }
  }
}

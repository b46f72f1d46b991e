package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.SteppedPipeline;
import dev.yardmaster.processor.SteppedPipeline.Submitted;
import dev.yardmaster.processor.Window;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what happens to a transaction after a conflict. */
@Timeout(60)
class TransitionsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(TIMEOUT);

  private static PipelineConfig.Builder config() {
    return PipelineConfig.builder()
        .mode(PipelineMode.BASE)
        .repair(false)
        .window(Window.OPEN)
        .hotKeyWaiting(0)
        .attemptBound(0);
  }

  private static Submitted<OneShot.Result> add(SteppedPipeline stepped) {
    OneShot add = OneShot.builder().add(Key.of("t", 1), 1).build();
    return new Submitted<>(stepped.pipeline.submit(add, OPTIONS).toCompletableFuture());
  }

  @Test
  void aConflictAfterTheDeadlineEndsTheTransaction() {
    for (long ns : new long[] {TIMEOUT.toNanos() - 1, TIMEOUT.toNanos()}) {
      try (SteppedPipeline stepped = new SteppedPipeline(config().build())) {
        Submitted<OneShot.Result> first = add(stepped);
        Submitted<OneShot.Result> second = add(stepped);
        stepped.runs = agent -> !agent.roleName().startsWith("validat");
        for (int i = 0; i < 10; i++) {
          stepped.step();
        }
        stepped.nowNs += ns;
        stepped.runs = agent -> true;
        stepped.stepUntil(() -> first.isDone() && second.isDone());
        assertInstanceOf(Outcome.Committed.class, first.outcome());
        boolean late = ns == TIMEOUT.toNanos();
        if (late) {
          Outcome.Aborted<?> aborted = assertInstanceOf(Outcome.Aborted.class, second.outcome());
          assertEquals(AbortCause.TIMEOUT, aborted.cause());
          assertNotNull(aborted.lastConflict());
        } else {
          assertInstanceOf(Outcome.Committed.class, second.outcome());
        }
        assertEquals(late ? 0 : 1, stepped.pipeline.counters().restarts());
        assertEquals(
            late ? 1 : 0, stepped.pipeline.counters().abortedRuns().get(AbortCause.TIMEOUT));
        stepped.step();
        assertEquals(0, stepped.pipeline.load().inFlight());
      }
    }
  }

  @Test
  void theConflictIsReportedOnlyIfConflictReportsAreEnabled() {
    for (boolean reports : new boolean[] {false, true}) {
      try (SteppedPipeline stepped =
          new SteppedPipeline(config().conflictReports(reports).build())) {
        Submitted<OneShot.Result> first = add(stepped);
        Submitted<OneShot.Result> second = add(stepped);
        stepped.stepUntil(() -> first.isDone() && second.isDone());
        Outcome.Committed<?> restarted =
            assertInstanceOf(Outcome.Committed.class, second.outcome());
        assertEquals(1, restarted.restarts());
        if (reports) {
          assertNotNull(restarted.lastConflict());
        } else {
          assertNull(restarted.lastConflict());
        }
      }
    }
  }
}

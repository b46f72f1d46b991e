package dev.yardmaster.server.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.admin.WatchedPipeline;
import dev.yardmaster.server.backend.ServedPipeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the figures that a server computes every second. */
@Timeout(60)
class LiveFiguresTest {

  private long nowNs;

  private LiveFigures figures(Pipeline pipeline) {
    return new LiveFigures(
        new ServedPipeline(pipeline, PipelineConfig.defaults()),
        ConnectionFigures.NONE,
        () -> nowNs,
        () -> nowNs / 1_000_000);
  }

  @Test
  void ratesAreDifferencesByTheTimeBetween() {
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      pipeline.execute(transaction -> null);
      LiveFigures figures = figures(pipeline);
      for (int i = 0; i < 10; i++) {
        pipeline.execute(transaction -> null);
      }
      nowNs = 2_000_000_000L;
      figures.tick();
      assertEquals(5, figures.snapshot().second().committed());
      assertEquals(2, figures.snapshot().uptimeS());
      assertEquals(2_000, figures.snapshot().second().atMs());
      assertEquals(AbortCause.values().length, figures.snapshot().second().aborted().size());
      assertNull(figures.snapshot().second().log());
      nowNs = 3_000_000_000L;
      figures.tick();
      assertEquals(0, figures.snapshot().second().committed());
      figures.tick();
      assertEquals(2, figures.history().size());
    }
  }

  @Test
  void beforeTheFirstTickNothingWasDone() {
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      pipeline.execute(transaction -> null);
      LiveSnapshot first = figures(pipeline).snapshot();
      assertEquals(0, first.second().committed());
      assertEquals(0, first.second().latency().requests());
      assertFalse(first.second().queueDepths().isEmpty());
    }
  }

  @Test
  void latenciesOfAllThreadsAreOfTheSecondAndOfTheMinute() {
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      LiveFigures figures = figures(pipeline);
      RequestLatencies one = figures.latencies();
      RequestLatencies another = figures.latencies();
      for (int i = 1; i <= 500; i++) {
        one.record(i * 1_000_000L);
        another.record((500 + i) * 1_000_000L);
      }
      nowNs += 1_000_000_000L;
      figures.tick();
      LatencyFigures second = figures.snapshot().second().latency();
      assertEquals(1_000, second.requests());
      assertEquals(500_000, second.p50Us(), 5_000);
      assertEquals(950_000, second.p95Us(), 9_500);
      assertEquals(999_000, second.p999Us(), 10_000);
      assertEquals(1_000_000, second.maxUs(), 10_000);
      for (int i = 0; i < 59; i++) {
        nowNs += 1_000_000_000L;
        figures.tick();
      }
      assertEquals(0, figures.snapshot().second().latency().requests());
      assertEquals(1_000, figures.snapshot().minute().requests());
      nowNs += 1_000_000_000L;
      figures.tick();
      assertEquals(0, figures.snapshot().minute().requests());
    }
  }

  @Test
  void answersThatAreWrittenTogetherEndAtTheSameTime() {
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      LiveFigures figures = figures(pipeline);
      RequestLatencies latencies = figures.latencies();
      long arrivedNs = latencies.nowNs();
      for (int i = 0; i < 3_000; i++) {
        latencies.answered(arrivedNs);
        nowNs += 1_000;
      }
      latencies.written();
      latencies.written();
      nowNs += 1_000_000_000L;
      figures.tick();
      LatencyFigures second = figures.snapshot().second().latency();
      assertEquals(3_000, second.requests());
      assertEquals(3_000, second.maxUs(), 30);
      assertEquals(2_048, second.p50Us(), 21);
    }
  }

  @Test
  void latenciesOutOfRangeAreTakenAsTheRangesEnds() {
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      LiveFigures figures = figures(pipeline);
      RequestLatencies latencies = figures.latencies();
      latencies.record(-5);
      latencies.record(Long.MAX_VALUE);
      nowNs += 1_000_000_000L;
      figures.tick();
      assertEquals(2, figures.snapshot().second().latency().requests());
      assertEquals(60_000_000, figures.snapshot().second().latency().maxUs(), 600_000);
    }
  }

  @Test
  void aFinalValidationThatIsBusyForTenSecondsIsAWarning() {
    try (BusyPipeline busy = new BusyPipeline()) {
      LiveFigures figures = busy.figures();
      for (int i = 0; i < 9; i++) {
        busy.second(0.8);
        assertEquals(Optional.empty(), figures.warning());
      }
      busy.second(0.8);
      assertEquals(0.8, figures.snapshot().second().finalValidation(), 0.001);
      assertEquals(
          Optional.of(
              "the final validation runs on one thread, and was busy for 80% of the last 10"
                  + " seconds"),
          figures.warning());
      busy.second(0.69);
      assertEquals(Optional.empty(), figures.warning());
    }
  }

  @Test
  void tenMinutesAreKept() {
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      LiveFigures figures = figures(pipeline);
      for (int i = 0; i < 700; i++) {
        nowNs += 1_000_000_000L;
        figures.tick();
      }
      List<LiveSecond> history = figures.history();
      assertEquals(LiveFigures.HISTORY_SECONDS, history.size());
      assertEquals(101_000, history.get(0).atMs());
      assertEquals(700_000, history.get(599).atMs());
    }
  }

  @Test
  void conflictsAreShownAndSurviveJson() throws IOException {
    try (WatchedPipeline watched = new WatchedPipeline()) {
      long deadlineNs = System.nanoTime() + 30_000_000_000L;
      do {
        watched.second(200);
      } while (watched.live().snapshot().hotKeys().isEmpty() && System.nanoTime() < deadlineNs);
      LiveSnapshot snapshot = watched.live().snapshot();
      assertEquals(WatchedPipeline.HOT.toString(), snapshot.hotKeys().get(0).key());
      assertTrue(
          List.of("deposit", "withdraw").contains(snapshot.pairs().get(0).procedure()),
          snapshot.toString());
      assertEquals(snapshot, LiveJson.snapshot(LiveJson.of(snapshot)));
    }
  }

  @Test
  void aDurablePipelineHasALog(@TempDir Path directory) {
    try (WatchedPipeline watched = WatchedPipeline.durable(directory)) {
      watched.second(50);
      LogFigures log = watched.live().snapshot().second().log();
      assertNotNull(log);
      assertEquals(50, log.transactions());
      assertTrue(log.forces() >= 1 && log.bytes() > 50, log.toString());
    }
  }

  @Test
  void refusalsInEverySecondAreOverload() throws InterruptedException {
    PipelineConfig config = PipelineConfig.builder().concurrency(1).waitingTransactions(2).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      LiveFigures figures = figures(pipeline);
      CountDownLatch entered = new CountDownLatch(1);
      CountDownLatch leave = new CountDownLatch(1);
      Thread holder =
          new Thread(
              () ->
                  pipeline.execute(
                      transaction -> {
                        transaction.getLong(WatchedPipeline.HOT);
                        entered.countDown();
                        try {
                          leave.await();
                        } catch (InterruptedException e) {
                          throw new AssertionError(e);
                        }
                        return null;
                      }));
      holder.start();
      entered.await();
      for (int second = 0; second < 3; second++) {
        assertFalse(figures.isOverloadedFor(3));
        boolean refused = false;
        while (!refused) {
          refused =
              pipeline
                      .submit(
                          OneShot.PROCEDURE, OneShot.builder().read(WatchedPipeline.HOT).build())
                      .toCompletableFuture()
                      .getNow(null)
                  instanceof Outcome.Rejected;
        }
        nowNs += 1_000_000_000L;
        figures.tick();
      }
      assertTrue(figures.isOverloadedFor(3));
      nowNs += 1_000_000_000L;
      figures.tick();
      assertFalse(figures.isOverloadedFor(3));
      leave.countDown();
      holder.join();
    }
  }
}

package dev.yardmaster.play.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pauses and closes the pipeline of the prompt. */
@Timeout(60)
class BatchedPipelineTest {

  private static final Key KEY = Key.of("play", "x");

  @Test
  void nothingHappensDuringAPauseAndEverythingAfterwards() throws Exception {
    try (BatchedPipeline pipeline = new BatchedPipeline(true)) {
      List<CompletableFuture<Outcome<OneShot.Result>>> outcomes = new ArrayList<>();
      pipeline.inOneBatch(
          () -> {
            for (int i = 0; i < 3; i++) {
              outcomes.add(
                  pipeline
                      .service()
                      .submit(OneShot.builder().read(KEY).put(KEY, Values.ofLong(i)).build())
                      .toCompletableFuture());
            }
            assertThrows(
                TimeoutException.class, () -> outcomes.get(0).get(50, TimeUnit.MILLISECONDS));
          });
      for (var outcome : outcomes) {
        assertInstanceOf(Outcome.Committed.class, outcome.get(30, TimeUnit.SECONDS));
      }
      assertEquals(1, pipeline.counters().batches(), pipeline.counters().toString());
      assertEquals(3, pipeline.counters().committed());
    }
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().equals("play-pipeline")),
        "the thread of the pipeline has ended");
  }

  @Test
  void aVisibleCommitIsReadByTheNextTransaction() throws InterruptedException {
    TransactionOptions oneAttempt = TransactionOptions.defaults().withMaxAttempts(1);
    try (BatchedPipeline pipeline = new BatchedPipeline(true)) {
      for (long i = 1; i <= 2_000; i++) {
        byte[] value = Values.ofLong(i);
        Outcome<byte[]> written =
            pipeline
                .service()
                .execute(
                    transaction -> {
                      byte[] before = transaction.get(KEY);
                      transaction.put(KEY, value);
                      return before;
                    },
                    oneAttempt);
        var committed = assertInstanceOf(Outcome.Committed.class, written, "transaction " + i);
        pipeline.awaitVisible(committed.commitVersion());
      }
    }
  }
}

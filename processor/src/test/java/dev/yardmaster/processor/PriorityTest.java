package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Priority;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Tests the effects of a higher priority: earlier admission, and a lower probability of becoming a
 * victim.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Callbacks record the end of each transaction.
class PriorityTest {

  private final List<Priority> ended = new ArrayList<>();

  private CompletableFuture<Outcome<OneShot.Result>> submit(
      SteppedPipeline stepped, Priority priority, Key key) {
    return stepped
        .pipeline
        .submit(
            OneShot.builder().add(key, 1).build(),
            TransactionOptions.defaults().withPriority(priority))
        .whenComplete((outcome, thrown) -> ended.add(priority))
        .toCompletableFuture();
  }

  private static Key own(int number) {
    return Key.of("own", number);
  }

  @Test
  void theUrgentAreLetInFirst() {
    PipelineConfig one = PipelineConfig.builder().concurrency(1).build();
    try (SteppedPipeline stepped = new SteppedPipeline(one)) {
      for (int i = 0; i < 3; i++) {
        submit(stepped, Priority.BATCH, own(i));
        submit(stepped, Priority.NORMAL, own(10 + i));
        submit(stepped, Priority.HIGH, own(20 + i));
      }
      stepped.stepUntil(() -> ended.size() == 9);
    }
    List<Priority> sorted = new ArrayList<>(ended);
    sorted.sort(null);
    assertEquals(sorted, ended);
  }

  @Test
  void whoWaitsIsLetInAtLastHoweverManyAreMoreUrgent() {
    PipelineConfig one = PipelineConfig.builder().concurrency(1).waitingTransactions(16).build();
    try (SteppedPipeline stepped = new SteppedPipeline(one)) {
      submit(stepped, Priority.BATCH, own(1));
      submit(stepped, Priority.NORMAL, own(2));
      for (int i = 0; i < 8; i++) {
        submit(stepped, Priority.HIGH, own(3));
      }
      int most = 100;
      while (!(ended.contains(Priority.BATCH) && ended.contains(Priority.NORMAL))) {
        int before = ended.size();
        assertTrue(
            before < most, "less urgent transactions must not wait behind " + before + " others");
        stepped.stepUntil(() -> ended.size() > before);
        submit(stepped, Priority.HIGH, own(3));
      }
    }
  }

  @Test
  void ofAPairThatCannotBothCommitTheUrgentOneIsSpared() {
    PipelineConfig batching =
        PipelineConfig.builder().mode(PipelineMode.VC).batchSize(64).repair(false).build();
    int pairs = 20;
    try (SteppedPipeline stepped = new SteppedPipeline(batching)) {
      List<CompletableFuture<Outcome<OneShot.Result>>> batch = new ArrayList<>();
      List<CompletableFuture<Outcome<OneShot.Result>>> high = new ArrayList<>();
      for (int i = 0; i < pairs; i++) {
        // The less urgent transaction is older and would win without priorities.
        batch.add(submit(stepped, Priority.BATCH, own(i)));
        high.add(submit(stepped, Priority.HIGH, own(i)));
      }
      stepped.stepUntil(() -> ended.size() == 2 * pairs);
      assertEquals(0, restarts(high));
      assertTrue(restarts(batch) >= pairs);
    }
  }

  private static int restarts(List<CompletableFuture<Outcome<OneShot.Result>>> stages) {
    return stages.stream()
        .mapToInt(stage -> ((Outcome.Committed<?>) stage.join()).restarts())
        .sum();
  }

  @Test
  void aRefusalSaysWhenToTryAgain() {
    PipelineConfig small = PipelineConfig.builder().concurrency(1).waitingTransactions(2).build();
    try (SteppedPipeline stepped = new SteppedPipeline(small)) {
      CompletableFuture<Outcome<OneShot.Result>> last;
      do {
        last = submit(stepped, Priority.BATCH, own(1));
      } while (!last.isDone());
      YardmasterException error = assertInstanceOf(Outcome.Rejected.class, last.join()).error();
      assertEquals(ErrorCode.OVERLOADED, error.code());
      assertTrue(error.retryAfter().isPresent(), error.getMessage());
      CompletableFuture<Outcome<OneShot.Result>> urgent = submit(stepped, Priority.HIGH, own(2));
      stepped.stepUntil(urgent::isDone);
      assertInstanceOf(
          Outcome.Committed.class, urgent.join(), "each priority must have its own queue");
      stepped.stepUntil(() -> ended.size() >= 4);
    }
  }
}

package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.ReorderConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/**
 * Tests how many requests the final validation decides in a duty cycle, with and without batches.
 */
class DutyCycleTest {

  private static final int BATCH_SIZE = 2;

  private final Watermark watermark = new Watermark(BATCH_SIZE);
  private final Queue<ValidationRequest> answers = new ArrayDeque<>();
  private final Queue<ValidationRequest> single = new ArrayDeque<>();
  private final Queue<Batch> batches = new ArrayDeque<>();
  private final Queue<Batch> free = new ArrayDeque<>();
  private long nowNs;
  private final BackwardValidation validation =
      new BackwardValidation(
          new ValidatorConfig(
              false, false, BATCH_SIZE, 0, 1, 1, false, 1_000, false, ReorderConfig.DEFAULT),
          new CommittedVersions(16),
          watermark,
          new LogicalRanges(watermark),
          new Reservations(1_000_000, watermark, () -> nowNs),
          null,
          () -> nowNs,
          new ValidatorCounters());
  private final DirectValidator direct =
      new DirectValidator("direct", single, validation, BATCH_SIZE, () -> nowNs);
  private final BatchValidator batching =
      new BatchValidator("batching", batches, single, validation, BATCH_SIZE, () -> nowNs);

  private ValidationRequest writer(long id) {
    ValidationRequest request = new ValidationRequest((int) id, answers);
    request.begin(id, 0, 1);
    request.write(id, 0);
    return request;
  }

  /** Returns a transaction with a stale read, whose repair takes the whole budget of a batch. */
  private ValidationRequest slow(long id) {
    ValidationRequest request = new ValidationRequest((int) id, answers);
    request.begin(id, 0, 1);
    SumTransaction transaction =
        new SumTransaction(request, id).reads(1, 0, 0).whileItRuns(() -> nowNs += 1_000).fill();
    request.transaction(transaction, true, true);
    return request;
  }

  private void commitKeyOne() {
    ValidationRequest request = new ValidationRequest(0, answers);
    request.begin(100, 0, 1);
    SumTransaction transaction = new SumTransaction(request, 100).writes(1).fill();
    request.transaction(transaction, true, false);
    assertTrue(validation.decide(request));
    watermark.installed(1);
  }

  private Batch batch(ValidationRequest... requests) {
    Batch batch = new Batch(BATCH_SIZE, free);
    for (ValidationRequest request : requests) {
      batch.add(request);
    }
    return batch;
  }

  private void decidesOnlyWhileVersionsHaveRoom(ValidatorAgent agent) {
    for (long id = 1; id <= 3; id++) {
      single.add(writer(id));
    }
    assertEquals(BATCH_SIZE, agent.doWork());
    assertEquals(0, agent.doWork(), "there is no room for versions");
    watermark.installed(1);
    watermark.installed(2);
    assertEquals(1, agent.doWork());
    assertEquals(0, agent.doWork());
    assertEquals(3, answers.size());
  }

  private void eachDutyCycleHasTheBudgetOfABatch(ValidatorAgent agent) {
    commitKeyOne();
    for (long id = 2; id <= 5; id++) {
      single.add(slow(id));
    }
    agent.doWork();
    agent.doWork();
    assertEveryOtherOneIsRepaired();
  }

  private void assertEveryOtherOneIsRepaired() {
    List<Decision> decisions = new ArrayList<>();
    answers.forEach(answer -> decisions.add(answer.decision()));
    assertEquals(
        List.of(Decision.COMMIT, Decision.VALIDATION, Decision.COMMIT, Decision.VALIDATION),
        decisions);
  }

  @Test
  void singleRequestsWaitForRoomWithoutBatches() {
    decidesOnlyWhileVersionsHaveRoom(direct);
  }

  @Test
  void singleRequestsWaitForRoomBesideBatches() {
    decidesOnlyWhileVersionsHaveRoom(batching);
  }

  @Test
  void batchesWaitForRoom() {
    batches.add(batch(writer(1), writer(2)));
    batches.add(batch(writer(3)));
    assertEquals(BATCH_SIZE, batching.doWork());
    assertEquals(0, batching.doWork(), "there is no room for versions");
    watermark.installed(1);
    watermark.installed(2);
    assertEquals(1, batching.doWork());
    assertEquals(2, free.size());
    assertEquals(3, answers.size());
  }

  @Test
  void singleRequestsHaveTheBudgetOfABatchWithoutBatches() {
    eachDutyCycleHasTheBudgetOfABatch(direct);
  }

  @Test
  void singleRequestsHaveTheBudgetOfABatchBesideBatches() {
    eachDutyCycleHasTheBudgetOfABatch(batching);
  }

  @Test
  void eachBatchHasItsBudget() {
    commitKeyOne();
    batches.add(batch(slow(2), slow(3)));
    batches.add(batch(slow(4), slow(5)));
    batching.doWork();
    batching.doWork();
    assertEveryOtherOneIsRepaired();
  }
}

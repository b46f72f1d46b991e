package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.reorder.ReorderConfig;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class BatchPreparerTest {

  private static final long MAX_AGE_NS = 100;

  private final Queue<ValidationRequest> inbox = new ArrayDeque<>();
  private final Queue<Batch> next = new ArrayDeque<>();
  private final Queue<Batch> free = new ArrayDeque<>();
  private long nowNs;
  private final BatchPreparer preparer =
      new BatchPreparer(
          "preparer",
          inbox,
          next,
          next,
          new ArrayDeque<>(),
          free,
          4,
          3,
          1,
          BatchSettings.fixed(
              new ValidatorConfig(
                  true, true, 3, MAX_AGE_NS, 1, 1, false, 1_000, 1_000, ReorderConfig.DEFAULT)),
          () -> nowNs);

  private void arrive(int requests) {
    for (int i = 0; i < requests; i++) {
      inbox.add(new ValidationRequest(i, new ArrayDeque<>()));
    }
  }

  @Test
  void aLoneRequestOnAnIdleSystemDoesNotWait() {
    arrive(1);
    preparer.doWork();
    assertEquals(1, next.size());
    assertEquals(1, preparer.counter(ValidatorCounter.CLOSED_IDLE));
  }

  @Test
  void aFullBatchIsClosedEvenWhenTheNextStageIsBusy() {
    arrive(7);
    preparer.doWork();
    assertEquals(2, next.size());
    assertEquals(2, preparer.counter(ValidatorCounter.CLOSED_FULL));
    assertEquals(0, preparer.counter(ValidatorCounter.CLOSED_IDLE));
  }

  @Test
  void whileTheNextStageIsBusyABatchWaitsForItsAgeLimit() {
    arrive(1);
    preparer.doWork();
    arrive(1);
    preparer.doWork();
    assertEquals(1, next.size());
    // Later arrivals must not rejuvenate the batch: its age is that of its oldest request.
    nowNs = MAX_AGE_NS - 1;
    arrive(1);
    preparer.doWork();
    assertEquals(1, next.size());
    nowNs = MAX_AGE_NS;
    preparer.doWork();
    assertEquals(2, next.size());
    assertEquals(1, preparer.counter(ValidatorCounter.CLOSED_AGE));
  }

  @Test
  void aBatchIsClosedWhenTheNextStageBecomesIdle() {
    arrive(1);
    preparer.doWork();
    arrive(1);
    preparer.doWork();
    next.remove().release();
    preparer.doWork();
    assertEquals(1, next.size());
    assertEquals(2, preparer.counter(ValidatorCounter.CLOSED_IDLE));
  }

  @Test
  void whatWaitsBehindItIsBounded() {
    arrive(100);
    preparer.doWork();
    assertEquals(4, next.size());
    assertEquals(100 - 4 * 3, inbox.size());
    next.remove().release();
    preparer.doWork();
    assertEquals(4, next.size());
  }
}

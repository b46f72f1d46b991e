package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class BatchPreparerTest {

  private static final long MAX_AGE_NS = 100;

  private final Queue<ValidationRequest> inbox = new ArrayDeque<>();
  private final Queue<Batch> next = new ArrayDeque<>();
  private final Queue<Batch> toValidate = new ArrayDeque<>();
  private final Queue<ValidationRequest> direct = new ArrayDeque<>();
  private final Queue<Batch> free = new ArrayDeque<>();
  private final SwitchedBatches settings = new SwitchedBatches(3, MAX_AGE_NS);
  private long nowNs;
  private final BatchPreparer preparer = preparer(toValidate);

  private BatchPreparer preparer(Queue<Batch> withoutWorkers) {
    return new BatchPreparer(
        "preparer", inbox, next, withoutWorkers, direct, free, 4, 3, 1, settings, () -> nowNs);
  }

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
    // Later arrivals must not reset the age of the batch, which is the age of its oldest request.
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

  private ValidationRequest arrive(long id, int restarts, long readKey, long writtenKey) {
    ValidationRequest request = new ValidationRequest((int) id, new ArrayDeque<>());
    request.begin(id, restarts, 1);
    request.read(readKey, 0);
    request.write(writtenKey, 0);
    inbox.add(request);
    return request;
  }

  private static List<Integer> slots(Queue<ValidationRequest> requests) {
    return requests.stream().map(ValidationRequest::slot).toList();
  }

  private static List<Integer> slots(Batch batch) {
    List<Integer> slots = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      slots.add(batch.request(i).slot());
    }
    return slots;
  }

  private void assertProbes(int probes, int edges) {
    assertEquals(probes, preparer.counter(ValidatorCounter.PROBES), "probes");
    assertEquals(edges, preparer.counter(ValidatorCounter.EDGES_PROBED), "edges");
  }

  @Test
  void whileReorderingIsOffRequestsGoOneByOne() {
    settings.reordering = false;
    arrive(7);
    while (preparer.doWork() > 0) {}
    assertEquals(7, direct.size());
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6), slots(direct).stream().sorted().toList());
    assertEquals(0, next.size() + toValidate.size());
    assertEquals(4, free.size());
    assertEquals(7, preparer.counter(ValidatorCounter.REQUESTS));
  }

  @Test
  void onlySoManyArePassedOnInOneDutyCycleAsABatchHolds() {
    settings.reordering = false;
    arrive(100);
    int taken = preparer.doWork();
    // The preparer may poll one more request to test it for conflicts; it must pass this request
    // to the next stage too.
    assertTrue(taken >= 3 && taken <= 4, "taken=" + taken);
    assertEquals(taken, direct.size());
    assertEquals(100 - taken, inbox.size());
  }

  @Test
  void withoutWorkersThereAreBatchesAlthoughNothingIsReordered() {
    settings.reordering = false;
    free.clear();
    BatchPreparer alone = preparer(next);
    ValidationRequest request = arrive(1, 0, 10, 11);
    alone.doWork();
    assertEquals(0, direct.size());
    assertSame(request, next.remove().request(0));
  }

  @Test
  void aBatchOpenWhenReorderingEndsIsNotReordered() {
    arrive(1, 0, 10, 11);
    preparer.doWork();
    ValidationRequest second = arrive(2, 0, 20, 21);
    ValidationRequest third = arrive(3, 0, 30, 31);
    preparer.doWork();
    assertTrue(next.remove().request(0).isOrdered());
    settings.reordering = false;
    arrive(4, 0, 40, 41);
    nowNs = MAX_AGE_NS;
    preparer.doWork();
    assertEquals(0, next.size());
    assertEquals(List.of(2, 3), slots(toValidate.remove()));
    assertEquals(0, toValidate.size());
    assertEquals(List.of(4), slots(direct));
    assertEquals(List.of(false, false), List.of(second.isOrdered(), third.isOrdered()));
  }

  @Test
  void whenReorderingBeginsAgainThereAreBatchesAgain() {
    settings.reordering = false;
    arrive(1);
    preparer.doWork();
    assertEquals(1, direct.size());
    settings.reordering = true;
    ValidationRequest request = arrive(9, 0, 10, 11);
    arrive(8, 0, 20, 21);
    arrive(7, 0, 30, 31);
    preparer.doWork();
    assertEquals(1, direct.size());
    assertEquals(0, toValidate.size());
    assertEquals(List.of(9, 8, 7), slots(next.remove()));
    assertTrue(request.isOrdered());
  }

  @Test
  void aSmallerBatchSizeClosesTheOpenBatchAtTheNextRequest() {
    arrive(1);
    preparer.doWork();
    arrive(1);
    preparer.doWork();
    assertEquals(1, next.size());
    settings.batchSize = 1;
    preparer.doWork();
    assertEquals(1, next.size(), "nothing has arrived");
    arrive(3);
    preparer.doWork();
    assertEquals(List.of(1, 2, 1, 1), next.stream().map(Batch::size).toList());
  }

  @Test
  void pairsAreLookedAtForWhetherTheEarlierReadsWhatTheLaterWrites() {
    for (boolean reordering : new boolean[] {true, false}) {
      int before = reordering ? 0 : 2;
      settings.reordering = reordering;
      settings.batchSize = 2;
      arrive(1, 0, 10, 11);
      arrive(2, 0, 20, 10);
      preparer.doWork();
      assertProbes(before + 1, before / 2 + 1);
      arrive(1, 0, 10, 11);
      arrive(2, 0, 11, 20);
      preparer.doWork();
      assertProbes(before + 2, before / 2 + 1);
    }
  }

  @Test
  void noRequestIsLookedAtForAnEdgeToItself() {
    arrive(1, 0, 10, 10);
    preparer.doWork();
    assertProbes(0, 0);
    arrive(1, 0, 11, 11);
    arrive(2, 0, 12, 12);
    arrive(3, 0, 13, 13);
    preparer.doWork();
    assertProbes(1, 0);
    settings.reordering = false;
    arrive(1, 0, 10, 10);
    preparer.doWork();
    assertProbes(1, 0);
  }

  @Test
  void onlyFirstAttemptsAreLookedAt() {
    settings.batchSize = 2;
    for (boolean reordering : new boolean[] {true, false}) {
      settings.reordering = reordering;
      arrive(1, 1, 10, 11);
      arrive(2, 0, 11, 10);
      preparer.doWork();
      arrive(1, 0, 10, 11);
      arrive(2, 3, 11, 10);
      preparer.doWork();
      ValidationRequest ask = arrive(1, 0, 10, 11);
      ask.beginReservation(1, 0, false, 0);
      ask.read(10, 0);
      arrive(2, 0, 11, 10);
      preparer.doWork();
      arrive(1, 0, 10, 11);
      arrive(2, 0, 11, 10).beginRelease(2, 0);
      preparer.doWork();
      while (preparer.doWork() > 0) {}
      for (Batch batch; (batch = next.poll()) != null; ) {
        batch.release();
      }
    }
    assertProbes(0, 0);
    assertEquals(16, preparer.counter(ValidatorCounter.REQUESTS));
  }
}

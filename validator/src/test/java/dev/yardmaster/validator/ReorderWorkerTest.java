package dev.yardmaster.validator;

import static dev.yardmaster.validator.Keys.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/**
 * Tests the batches that a reorder worker passes to the final validation, and the requests that it
 * answers itself.
 */
class ReorderWorkerTest {

  private static final int BATCH_SIZE = 10;
  private static final long STALE_KEY = 5;

  private final Queue<Batch> inbox = new ArrayDeque<>();
  private final Queue<Batch> next = new ArrayDeque<>();
  private final Queue<Batch> free = new ArrayDeque<>();
  private final Queue<ValidationRequest> answers = new ArrayDeque<>();
  private final CommittedVersions committed = new CommittedVersions(64);
  private final SwitchedBatches settings = new SwitchedBatches(BATCH_SIZE, 0);
  private final ReorderWorker worker =
      new ReorderWorker(
          "reorder",
          inbox,
          next,
          committed,
          new AccessSets(),
          ReorderConfig.DEFAULT,
          settings,
          BATCH_SIZE,
          true,
          () -> 0);
  private final Batch batch = new Batch(BATCH_SIZE, free);

  ReorderWorkerTest() {
    committed.committed(STALE_KEY, 7);
  }

  private ValidationRequest add(int number) {
    ValidationRequest request = new ValidationRequest(number, answers);
    request.begin(number, 0, 1);
    batch.add(request);
    return request;
  }

  private ValidationRequest addRepairable(int number) {
    ValidationRequest request = add(number);
    request.transaction(new SumTransaction(request, number), true, true);
    return request;
  }

  private static void update(ValidationRequest request, long readKey, long writtenKey) {
    request.read(readKey, 0);
    request.write(writtenKey, 0);
  }

  /** Returns the requests that were passed to the final validation, in their order. */
  private List<Integer> passedOn() {
    inbox.add(batch);
    worker.doWork();
    List<Integer> numbers = new ArrayList<>();
    Batch out = next.remove();
    for (int i = 0; i < out.size(); i++) {
      numbers.add(out.request(i).slot());
    }
    return numbers;
  }

  private List<String> answered() {
    return answers.stream().map(answer -> answer.slot() + ":" + answer.decision()).toList();
  }

  @Test
  void whatIsStaleIsAnsweredUnlessItCanBeRepaired() {
    update(addRepairable(1), STALE_KEY, 20);
    update(add(2), STALE_KEY, 21);
    update(add(3), 30, 31);
    update(addRepairable(4), 40, 41);
    assertEquals(List.of(3, 4, 1), passedOn());
    assertEquals(List.of("2:PRE_VALIDATION"), answered());
    assertEquals(1, worker.counter(ValidatorCounter.PRE_VALIDATION_ABORTS));
  }

  @Test
  void aVictimThatCanBeRepairedGoesBehindTheSurvivors() {
    update(addRepairable(1), 10, 11);
    update(add(2), 11, 10);
    update(add(3), 30, 31);
    List<Integer> order = passedOn();
    assertEquals(1, order.get(2));
    assertEquals(3, order.size());
    assertEquals(List.of(), answered());
    assertEquals(1, worker.counter(ValidatorCounter.VICTIMS));
  }

  @Test
  void aVictimThatCannotBeRepairedIsAnsweredAtOnceWithItsConflict() {
    update(add(1), 10, 11);
    update(add(2), 11, 10);
    update(add(3), 30, 31);
    List<Integer> order = passedOn();
    assertEquals(2, order.size());
    ValidationRequest victim = answers.remove();
    assertEquals(Decision.VICTIM, victim.decision());
    assertEquals(0, victim.conflictingRead());
    assertEquals(victim.slot() == 1 ? 2 : 1, victim.otherTransaction());
    assertEquals(0, answers.size());
  }

  private void addScan(int number, int from, int to, int written) {
    ValidationRequest request = add(number);
    request.transaction(new RangeTransaction(from, to, written), false, false);
    request.predicate(0, key(from), key(to), 0);
    request.write(written, 0);
  }

  @Test
  void aScanComesBeforeWhatIsWrittenIntoItsRange() {
    addScan(1, 0, 1, 55);
    addScan(2, 0, 1, 60);
    addScan(3, 50, 60, 70);
    List<Integer> order = passedOn();
    assertEquals(3, order.size());
    assertTrue(
        order.indexOf(3) < order.indexOf(1),
        "request 3 scans a key that request 1 writes, so it must come first: " + order);
    assertEquals(1, worker.counter(ValidatorCounter.EDGES));
  }

  @Test
  void scansThatWriteIntoEachOthersRangesCannotBothCommit() {
    addScan(1, 0, 10, 25);
    addScan(2, 20, 30, 5);
    assertEquals(1, passedOn().size());
    assertEquals(Decision.VICTIM, answers.remove().decision());
  }

  @Test
  void whatCannotBeRepairedIsSparedForAnyNumberThatCan() {
    update(add(1), 10, 11);
    update(addRepairable(2), 11, 10);
    update(addRepairable(3), 11, 10);
    update(addRepairable(4), 11, 10);
    List<Integer> order = passedOn();
    assertEquals(1, order.get(0));
    assertEquals(4, order.size());
    assertEquals(List.of(), answered());
  }

  @Test
  void behindTheSurvivorsComeStaleOnesThenVictimsThenWhatIsReserved() {
    ValidationRequest reserved = add(1);
    reserved.reserved();
    update(reserved, STALE_KEY, 70);
    ValidationRequest ask = add(2);
    ask.beginReservation(2, 0, false, 0);
    ask.read(STALE_KEY, 0);
    update(addRepairable(3), 10, 11);
    update(addRepairable(4), STALE_KEY, 20);
    update(add(5), 11, 10);
    ValidationRequest release = add(6);
    release.beginRelease(6, 0);
    update(add(7), 30, 31);
    List<Integer> order = passedOn();
    assertEquals(List.of(4, 3, 1, 2, 6), order.subList(2, 7));
    for (int i = 0; i < BATCH_SIZE && i < order.size(); i++) {
      assertEquals(i < 2, batch.request(i).isOrdered(), "position=" + i);
    }
    assertEquals(List.of(), answered());
  }

  @Test
  void theNextBatchHasNothingLeftOfTheLast() {
    update(addRepairable(1), STALE_KEY, 20);
    ValidationRequest ask = add(2);
    ask.beginReservation(2, 0, false, 0);
    assertEquals(List.of(1, 2), passedOn());
    batch.release();
    free.remove();
    update(add(3), 30, 31);
    assertEquals(List.of(3), passedOn());
  }

  @Test
  void theSettingsSayWhichAlgorithmReordersTheNextBatch() {
    settings.solver = Solver.SORT;
    for (int reordered = 1; reordered <= 2; reordered++) {
      update(add(1), 10, 11);
      update(add(2), 11, 10);
      assertEquals(1, passedOn().size());
      assertEquals(reordered, worker.counter(ValidatorCounter.REORDERED));
      assertEquals(1, worker.counter(ValidatorCounter.REORDERED_BY_DEGREE));
      batch.release();
      free.remove();
      settings.solver = ReorderConfig.DEFAULT.solver();
    }
    assertEquals(2, worker.counter(ValidatorCounter.VICTIMS));
    settings.solver = Solver.SORT;
    update(add(1), 10, 11);
    update(add(2), 11, 10);
    assertEquals(1, passedOn().size());
    assertEquals(2, worker.counter(ValidatorCounter.REORDERED_BY_DEGREE));
  }

  @Test
  void aBatchOfWhichNothingIsLeftReturnsToItsPreparer() {
    update(add(1), STALE_KEY, 20);
    inbox.add(batch);
    worker.doWork();
    assertEquals(0, next.size());
    assertEquals(1, free.size());
  }
}

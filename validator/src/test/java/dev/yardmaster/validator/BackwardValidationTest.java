package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class BackwardValidationTest {

  private static final ValidatorConfig CONFIG =
      new ValidatorConfig(false, false, 1, 0, 1, 1, false, 1_000, false, ReorderConfig.DEFAULT);

  private final Watermark watermark = new Watermark(8);
  private final CommittedVersions committed = new CommittedVersions(4);
  private final ValidatorCounters counters = new ValidatorCounters();
  private long nowNs;
  private final BackwardValidation validation =
      new BackwardValidation(
          CONFIG,
          committed,
          watermark,
          new LogicalRanges(watermark),
          reservations(watermark),
          null,
          () -> nowNs,
          counters);

  private Reservations reservations(Watermark of) {
    return new Reservations(1_000, of, () -> nowNs);
  }

  private static ValidationRequest request(long id) {
    ValidationRequest request = new ValidationRequest(0, new ArrayDeque<>());
    request.begin(id, 0, 1);
    return request;
  }

  private ValidationRequest write(long id, long key) {
    ValidationRequest request = request(id);
    request.write(key, 0);
    assertTrue(validation.decide(request));
    return request;
  }

  private static SumTransaction transaction(long id) {
    return transaction(id, new ArrayDeque<>());
  }

  private static SumTransaction transaction(long id, Queue<ValidationRequest> answers) {
    ValidationRequest request = new ValidationRequest(0, answers);
    request.begin(id, 0, 1);
    return new SumTransaction(request, id);
  }

  /** Decides on a request of a repairable transaction. */
  private ValidationRequest decide(SumTransaction transaction) {
    ValidationRequest request = transaction.fill().request();
    request.transaction(transaction, true, true);
    assertTrue(validation.decide(request));
    return request;
  }

  private void assertRemembered(long key, long value, long version) {
    int entry = committed.find(SumTransaction.fingerprint(key));
    assertTrue(committed.remembers(entry, Keys.key(key)), "key=" + key);
    assertEquals(value, SumTransaction.number(committed.value(entry)), "key=" + key);
    assertEquals(version, committed.version(entry), "key=" + key);
  }

  @Test
  void versionsCountUpFromOne() {
    assertEquals(1, write(100, 1).commitVersion());
    assertEquals(2, write(101, 2).commitVersion());
  }

  @Test
  void aTransactionThatOnlyReadsTakesNoVersion() {
    ValidationRequest reader = request(100);
    reader.read(1, 0);
    assertTrue(validation.decide(reader));
    assertEquals(Decision.COMMIT, reader.decision());
    assertEquals(0, reader.commitVersion());
    assertEquals(1, write(101, 1).commitVersion());
  }

  @Test
  void aStaleReadNamesKeyVersionAndTransaction() {
    write(100, 1);
    write(101, 2);
    ValidationRequest stale = request(102);
    stale.read(1, 1);
    stale.read(2, 1);
    stale.write(1, 0);
    assertTrue(validation.decide(stale));
    assertEquals(Decision.VALIDATION, stale.decision());
    assertEquals(1, stale.conflictingRead());
    assertEquals(2, stale.foundVersion());
    assertEquals(101, stale.otherTransaction());
    assertEquals(3, write(103, 1).commitVersion(), "an aborted transaction must leave no trace");
  }

  @Test
  void aReadOfItsOwnWrittenKeyIsNoConflict() {
    write(100, 1);
    ValidationRequest update = request(101);
    update.read(1, 1);
    update.write(1, 0);
    assertTrue(validation.decide(update));
    assertEquals(Decision.COMMIT, update.decision());
  }

  @Test
  void whatMustBeOnDiskGoesToTheLogInCommitOrder() {
    Queue<ValidationRequest> log = new ArrayDeque<>();
    Queue<ValidationRequest> answers = new ArrayDeque<>();
    BackwardValidation logging = validation(CONFIG, log);
    SumTransaction writer = transaction(100, answers).reads(1, 0, 0).writes(1);
    SumTransaction reader = transaction(101, answers).reads(2, 0, 0);
    SumTransaction repairedReader = transaction(102, answers).reads(1, 0, 0);
    SumTransaction repairedWriter = transaction(103, answers).reads(1, 0, 0).writes(2);
    SumTransaction stale = transaction(104, answers).reads(2, 0, 0).endsWith(Rerun.OVERDUE);
    List<SumTransaction> all = List.of(writer, reader, repairedReader, repairedWriter, stale);
    for (SumTransaction transaction : all) {
      ValidationRequest request = transaction.fill().request();
      request.transaction(transaction, true, true);
      assertTrue(logging.decide(request));
      logging.answer(request);
    }
    // The repaired reader has read a value that is not on disk yet, so its answer must wait for the
    // log.
    assertEquals(
        List.of(writer.request(), repairedReader.request(), repairedWriter.request()),
        List.copyOf(log));
    assertEquals(List.of(reader.request(), stale.request()), List.copyOf(answers));
    assertEquals(
        List.of(1, 0, 0, 1, 0), all.stream().map(SumTransaction::logged).toList(), "with writes");
  }

  @Test
  void afterARestartOnlyWhatTheWatermarkCoversCommits() {
    CommittedVersions empty = new CommittedVersions(4);
    Watermark later = new Watermark(8);
    empty.startAfter(1_000);
    later.startAfter(1_000);
    assertEquals(1_000, later.get());
    BackwardValidation next =
        new BackwardValidation(
            CONFIG,
            empty,
            later,
            new LogicalRanges(later),
            reservations(later),
            null,
            () -> nowNs,
            counters);
    ValidationRequest uncovered = request(100);
    uncovered.read(1, 999);
    assertTrue(next.decide(uncovered));
    assertEquals(Decision.TRUNCATED, uncovered.decision());
    assertEquals(1_000, uncovered.foundVersion());
    ValidationRequest covered = request(101);
    covered.read(1, 1_000);
    covered.write(1, 0);
    assertTrue(next.decide(covered));
    assertEquals(1_001, covered.commitVersion());
    later.installed(1_001);
    assertTrue(next.hasRoom(1));
    assertEquals(1_001, later.get());
  }

  @Test
  void aReadBelowTheFloorIsTruncatedUnlessTheWatermarkCoversIt() {
    for (long key = 0; key < 5; key++) {
      write(100 + key, key);
    }
    ValidationRequest old = request(200);
    old.read(77, 0);
    assertTrue(validation.decide(old));
    assertEquals(Decision.TRUNCATED, old.decision());
    ValidationRequest covered = request(201);
    covered.read(77, 1);
    assertTrue(validation.decide(covered));
    assertEquals(Decision.COMMIT, covered.decision());
  }

  @Test
  void waitsWhenTheWatermarkFallsBehind() {
    for (long i = 0; i < 8; i++) {
      assertTrue(validation.hasRoom(1));
      write(i, i);
    }
    assertFalse(validation.hasRoom(1));
    assertEquals(8, validation.watermarkLag());
    watermark.installed(1);
    assertTrue(validation.hasRoom(1));
  }

  @Test
  void aRepairedRunSeesThoseBeforeItAndIsSeenByThoseBehind() {
    decide(transaction(100).writes(1));
    SumTransaction second = transaction(1_000).reads(1, 0, 0).writes(2);
    SumTransaction third = transaction(10_000).reads(2, 0, 0).reads(3, 7, 0).writes(1);
    assertEquals(2, decide(second).commitVersion());
    assertEquals(3, decide(third).commitVersion());
    assertEquals(List.of(new SumTransaction.Read(1, 100, 1, 1)), second.reads());
    assertEquals(
        List.of(new SumTransaction.Read(2, 1_100, 2, 2), new SumTransaction.Read(3, 7, 0, 0)),
        third.reads());
    assertRemembered(2, 1_100, 2);
    assertRemembered(1, 11_107, 3);
    assertEquals(2, counters.get(ValidatorCounter.REPAIRED));
  }

  @Test
  void whatIsFreshIsNotRunAgain() {
    decide(transaction(100).writes(1));
    SumTransaction fresh = transaction(1_000).reads(1, 100, 1).writes(1);
    assertEquals(Decision.COMMIT, decide(fresh).decision());
    assertEquals(0, fresh.reruns());
    assertRemembered(1, 1_100, 2);
  }

  @Test
  void whatARepairedRunNoLongerWritesIsNotCommitted() {
    decide(transaction(100).writes(1));
    ValidationRequest repaired =
        decide(transaction(1_000).reads(1, 0, 0).writes(2, 3).writesAgain(3, 4));
    assertEquals(Decision.COMMIT, repaired.decision());
    assertTrue(committed.find(2) < 0);
    assertRemembered(3, 1_100, 2);
    assertRemembered(4, 1_100, 2);
    SumTransaction reader = transaction(10_000).reads(2, 0, 0);
    decide(reader);
    assertEquals(0, reader.reruns());
  }

  @Test
  void aRepairedRunThatWritesNothingTakesNoVersion() {
    decide(transaction(100).writes(1));
    ValidationRequest repaired = decide(transaction(101).reads(1, 0, 0).writes(2).writesAgain());
    assertEquals(Decision.COMMIT, repaired.decision());
    assertEquals(0, repaired.commitVersion());
    assertEquals(1, validation.lastVersion());
  }

  @Test
  void aRepairThatFailsLeavesTheConflictAsItWas() {
    decide(transaction(100).writes(1));
    decide(transaction(101).writes(2));
    for (Rerun failure : Rerun.values()) {
      if (failure == Rerun.DONE) {
        continue;
      }
      SumTransaction failing =
          transaction(200).reads(3, 0, 0).reads(2, 0, 1).writes(1).endsWith(failure);
      ValidationRequest request = decide(failing);
      assertEquals(Decision.VALIDATION, request.decision(), failure.toString());
      assertEquals(1, request.conflictingRead(), failure.toString());
      assertEquals(2, request.foundVersion(), failure.toString());
      assertEquals(101, request.otherTransaction(), failure.toString());
      assertRemembered(1, 100, 1);
    }
  }

  @Test
  void whatWasWrittenWithoutAValueCannotBeRepaired() {
    decide(transaction(100).writes(1));
    write(101, 1);
    SumTransaction stale = transaction(200).reads(1, 0, 0).writes(2);
    assertEquals(Decision.VALIDATION, decide(stale).decision());
    assertEquals(0, stale.reruns());
    assertEquals(1, counters.get(ValidatorCounter.REPAIRS_WITH_UNKNOWN_KEY));
  }

  @Test
  void whatCannotBeRunAgainStillLeavesItsValues() {
    SumTransaction interactive = transaction(100).writes(1).fill();
    interactive.request().transaction(interactive, true, false);
    assertTrue(validation.decide(interactive.request()));
    assertRemembered(1, 100, 1);
    SumTransaction stale = transaction(101).reads(1, 0, 0).writes(2).fill();
    stale.request().transaction(stale, true, false);
    assertTrue(validation.decide(stale.request()));
    assertEquals(Decision.VALIDATION, stale.request().decision());
    assertEquals(0, stale.reruns());
  }

  @Test
  void aTruncatedReadIsNotRepaired() {
    for (long key = 0; key < 5; key++) {
      decide(transaction(100 + key).writes(key));
    }
    SumTransaction old = transaction(200).reads(7, 0, 0).writes(1);
    assertEquals(Decision.TRUNCATED, decide(old).decision());
    // The validation stops at key 4, which is stale; only the repair notices that the version of
    // key 7 was discarded.
    SumTransaction both = transaction(201).reads(4, 0, 0).reads(7, 0, 0).writes(1);
    assertEquals(Decision.VALIDATION, decide(both).decision());
    assertEquals(0, old.reruns() + both.reruns());
    assertEquals(1, counters.get(ValidatorCounter.REPAIRS_WITH_UNKNOWN_KEY));
  }

  @Test
  void repairsOfABatchShareABudgetThatTheNextHasAgain() {
    decide(transaction(100).writes(1));
    Runnable spendsAll = () -> nowNs += 1_000;
    validation.beginBatch();
    assertEquals(
        Decision.COMMIT,
        decide(transaction(101).reads(1, 0, 0).writes(2).whileItRuns(spendsAll)).decision());
    assertEquals(Decision.VALIDATION, decide(transaction(102).reads(1, 0, 0).writes(3)).decision());
    validation.beginBatch();
    assertEquals(Decision.COMMIT, decide(transaction(102).reads(1, 0, 0).writes(3)).decision());
  }

  @Test
  void aRequestForAReservationIsAnsweredLaterAndItsReleaseAtOnce() {
    ArrayDeque<ValidationRequest> answers = new ArrayDeque<>();
    ValidationRequest ask = new ValidationRequest(0, answers);
    ask.beginReservation(100, 0, false, 1_000);
    ask.read(1, 0);
    assertFalse(validation.decide(ask));
    assertTrue(answers.isEmpty());
    validation.resume();
    assertEquals(Decision.RESERVED, answers.remove().decision());
    ask.beginRelease(100, 0);
    assertTrue(validation.decide(ask));
    assertEquals(Decision.RELEASED, ask.decision());
    assertTrue(answers.isEmpty());
  }

  @Test
  void whatWritesAReservedKeyIsNotRunAgainBeforeItsTurn() {
    decide(transaction(100).writes(1));
    reserve(50, 2);
    ArrayDeque<ValidationRequest> answers = new ArrayDeque<>();
    SumTransaction waits = transaction(200, answers).reads(1, 0, 0).writes(2).fill();
    waits.request().transaction(waits, true, true);
    assertFalse(validation.decide(waits.request()));
    assertEquals(0, waits.reruns());
    decide(transaction(101).writes(1));
    release(50);
    validation.resume();
    assertEquals(Decision.COMMIT, answers.remove().decision());
    assertEquals(1, waits.reruns());
    assertRemembered(2, 301, 3);
  }

  @Test
  void aRepairedRunThatWritesAReservedKeyWaitsAndIsCheckedAgain() {
    decide(transaction(100).writes(1));
    reserve(50, 2);
    ArrayDeque<ValidationRequest> answers = new ArrayDeque<>();
    SumTransaction waits = transaction(200, answers).reads(1, 0, 0).writes(3).writesAgain(2).fill();
    waits.request().transaction(waits, true, true);
    assertFalse(validation.decide(waits.request()));
    assertEquals(1, waits.reruns());
    assertEquals(1, validation.lastVersion(), "no write of the transaction may be committed yet");
    decide(transaction(101).writes(1));
    release(50);
    validation.resume();
    assertEquals(Decision.COMMIT, answers.remove().decision());
    assertEquals(2, waits.reruns());
    assertRemembered(2, 301, 3);
    assertTrue(committed.find(3) < 0);
  }

  @Test
  void aRepairedRunThatHasWaitedIsNotRunAgainWhileItIsFresh() {
    decide(transaction(100).writes(1));
    reserve(50, 2);
    ArrayDeque<ValidationRequest> answers = new ArrayDeque<>();
    SumTransaction waits = transaction(200, answers).reads(1, 0, 0).writes(3).writesAgain(2).fill();
    waits.request().transaction(waits, true, true);
    assertFalse(validation.decide(waits.request()));
    release(50);
    validation.resume();
    assertEquals(Decision.COMMIT, answers.remove().decision());
    assertEquals(1, waits.reruns());
    assertRemembered(2, 300, 2);
  }

  private void reserve(long id, long key) {
    reserve(validation, id, key);
  }

  private static void reserve(BackwardValidation at, long id, long key) {
    ValidationRequest ask = request(id);
    ask.beginReservation(id, 0, false, 1_000);
    ask.read(key, 0);
    assertFalse(at.decide(ask));
    at.resume();
    assertEquals(Decision.RESERVED, ask.decision());
  }

  private void release(long id) {
    release(validation, id);
  }

  private static void release(BackwardValidation at, long id) {
    ValidationRequest release = request(id);
    release.beginRelease(id, 0);
    assertTrue(at.decide(release));
  }

  private BackwardValidation validation(ValidatorConfig config, Queue<ValidationRequest> log) {
    Watermark mark = new Watermark(8);
    return new BackwardValidation(
        config,
        new CommittedVersions(4),
        mark,
        new LogicalRanges(mark),
        reservations(mark),
        log,
        () -> nowNs,
        counters);
  }

  @Test
  void aHolderWhoseRepairedRunWritesAnothersKeyIsRefusedAtOnce() {
    ArrayDeque<ValidationRequest> log = new ArrayDeque<>();
    ArrayDeque<ValidationRequest> answers = new ArrayDeque<>();
    BackwardValidation logging = validation(CONFIG, log);
    SumTransaction writer = transaction(100).writes(1).fill();
    writer.request().transaction(writer, true, true);
    assertTrue(logging.decide(writer.request()));
    reserve(logging, 50, 2);
    reserve(logging, 200, 3);
    SumTransaction holder =
        transaction(200, answers).reads(1, 0, 0).writes(3).writesAgain(2).fill();
    holder.request().transaction(holder, true, true);
    holder.request().reserved();
    assertTrue(logging.decide(holder.request()), "the request must be answered");
    assertEquals(1, holder.reruns());
    assertEquals(Decision.VALIDATION, holder.request().decision());
    assertEquals(50, holder.request().otherTransaction());
    logging.answer(holder.request());
    assertEquals(
        List.of(holder.request()), List.copyOf(answers), "the log must have nothing to" + " force");
  }

  @Test
  void aConflictWithAnOldCommitNamesNoTransaction() {
    write(100, 1);
    for (long id = 1_000; id < 1_000 + (1 << 12); id++) {
      write(id, 2);
    }
    ValidationRequest stale = request(101);
    stale.read(1, 0);
    assertTrue(validation.decide(stale));
    assertEquals(1, stale.foundVersion());
    assertEquals(ValidationRequest.NONE, stale.otherTransaction());
  }

  @Test
  void parkedRequestsHaveTheBudgetOfABatchForEachBatchSize() {
    ArrayDeque<ValidationRequest> answers = new ArrayDeque<>();
    BackwardValidation pairs =
        validation(
            new ValidatorConfig(
                false, false, 2, 0, 1, 1, false, 1_000, false, ReorderConfig.DEFAULT),
            null);
    SumTransaction writer = transaction(100).writes(1).fill();
    writer.request().transaction(writer, true, true);
    assertTrue(pairs.decide(writer.request()));
    reserve(pairs, 50, 2);
    for (long id = 201; id <= 204; id++) {
      SumTransaction slow =
          transaction(id, answers)
              .reads(1, 0, 0)
              .writes(2)
              .whileItRuns(() -> nowNs += 1_000)
              .fill();
      slow.request().transaction(slow, true, true);
      assertFalse(pairs.decide(slow.request()));
    }
    release(pairs, 50);
    pairs.resume();
    assertEquals(
        List.of(Decision.COMMIT, Decision.VALIDATION, Decision.COMMIT, Decision.VALIDATION),
        answers.stream().map(ValidationRequest::decision).toList());
  }

  @Test
  void aStaleScanNamesTheKeyAndItsTransaction() {
    ValidationRequest writer = request(100);
    writer.transaction(new RangeTransaction(0, 0, 5), false, false);
    writer.write(5, 0);
    assertTrue(validation.decide(writer));
    ValidationRequest stale = request(101);
    stale.transaction(new RangeTransaction(0, 10), false, false);
    stale.predicate(0, Keys.key(0), Keys.key(10), 0);
    assertTrue(validation.decide(stale));
    assertEquals(Decision.RANGE, stale.decision());
    assertEquals(Keys.key(5), stale.conflictingKey());
    assertEquals(1, stale.foundVersion());
    assertEquals(100, stale.otherTransaction());
  }
}

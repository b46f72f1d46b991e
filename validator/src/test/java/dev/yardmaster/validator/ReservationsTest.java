package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.reorder.ReorderConfig;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/**
 * Tests reservations in the final validation. The tests list the answers in their order, each with
 * the id of the transaction, for example {@code "1:COMMIT 2:RESERVED"}.
 */
class ReservationsTest {

  private static final long LEASE_NS = 10_000_000;
  private static final long FOREVER_NS = 1_000 * LEASE_NS;

  private final Watermark watermark = new Watermark(8);
  private final ValidatorCounters counters = new ValidatorCounters();
  private final Queue<ValidationRequest> answers = new ArrayDeque<>();
  private long nowNs;
  private ValidationRequest lastAnswer;
  private final BackwardValidation validation =
      new BackwardValidation(
          new ValidatorConfig(false, false, 1, 0, 1, 1, false, 1_000, false, ReorderConfig.DEFAULT),
          new CommittedVersions(64),
          watermark,
          new LogicalRanges(watermark),
          new Reservations(LEASE_NS, watermark, () -> nowNs),
          null,
          () -> nowNs,
          counters);

  private void decide(ValidationRequest request) {
    if (validation.decide(request)) {
      request.answer();
    }
  }

  private void ask(long id, long... keys) {
    ask(id, false, FOREVER_NS, keys);
  }

  private void ask(long id, boolean everything, long giveUpNs, long... keys) {
    ValidationRequest request = new ValidationRequest((int) id, answers);
    request.beginReservation(id, 0, everything, giveUpNs);
    for (long key : keys) {
      request.read(key, 0);
    }
    decide(request);
  }

  private void release(long id) {
    ValidationRequest request = new ValidationRequest((int) id, answers);
    request.beginRelease(id, 0);
    decide(request);
  }

  private void write(long id, long... keys) {
    write(id, false, keys);
  }

  /** Sends a commit request for a transaction that holds a reservation. */
  private void writeReserved(long id, long... keys) {
    write(id, true, keys);
  }

  private void write(long id, boolean reserved, long... keys) {
    ValidationRequest request = new ValidationRequest((int) id, answers);
    request.begin(id, 0, 1);
    if (reserved) {
      request.reserved();
    }
    for (long key : keys) {
      request.write(key, 0);
    }
    decide(request);
  }

  /** Returns the answers that arrived since the last call. */
  private String answered() {
    StringJoiner all = new StringJoiner(" ");
    for (ValidationRequest answer; (answer = answers.poll()) != null; ) {
      all.add(answer.slot() + ":" + answer.decision());
      lastAnswer = answer;
    }
    return all.toString();
  }

  /** Tries the waiting requests again, and returns the answers. */
  private String resumed() {
    validation.resume();
    return answered();
  }

  @Test
  void keysAreReservedInOrderOfArrivalAndNoneOvertakes() {
    ask(1, 10);
    ask(2, 10, 20);
    ask(3, 20);
    assertEquals("1:RESERVED", resumed());
    release(1);
    assertEquals("1:RELEASED", answered());
    assertEquals("2:RESERVED", resumed());
    release(2);
    assertEquals("2:RELEASED 3:RESERVED", resumed());
    assertEquals(3, counters.get(ValidatorCounter.RESERVATIONS));
  }

  @Test
  void disjointKeysAreReservedTogether() {
    ask(1, 10, 11);
    ask(2, 20);
    ask(3);
    assertEquals("1:RESERVED 2:RESERVED 3:RESERVED", resumed());
  }

  @Test
  void everythingIsReservedAfterAllBeforeAndKeepsOutAllBehind() {
    ask(1, 10);
    ask(2, true, FOREVER_NS, 20);
    ask(3, 30);
    assertEquals("1:RESERVED", resumed());
    write(9, 40);
    assertEquals("9:COMMIT", answered());
    writeReserved(1, 10);
    assertEquals("1:COMMIT 2:RESERVED", resumed());
    write(9, 40);
    write(8);
    assertEquals("8:COMMIT", resumed(), "a request that only reads must not be parked");
    writeReserved(2, 20, 50);
    assertEquals("2:COMMIT 9:COMMIT 3:RESERVED", resumed());
  }

  @Test
  void onlyWritersOfReservedKeysWait() {
    ask(1, 10);
    assertEquals("1:RESERVED", resumed());
    ValidationRequest reader = new ValidationRequest(7, answers);
    reader.begin(7, 0, 1);
    reader.read(10, 0);
    reader.write(70, 0);
    decide(reader);
    write(8, 80);
    assertEquals("7:COMMIT 8:COMMIT", answered());
    write(9, 90, 10);
    assertEquals("", resumed());
  }

  @Test
  void parkedWritersGoOnInOrderBeforeTheNextReservation() {
    ask(1, 10);
    assertEquals("1:RESERVED", resumed());
    write(8, 10);
    write(9, 10);
    ask(2, 10);
    assertEquals("", resumed());
    writeReserved(1, 10);
    assertEquals("1:COMMIT", answered());
    assertEquals("8:COMMIT 9:COMMIT 2:RESERVED", resumed());
    // The transaction may read only after all commits up to version 3 are installed.
    assertEquals(3, lastAnswer.foundVersion());
  }

  @Test
  void parkedWritersThatMeetAnotherReservationStayInOrder() {
    ask(1, 10);
    ask(2, 20);
    assertEquals("1:RESERVED 2:RESERVED", resumed());
    write(7, 20);
    write(8, 10);
    write(9, 10, 20);
    release(1);
    assertEquals("1:RELEASED 8:COMMIT", resumed());
    release(2);
    assertEquals("2:RELEASED 7:COMMIT 9:COMMIT", resumed());
  }

  @Test
  void eachParkedRequestIsCountedOnce() {
    ask(1, 10);
    assertEquals("1:RESERVED", resumed());
    write(9, 10);
    ask(2, 20);
    assertEquals("2:RESERVED", resumed());
    release(2);
    release(1);
    assertEquals("2:RELEASED 1:RELEASED 9:COMMIT", resumed());
    assertEquals(1, counters.get(ValidatorCounter.PARKED));
  }

  @Test
  void parkedWritersWaitForRoomAndReservationsForThem() {
    ask(1, 100);
    assertEquals("1:RESERVED", resumed());
    write(9, 100);
    for (long key = 0; key < 8; key++) {
      write(20 + key, key);
    }
    release(1);
    ask(2, 100);
    answered();
    assertEquals("", resumed(), "no version may be issued while the watermark is too far behind");
    watermark.installed(1);
    assertEquals("9:COMMIT 2:RESERVED", resumed());
  }

  @Test
  void aReservationEndsWhenItsTimeIsOver() {
    ask(1, 10);
    assertEquals("1:RESERVED", resumed());
    write(9, 10);
    ask(2, 10);
    nowNs = LEASE_NS - 1;
    assertEquals("", resumed());
    nowNs = LEASE_NS;
    assertEquals("9:COMMIT 2:RESERVED", resumed());
    assertEquals(1, counters.get(ValidatorCounter.RESERVATIONS_EXPIRED));
    nowNs = 2 * LEASE_NS - 1;
    write(8, 10);
    assertEquals("", resumed());
    nowNs = 2 * LEASE_NS;
    assertEquals("8:COMMIT", resumed());
  }

  @Test
  void aReservationEndsInTimeAlsoIfNobodyWaitsForIt() {
    ask(1, 10);
    assertEquals("1:RESERVED", resumed());
    nowNs = LEASE_NS;
    assertEquals("", resumed());
    assertEquals(1, counters.get(ValidatorCounter.RESERVATIONS_EXPIRED));
  }

  @Test
  void aDutyCycleWithoutChangesHasNoWork() {
    ask(1, 10);
    assertEquals(1, validation.resume());
    assertEquals(0, validation.resume());
    write(9, 10);
    assertEquals(0, validation.resume());
    release(1);
    assertEquals(2, validation.resume());
    assertEquals(0, validation.resume());
  }

  @Test
  void whoHasWaitedLongEnoughGivesUpAndFreesTheWayForThoseBehind() {
    ask(1, 10);
    ask(2, false, 2_000_000, 10);
    ask(3, 30);
    assertEquals("1:RESERVED", resumed());
    nowNs = 1_999_999;
    assertEquals("", resumed());
    nowNs = 3_000_000;
    assertEquals("2:RELEASED 3:RESERVED", resumed());
    release(1);
    assertEquals("1:RELEASED", resumed());
  }

  @Test
  void aHolderIsNotParkedForAnothersKeyButRefused() {
    ask(1, 10);
    ask(2, 20);
    assertEquals("1:RESERVED 2:RESERVED", resumed());
    writeReserved(1, 10, 20);
    assertEquals("1:VALIDATION", answered());
    assertEquals(ValidationRequest.NONE, lastAnswer.conflictingRead());
    assertEquals(2, lastAnswer.otherTransaction());
    assertEquals(0, lastAnswer.foundVersion());
    write(9, 10);
    assertEquals("9:COMMIT", answered(), "the refused transaction's reservation must have ended");
  }

  @Test
  void oneWhoseReservationRanOutIsParkedLikeAnyOther() {
    ask(1, 10);
    ask(2, 10);
    assertEquals("1:RESERVED", resumed());
    nowNs = LEASE_NS;
    assertEquals("2:RESERVED", resumed());
    writeReserved(1, 10);
    assertEquals("", resumed());
    writeReserved(2, 10);
    assertEquals("2:COMMIT 1:COMMIT", resumed());
  }

  @Test
  void askingAgainReplacesTheReservation() {
    ask(1, 10);
    assertEquals("1:RESERVED", resumed());
    ask(1, 20);
    assertEquals("1:RESERVED", resumed());
    write(8, 10);
    write(9, 20);
    assertEquals("8:COMMIT", resumed());
    release(1);
    assertEquals("1:RELEASED 9:COMMIT", resumed());
  }

  @Test
  void askingAgainGoesBehindThoseThatWait() {
    ask(1, 10);
    ask(2, 10);
    assertEquals("1:RESERVED", resumed());
    ask(1, 10);
    assertEquals("2:RESERVED", resumed());
    release(2);
    assertEquals("2:RELEASED 1:RESERVED", resumed());
  }

  @Test
  void givingBackWhatOneDoesNotHaveChangesNothing() {
    release(5);
    assertEquals("5:RELEASED", resumed());
    ask(1, 10);
    assertEquals("1:RESERVED", resumed());
    release(5);
    write(9, 10);
    assertEquals("5:RELEASED", resumed());
  }

  @Test
  void anAbortedTryEndsTheReservationToo() {
    write(9, 10);
    ask(1, 10);
    assertEquals("9:COMMIT 1:RESERVED", resumed());
    ValidationRequest stale = new ValidationRequest(1, answers);
    stale.begin(1, 0, 1);
    stale.reserved();
    stale.read(10, 0);
    stale.write(10, 0);
    decide(stale);
    write(8, 10);
    assertEquals("1:VALIDATION 8:COMMIT", answered());
  }

  /**
   * The next reservation must last its full time, even if the repairs of parked requests take long.
   */
  @Test
  void aReservationLastsFromItsAnswer() {
    write(5, 1);
    ask(1, 2);
    ask(2, 2);
    assertEquals("5:COMMIT 1:RESERVED", resumed());
    ValidationRequest parked = new ValidationRequest(9, answers);
    parked.begin(9, 0, 1);
    SumTransaction slow =
        new SumTransaction(parked, 9).writes(2).whileItRuns(() -> nowNs += 1_000).fill();
    // The read is stale because of a version for which the table has no value. So the repair is
    // tried and
    // refused.
    parked.transaction(slow.reads(1, 0, 0), true, true);
    parked.read(1, 0);
    decide(parked);
    release(1);
    long busyBefore = counters.get(ValidatorCounter.BUSY_NS);
    assertEquals("1:RELEASED 9:VALIDATION 2:RESERVED", resumed());
    assertEquals(1_000, counters.get(ValidatorCounter.BUSY_NS) - busyBefore);
    write(8, 2);
    nowNs = LEASE_NS + 999;
    assertEquals("", resumed());
    nowNs = LEASE_NS + 1_000;
    assertEquals("8:COMMIT", resumed());
  }

  @Test
  void aWriterOfSeveralKeysDoesNotStarve() {
    ask(1, 10);
    assertEquals("1:RESERVED", resumed());
    ask(2, 20);
    assertEquals("2:RESERVED", resumed());
    write(9, 10, 20);
    release(1);
    // Key 10 is free, but the writer still waits for key 20. No other transaction may reserve key
    // 10 before the writer is decided.
    ask(3, 10);
    assertEquals("1:RELEASED", resumed());
    release(2);
    assertEquals("2:RELEASED 9:COMMIT 3:RESERVED", resumed());
  }

  @Test
  void aStaleWriterThatCannotBeRepairedDoesNotWaitToBeTold() {
    write(1, 10);
    assertEquals("1:COMMIT", answered());
    ask(2, 20);
    assertEquals("2:RESERVED", resumed());
    ValidationRequest stale = new ValidationRequest(3, answers);
    stale.begin(3, 0, 1);
    stale.read(10, 0);
    stale.write(20, 0);
    decide(stale);
    assertEquals("3:VALIDATION", answered());
  }
}

package dev.yardmaster.proof.simulator.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Checks that the ledger reports every error that a service may make when it runs an operation. */
class BankLedgerTest {

  private static final int ACCOUNTS = 3;

  private long nowNs;
  private final BankLedger ledger = new BankLedger(ACCOUNTS, 1, false, true, () -> nowNs);
  private long number;

  private <A, R> Operation<A, R> began(Procedure<A, R> procedure, A argument) {
    Operation<A, R> operation =
        new Operation<>(++number, procedure, argument, TransactionOptions.defaults(), false);
    ledger.began(operation);
    return operation;
  }

  private Operation<?, ?> write() {
    return began(
        Edit.PROCEDURE,
        new Edit.Argument(number + 1, List.of(new Edit.Change(0, Edit.Action.WRITE))));
  }

  private static <R> Outcome<R> committed(R value, long version) {
    return new Outcome.Committed<>(value, 1, version, 0, null);
  }

  private static Outcome<?> rejected(ErrorCode code) {
    return new Outcome.Rejected<>(new YardmasterException(code, "planted"));
  }

  private void assertComplaint(String words) {
    assertEquals(1, ledger.complaints().size(), ledger.complaints().toString());
    assertTrue(ledger.complaints().get(0).contains(words), ledger.complaints().toString());
  }

  @Test
  void isContentWithASoundRun() {
    Operation<?, ?> first = write();
    Operation<?, ?> second = write();
    ledger.ended(second, committed(null, 1));
    ledger.ended(first, committed(null, 2));
    ledger.ended(
        began(SumOfBalances.PROCEDURE, ACCOUNTS),
        committed(ACCOUNTS * OpenAccounts.OPENING_CENTS, 0));
    byte[] newest = Edit.value(first.number(), 0);
    ledger.ended(began(ReadNotes.PROCEDURE, 1), committed(List.of(newest), 0));
    assertEquals(List.of(), ledger.complaints());
    assertEquals(4, ledger.committed());
    assertTrue(ledger.allEnded());
  }

  @Test
  void missesMoney() {
    ledger.ended(began(SumOfBalances.PROCEDURE, ACCOUNTS), committed(1L, 0));
    assertComplaint("must see 300 cents");
  }

  @Test
  void missesALostWrite() {
    ledger.ended(write(), committed(null, 1));
    ledger.ended(
        began(ReadNotes.PROCEDURE, 1), committed(Collections.<byte[]>singletonList(null), 0));
    assertComplaint("where commit version 1 wrote");
  }

  @Test
  void doesNotTakeAVersionTwice() {
    ledger.ended(write(), committed(null, 1));
    ledger.ended(write(), committed(null, 1));
    assertComplaint("no version of its own");
  }

  @Test
  void doesNotTakeAnOutcomeTwice() {
    Operation<?, ?> operation = write();
    ledger.ended(operation, committed(null, 1));
    ledger.ended(operation, committed(null, 1));
    assertComplaint("second outcome");
  }

  @Test
  void missesAnOutcome() {
    write();
    assertComplaint("has no outcome");
  }

  @Test
  void refusesOutcomesThatAnOperationMustNotHave() {
    ledger.ended(write(), rejected(ErrorCode.CLOSED));
    ledger.ended(write(), rejected(ErrorCode.BAD_KEY));
    ledger.ended(write(), rejected(ErrorCode.LOGIC_FAILED));
    ledger.ended(write(), new Outcome.Aborted<>(AbortCause.USER, "", 0, null));
    ledger.ended(write(), new Outcome.Aborted<>(AbortCause.VICTIM, "", 3, null));
    ledger.ended(write(), null);
    ledger.ended(began(ThrowingProcedure.PROCEDURE, 0), committed(null, 5));
    ledger.ended(write(), rejected(ErrorCode.INTERRUPTED));
    ledger.ended(write(), new Outcome.Aborted<>(AbortCause.TIMEOUT, "", 0, null));
    Operation<?, ?> last =
        new Operation<>(++number, SumOfBalances.PROCEDURE, 1, TransactionOptions.defaults(), true);
    ledger.began(last);
    ledger.ended(last, new Outcome.Aborted<>(AbortCause.TIMEOUT, "", 0, null));
    assertEquals(10, ledger.complaints().size(), ledger.complaints().toString());
  }

  @Test
  void acceptsWhatMayHappenToAnybody() {
    ledger.ended(write(), rejected(ErrorCode.OVERLOADED));
    Operation<?, ?> slow = write();
    nowNs = TransactionOptions.defaults().timeout().toNanos();
    ledger.ended(slow, new Outcome.Aborted<>(AbortCause.TIMEOUT, "", 0, null));
    ledger.closing();
    ledger.ended(write(), rejected(ErrorCode.CLOSED));
    assertEquals(List.of(), ledger.complaints());
  }

  private Operation<?, ?> follow() {
    return began(Follow.PROCEDURE, new Follow.Argument(number + 1, 0, 1));
  }

  private static Outcome<?> unknown() {
    return new Outcome.Unknown<>(new YardmasterException(ErrorCode.OUTCOME_UNKNOWN, "planted"));
  }

  private void readNote(byte[] found) {
    ledger.ended(
        began(ReadNotes.PROCEDURE, 1), committed(Collections.<byte[]>singletonList(found), 0));
  }

  @Test
  void isContentWhenWhatWasUnknownIsResolved() {
    Operation<?, ?> survived = write();
    Operation<?, ?> lost = write();
    Operation<?, ?> answered = write();
    Operation<?, ?> readOnly = began(SumOfBalances.PROCEDURE, ACCOUNTS);
    ledger.ended(answered, unknown());
    ledger.crashed();
    assertTrue(ledger.allEnded());
    assertEquals(List.of(survived, lost, answered, readOnly), ledger.unresolved());
    ledger.resolved(survived, OptionalLong.of(1));
    ledger.resolved(lost, OptionalLong.empty());
    ledger.resolved(answered, OptionalLong.of(2));
    ledger.resolved(readOnly, OptionalLong.of(0));
    readNote(Edit.value(answered.number(), 0));
    ledger.ended(write(), committed(null, 3));
    assertEquals(List.of(), ledger.complaints());
    assertEquals(List.of(), ledger.unresolved());
    assertEquals(4, ledger.outcomes().get("UNKNOWN"));
    assertEquals(2, ledger.committed());
    assertEquals(3, ledger.tookPlaceUnanswered());
  }

  @Test
  void missesWhatIsNotResolved() {
    write();
    ledger.crashed();
    assertComplaint("not known");
  }

  @Test
  void doesNotTakeAResolutionOfWhatWasKnown() {
    Operation<?, ?> operation = write();
    ledger.ended(operation, committed(null, 1));
    ledger.resolved(operation, OptionalLong.of(1));
    assertComplaint("its outcome was already known");
  }

  @Test
  void doesNotTakeAnOutcomeAfterACrash() {
    Operation<?, ?> operation = write();
    ledger.crashed();
    ledger.resolved(operation, OptionalLong.empty());
    ledger.ended(operation, committed(null, 1));
    assertComplaint("second outcome");
  }

  @Test
  void missesAnAnsweredWriteThatACrashTook() {
    ledger.ended(write(), committed(null, 1));
    ledger.crashed();
    readNote(null);
    assertComplaint("where commit version 1 wrote");
  }

  @Test
  void missesAWriteThatWasResolvedAsCommitted() {
    Operation<?, ?> operation = write();
    ledger.crashed();
    ledger.resolved(operation, OptionalLong.of(1));
    readNote(null);
    assertComplaint("where commit version 1 wrote");
  }

  @Test
  void findsAWriteThatWasResolvedAsNotCommitted() {
    Operation<?, ?> operation = write();
    ledger.crashed();
    ledger.resolved(operation, OptionalLong.empty());
    readNote(Edit.value(operation.number(), 0));
    assertComplaint("found in");
  }

  @Test
  void doesNotTakeAVersionOfTheServiceBefore() {
    Operation<?, ?> operation = write();
    ledger.crashed();
    ledger.resolved(operation, OptionalLong.of(7));
    ledger.ended(began(Transfer.PROCEDURE, new Transfer.Argument(0, 1, 1)), committed(null, 6));
    assertComplaint("a version of the life before, 7");
  }

  @Test
  void learnsWhereAFollowWroteThatNobodyAnswered() {
    Operation<?, ?> follow = follow();
    ledger.crashed();
    ledger.resolved(follow, OptionalLong.of(1));
    readNote(Edit.value(follow.number(), 0));
    assertEquals(List.of(), ledger.complaints());
    readNote(null);
    assertComplaint("where commit version 1 wrote");
  }

  @Test
  void doesNotMissAFollowThatWasOverwritten() {
    Operation<?, ?> follow = follow();
    Operation<?, ?> last = write();
    ledger.ended(last, committed(null, 2));
    ledger.crashed();
    ledger.resolved(follow, OptionalLong.of(1));
    readNote(Edit.value(last.number(), 0));
    assertEquals(List.of(), ledger.complaints());
    readNote(Edit.value(follow.number(), 0));
    assertComplaint("where commit version 2 wrote");
  }

  @Test
  void missesAFollowThatNothingIsLeftOf() {
    ledger.ended(write(), committed(null, 1));
    Operation<?, ?> follow = follow();
    ledger.crashed();
    ledger.resolved(follow, OptionalLong.of(2));
    readNote(Edit.value(1, 0));
    assertComplaint("found nothing of operation 2");
  }

  @Test
  void aStumbleDoesNotTakePlace() {
    Operation<?, ?> stumble = began(ThrowingProcedure.PROCEDURE, 0);
    ledger.crashed();
    ledger.resolved(stumble, OptionalLong.of(1));
    assertComplaint("must not commit");
  }

  @Test
  void whatClosedBeforeACrashIsOpenAfterIt() {
    ledger.closing();
    ledger.crashed();
    ledger.ended(write(), rejected(ErrorCode.CLOSED));
    assertComplaint("must not have this outcome");
  }

  private static final TransactionId ID = new TransactionId(1, 2, 3);

  private <A, R> Operation<A, R> beganWithId(Procedure<A, R> procedure, A argument) {
    Operation<A, R> operation =
        new Operation<>(
            ++number, procedure, argument, TransactionOptions.defaults().withId(ID), false);
    ledger.began(operation);
    return operation;
  }

  private static Outcome<?> status(Outcome<Object> outcome, long version) {
    return committed(new TransactionStatus(ID, outcome), version);
  }

  private static <R> Outcome<R> fenced() {
    return new Outcome.Rejected<>(new YardmasterException(ErrorCode.ID_ABORTED, "planted"));
  }

  @Test
  void isContentWithTheSameOutcomeTwice() {
    var edit = new Edit.Argument(1, List.of(new Edit.Change(0, Edit.Action.WRITE)));
    Operation<?, ?> first = beganWithId(Edit.PROCEDURE, edit);
    Operation<?, ?> again = beganWithId(Edit.PROCEDURE, edit);
    Operation<?, ?> query = beganWithId(AskStatus.PROCEDURE, null);
    ledger.ended(again, committed(null, 4));
    ledger.ended(query, status(committed(null, 4), 0));
    ledger.ended(first, committed(null, 4));
    assertEquals(List.of(), ledger.complaints());
    assertEquals(1, ledger.committed());
  }

  @Test
  void missesASecondOutcomeOfAnId() {
    Operation<?, ?> first = beganWithId(SumOfBalances.PROCEDURE, ACCOUNTS);
    Operation<?, ?> again = beganWithId(SumOfBalances.PROCEDURE, ACCOUNTS);
    ledger.ended(first, committed(ACCOUNTS * OpenAccounts.OPENING_CENTS, 4));
    ledger.ended(again, committed(ACCOUNTS * OpenAccounts.OPENING_CENTS, 5));
    assertComplaint("has another outcome than before");
  }

  @Test
  void missesACommitOfAnIdThatWasFenced() {
    Operation<?, ?> operation = beganWithId(SumOfBalances.PROCEDURE, ACCOUNTS);
    Operation<?, ?> query = beganWithId(AskStatus.PROCEDURE, null);
    ledger.ended(query, status(fenced(), 3));
    ledger.ended(operation, committed(ACCOUNTS * OpenAccounts.OPENING_CENTS, 4));
    assertComplaint("has another outcome than before");
  }

  @Test
  void missesAFenceThatNobodyAskedFor() {
    ledger.ended(beganWithId(SumOfBalances.PROCEDURE, ACCOUNTS), fenced());
    assertComplaint("its status was not queried");
  }

  @Test
  void missesAnOutcomeOfWhatWasNeverSubmitted() {
    ledger.ended(beganWithId(AskStatus.PROCEDURE, null), status(committed(null, 2), 0));
    assertComplaint("it was not submitted");
  }
}

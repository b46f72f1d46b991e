package dev.yardmaster.api.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.RemoteFailure;
import dev.yardmaster.api.logic.UserAbort;
import org.junit.jupiter.api.Test;

/**
 * Tests that a repeated submission and a status query return the outcome that a run has written.
 */
class KeptOutcomeTest {

  private static final int MAX_RESULT_BYTES = 100;
  private static final long RUN = 5;
  private static final long VERSION = 7;
  private static final long LATER_RUN = 9;

  private final TransactionId id = new TransactionId(1, 0, 1);
  private final OutcomeHorizon horizon = new OutcomeHorizon(() -> 1, 1_000);
  private final KeptOutcome ofProcedure = outcomeOf("add");
  private final KeptOutcome ofLambda = outcomeOf(ProcedureName.LAMBDA);

  private KeptOutcome outcomeOf(String logic) {
    return new LogicOutcome(id, horizon, logic, ValueCodec.basic(), MAX_RESULT_BYTES);
  }

  private static Outcome<Object> found(KeptOutcome kept, byte[] record) {
    return kept.found(record, VERSION, LATER_RUN, 2, null);
  }

  private static ErrorCode rejectionOf(Outcome<?> outcome) {
    return assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome)
        .error()
        .code();
  }

  private Outcome<Object> statusOf(byte[] record) {
    return found(new StatusAnswer(id, horizon, logic -> ValueCodec.basic()), record);
  }

  @Test
  void aResultIsToldAsOfTheRunThatKeptIt() {
    byte[] record = ofProcedure.recordOf(3L, RUN);
    Outcome<Object> first = new Outcome.Committed<>(3L, RUN, VERSION, 0, null);
    assertEquals(first, found(ofProcedure, record));
    assertEquals(
        new Outcome.Committed<>(new TransactionStatus(id, first), LATER_RUN, 0, 2, null),
        statusOf(record));
    assertEquals(id.outcomeKey(), ofProcedure.key());
  }

  @Test
  void aResultThatCannotBeWrittenIsNotKept() {
    for (Object result : new Object[] {new Object(), new byte[MAX_RESULT_BYTES]}) {
      YardmasterException refused =
          assertThrows(YardmasterException.class, () -> ofProcedure.recordOf(result, RUN));
      assertEquals(ErrorCode.RESULT_NOT_KEPT, refused.code());
    }
  }

  @Test
  void aFailureIsToldAsItWasAtFirst() {
    assertEquals(
        new Outcome.Aborted<>(AbortCause.USER, "enough", 0, null),
        found(ofProcedure, ofProcedure.recordOfFailure(new UserAbort("enough"), RUN)));
    Throwable thrown = new IllegalStateException("stumbled");
    assertEquals(
        Failures.outcome(thrown, "add", 0, null).error().getMessage(),
        found(ofProcedure, ofProcedure.recordOfFailure(thrown, RUN)).error().getMessage());
    assertEquals(
        Failures.outcome(thrown, ProcedureName.LAMBDA, 0, null).error().getMessage(),
        found(ofLambda, ofLambda.recordOfFailure(thrown, RUN)).error().getMessage());
    YardmasterException elsewhere = new YardmasterException(ErrorCode.LOGIC_FAILED, "far away");
    assertEquals(
        elsewhere.getMessage(),
        found(ofLambda, ofLambda.recordOfFailure(new RemoteFailure(elsewhere), RUN))
            .error()
            .getMessage());
  }

  @Test
  void aFenceIsOfNoLogic() {
    byte[] fence = new StatusAnswer(id, horizon, logic -> null).recordOf(null, RUN);
    assertEquals(ErrorCode.ID_ABORTED, rejectionOf(found(ofProcedure, fence)));
    assertEquals(ErrorCode.ID_ABORTED, rejectionOf(found(ofLambda, fence)));
    TransactionStatus told = (TransactionStatus) statusOf(fence).valueOrThrow();
    assertEquals(ErrorCode.ID_ABORTED, rejectionOf(told.outcome()));
    assertEquals(
        told.outcome().error().getMessage(),
        StatusProcedure.INSTANCE.execute(id, null).outcome().error().getMessage());
  }

  @Test
  void anIdOfOtherLogicIsRefused() {
    byte[] record = ofProcedure.recordOf(3L, RUN);
    assertEquals(ErrorCode.BAD_ID, rejectionOf(found(outcomeOf("subtract"), record)));
    assertEquals(ErrorCode.BAD_ID, rejectionOf(found(ofLambda, record)));
  }

  @Test
  void aResultIsToldOnlyIfItsProcedureIsKnown() {
    StatusAnswer answer = new StatusAnswer(id, horizon, logic -> null);
    byte[] committed = OutcomeRecord.committed(RUN, "unknown", new byte[1]).encoded();
    assertEquals(ErrorCode.UNKNOWN_PROCEDURE, rejectionOf(found(answer, committed)));
    byte[] aborted = OutcomeRecord.aborted(RUN, "unknown", "enough").encoded();
    assertInstanceOf(Outcome.Committed.class, found(answer, aborted));
  }

  @Test
  void whatIsDamagedIsRejected() {
    assertEquals(ErrorCode.DAMAGED, rejectionOf(found(ofProcedure, new byte[3])));
    assertEquals(ErrorCode.DAMAGED, rejectionOf(statusOf(new byte[3])));
  }
}

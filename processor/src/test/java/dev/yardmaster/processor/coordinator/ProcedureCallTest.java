package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which calls of a procedure are admitted, and which runs are repaired. */
class ProcedureCallTest {

  private static final TransactionLimits LIMITS = new TransactionLimits(10, 100, 1_000, 1);

  /** Accesses no keys, and returns its argument. */
  private static final Procedure<Long, Long> PROCEDURE =
      new Procedure<>() {
        @Override
        public String name() {
          return "p";
        }

        @Override
        public void declare(Long argument, KeyDeclaration keys) {}

        @Override
        public Long execute(Long argument, Transaction transaction) {
          return argument;
        }
      };

  private final PipelineProcedure registered = new PipelineProcedure("p", PROCEDURE, 1, LIMITS);
  private final RunBuffer run = new RunBuffer(new WriteSet(), new Fingerprints(1, 2), LIMITS, 1);

  private ProcedureCall call(boolean encodesResult) {
    return new ProcedureCall(registered, 0L, TransactionOptions.defaults(), null, 0, encodesResult);
  }

  @Test
  void onlyRunsThatCouldCommitAreRepaired() {
    ProcedureCall call = call(false);
    assertTrue(call.canRunAgain(run, 0));
    run.fail(new UserAbort("not enough"));
    assertTrue(call.canRunAgain(run, 0));
    run.fail(new IllegalStateException("failed"));
    assertFalse(call.canRunAgain(run, 0));
  }

  @Test
  void runsWithScansAreNotRepaired() {
    run.scan(Scan.forward(Key.of("t", 1), null, 1));
    assertFalse(call(false).canRunAgain(run, 0));
  }

  @Test
  void aCallWithAnOutcomeIsNotAdmitted() {
    Submissions submissions = new Submissions(4);
    ProcedureCall expired = call(false);
    ProcedureCall waiting = call(false);
    assertTrue(submissions.offer(expired) && submissions.offer(waiting));
    expired.refuse(new YardmasterException(ErrorCode.CLOSED, "closed"));
    assertEquals(waiting, submissions.next());
  }

  @Test
  void aCallExpiresInItsQueue() {
    Submissions submissions = new Submissions(4);
    ProcedureCall call = call(false);
    assertTrue(submissions.offer(call));
    List<Work> expired = new ArrayList<>();
    submissions.expire(TransactionOptions.defaults().timeout().toNanos(), expired::add);
    assertEquals(List.of(call), expired);
  }

  @Test
  void aCallerThatCannotReadObjectsGetsTheEncodingOfTheResult() {
    for (boolean encoded : new boolean[] {false, true}) {
      call(encoded).execute(run, registered.transaction(run));
      assertEquals(encoded, run.result() instanceof byte[]);
    }
  }
}

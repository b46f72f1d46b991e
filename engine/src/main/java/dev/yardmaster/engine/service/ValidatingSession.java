package dev.yardmaster.engine.service;

import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * An interactive transaction under a protocol that cannot suspend transactions. Every step is a
 * separate engine transaction. The commit is one more engine transaction, which reads all keys and
 * scans all ranges again. The commit writes only if it finds the same values that the logic saw.
 * The logic depends only on these values, so the effect is as if the logic had run at the commit. A
 * decision to abort and an exception of the logic are validated in the same way.
 *
 * <p>Between these engine transactions the session holds no locks and no worker.
 */
final class ValidatingSession extends EngineSession {

  ValidatingSession(TransactionOptions options, KeptOutcome kept, Context context) {
    super(options, kept, context);
  }

  @Override
  boolean beginRun() {
    return true;
  }

  @Override
  boolean runStep(RecordLogic reading) {
    return runAlone(reading) == AttemptResult.COMMITTED;
  }

  @Override
  boolean runLast(Settling settling) {
    AttemptResult end = runAlone(settling);
    if (end == AttemptResult.FAILED) {
      restart(true);
    }
    return end == AttemptResult.COMMITTED;
  }

  /**
   * Borrows a service worker for one engine transaction, and runs the transaction until it commits
   * or finds a stale value. Returns null if the session ends first.
   */
  private AttemptResult runAlone(RecordLogic logic) {
    if (givesUp() || !takeWorker()) {
      return null;
    }
    try {
      if (!enterEngine()) {
        return null;
      }
      worker().pace().until(deadlineNs());
      beginTransaction();
      AttemptResult end = worker().attempt(logic);
      while (end == AttemptResult.CONFLICT) {
        if (givesUp()) {
          return null;
        }
        worker().worker().again();
        end = worker().attempt(logic);
      }
      requireNoFailure(end);
      noteCommit();
      return end;
    } finally {
      leaveEngine();
      giveBackWorker();
    }
  }

  @Override
  void check(RecordTransaction records) {
    readAgain(records);
  }
}

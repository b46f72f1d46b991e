package dev.yardmaster.engine.service.session;

import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import org.jspecify.annotations.NullUnmarked;

/**
 * An interactive transaction under a protocol that can suspend transactions between steps. The
 * session keeps a worker until it ends. Each run of the logic is an attempt of one engine
 * transaction on this worker, and each step of the logic is a step of this attempt. So the
 * transaction keeps its locks while the caller computes, and keeps its age when it restarts.
 *
 * <p>If the step timeout or the deadline has passed before the caller's next step, the transaction
 * gives way to transactions that wait for its locks.
 */
@NullUnmarked // Internal: fields and results may be null.
final class LockingSession extends EngineSession {

  private boolean hasBegun;

  /** Whether the engine transaction of the current run is still open. */
  private boolean isOpen;

  /** Whether the logic has received values in the current run. */
  private boolean hasRead;

  LockingSession(TransactionOptions options, KeptOutcome kept, Context context) {
    super(options, kept, context);
  }

  @Override
  boolean beginRun() {
    return takeWorker() && open();
  }

  private boolean open() {
    try {
      if (!enterEngine()) {
        return false;
      }
      worker().pace().untilInterrupted(nextStepUntilNs());
      if (hasBegun) {
        nextTransactionId();
        worker().worker().again();
      } else {
        beginTransaction();
        hasBegun = true;
      }
      worker().worker().open();
      isOpen = true;
      hasRead = false;
      return true;
    } finally {
      leaveEngine();
    }
  }

  @Override
  boolean runStep(RecordLogic reading) {
    AttemptResult result = runOpen(() -> worker().step(withinTimeouts(reading)));
    while (result == AttemptResult.CONFLICT && !hasRead && !givesUp() && open()) {
      // The logic has not received any value in the discarded attempt. So only the step is
      // repeated, and the logic need not start again.
      result = runOpen(() -> worker().step(withinTimeouts(reading)));
    }
    hasRead |= result == AttemptResult.SUSPENDED;
    return result == AttemptResult.SUSPENDED;
  }

  @Override
  boolean runLast(Settling settling) {
    RecordLogic untilDeadline =
        records -> {
          worker().pace().untilInterrupted(deadlineNs());
          settling.run(records);
        };
    AttemptResult end = runOpen(() -> worker().finish(untilDeadline));
    if (end == AttemptResult.COMMITTED) {
      return true;
    }
    if (outcome() == null) {
      restart(false);
    }
    return false;
  }

  /**
   * Wraps the logic of a step: the step may wait for locks until the deadline of the transaction,
   * and after the step the transaction keeps its locks until the step timeout.
   */
  private RecordLogic withinTimeouts(RecordLogic logic) {
    return records -> {
      worker().pace().untilInterrupted(deadlineNs());
      logic.run(records);
      worker().pace().untilInterrupted(nextStepUntilNs());
    };
  }

  private interface OpenStep {
    AttemptResult run();
  }

  /** Runs a step. Returns null if the run or the session has already ended. */
  private AttemptResult runOpen(OpenStep step) {
    if (!isOpen) {
      return null;
    }
    try {
      if (!enterEngine()) {
        return null;
      }
      isOpen = false;
      AttemptResult result = step.run();
      isOpen = result == AttemptResult.SUSPENDED;
      requireNoFailure(result);
      if (result == AttemptResult.CONFLICT) {
        var unused = givesUp(); // Ends the session if the deadline has passed.
      }
      noteCommit();
      return result;
    } finally {
      leaveEngine();
    }
  }

  @Override
  public void end() {
    if (worker() != null) {
      try {
        worker().busy(true);
        if (isOpen) {
          isOpen = false;
          worker().worker().abandon();
        }
        worker().tidy();
      } finally {
        leaveEngine();
        giveBackWorker();
      }
    }
    super.end();
  }
}

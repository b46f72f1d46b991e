package dev.yardmaster.engine.service.session;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.engine.service.conflicts.ConflictSearch;
import dev.yardmaster.engine.service.keys.KeyScan;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import org.jspecify.annotations.NullUnmarked;

/**
 * An interactive transaction under a protocol that cannot suspend transactions. Every step is a
 * separate engine transaction. The commit is another engine transaction, which reads all keys and
 * scans all ranges again. The commit writes only if it finds the same values that the logic has
 * seen. The logic depends only on these values, so the effect is the same as if the logic had run
 * at the commit. A decision to abort and an exception of the logic are validated in the same way.
 *
 * <p>Between these engine transactions the session holds no locks and no worker.
 */
@NullUnmarked // Internal: fields and results may be null.
final class ValidatingSession extends EngineSession {

  /** Ends a commit that has found a different value than the logic has seen. */
  private static final class Stale extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stale() {
      super("a value has changed", null, false, false);
    }
  }

  private final Stale stale = new Stale();

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
      worker().pace().untilInterrupted(deadlineNs());
      beginTransaction();
      AttemptResult end = worker().attempt(logic);
      while (end == AttemptResult.CONFLICT) {
        if (givesUp()) {
          return null;
        }
        worker().worker().again();
        end = worker().attempt(logic);
      }
      if (worker().worker().failure() != stale) {
        requireNoFailure(end);
      }
      noteCommit();
      return end;
    } finally {
      leaveEngine();
      giveBackWorker();
    }
  }

  @Override
  void check(RecordTransaction records) {
    for (int i = 0; i < keys().size(); i++) {
      if (keys().isSeen(i)) {
        check(i, worker().access().read(records, keys().key(i)));
      }
    }
    for (KeyScan scan : keys().scans().found()) {
      KeyScan again = new KeyScan(scan.scan());
      worker().access().scan(records, again);
      ConflictReport changed = scan.changedUntil(again);
      if (changed != null) {
        met(changed);
        throw stale;
      }
    }
  }

  private void check(int position, byte[] found) {
    byte[] saw = keys().stored(position);
    if (found != saw) {
      Key key = keys().key(position);
      if (!key.isReserved()) {
        met(ConflictSearch.conflict(key, saw, found));
      }
      throw stale;
    }
  }
}

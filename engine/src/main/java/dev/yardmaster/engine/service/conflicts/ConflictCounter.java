package dev.yardmaster.engine.service.conflicts;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.service.conflicts.sketch.ConflictSketch;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import java.util.function.LongSupplier;

/**
 * Counts the conflicts and waits of one worker's procedures, or of all sessions, by key and by pair
 * of procedures. Any thread may call the methods. The methods use a monitor and read the clock.
 * Only a transaction that restarts or waits calls the methods, so a transaction without conflicts
 * has no such costs.
 */
public final class ConflictCounter {

  @Shared(
      writers = "the worker; the threads of sessions",
      readers = "any thread that asks for the conflicts",
      access = "guarded by the monitor of the ConflictCounter")
  private final ConflictSketch sketch;

  private final RecentTransactions recent;
  private final LongSupplier clockNs;

  /** Creates a counter without counts. */
  public ConflictCounter(RecentTransactions recent, LongSupplier clockNs) {
    this.recent = recent;
    this.clockNs = clockNs;
    sketch = new ConflictSketch(clockNs.getAsLong());
  }

  /**
   * Counts a run that ended because of a conflict.
   *
   * @param procedure the number of the run's procedure
   */
  public synchronized void aborted(int procedure, ConflictReport conflict) {
    sketch.sweep(clockNs.getAsLong());
    sketch.onKey(conflict.cause(), fingerprint(conflict.key()), conflict.key());
    long other = conflict.otherTransaction();
    sketch.between(
        procedure,
        recent.procedureOf(
            (int) (other % WorkerContext.MAX_WORKERS), other / WorkerContext.MAX_WORKERS));
  }

  /**
   * Counts a run that ended because of a conflict with an unknown transaction.
   *
   * @param key the key on which the transactions conflicted; null if it is unknown
   */
  public synchronized void aborted(int procedure, Key key) {
    sketch.sweep(clockNs.getAsLong());
    if (key != null && !key.isReserved()) {
      sketch.onKey(AbortCause.VALIDATION, fingerprint(key), key);
    }
    sketch.between(procedure, ProcedureNames.UNKNOWN);
  }

  /** Counts a wait for a transaction that had locked a key. */
  public synchronized void waited(Key key) {
    if (!key.isReserved()) {
      sketch.sweep(clockNs.getAsLong());
      sketch.waited(fingerprint(key), key);
    }
  }

  /**
   * Returns the fingerprint of a key. If two keys have the same fingerprint, they share a count.
   * This is exact enough for an operator.
   */
  private static long fingerprint(Key key) {
    return key.hashCode();
  }

  /** Returns the counts. */
  public synchronized ConflictSketch.Published published() {
    sketch.sweep(clockNs.getAsLong());
    return sketch.published();
  }
}

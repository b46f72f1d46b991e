package dev.yardmaster.engine.protocol.silo;

import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;
import dev.yardmaster.engine.protocol.optimistic.OptimisticControl;

/**
 * One worker's part of Silo, which executes the phases of the worker's transactions (SOSP 2013,
 * figure 2). A commit locks the written records in a global order, checks the reads and the
 * observed index nodes, installs the writes, and unlocks the records with the new version. The
 * version consists of:
 *
 * <pre>
 *   version   | sequence (51 bits) | worker (10 bits) |
 * </pre>
 */
public class SiloControl extends OptimisticControl {

  private static final int WORKER_BITS = Integer.numberOfTrailingZeros(WorkerContext.MAX_WORKERS);

  private final WorkerContext worker;
  private final AccessList accesses;
  private final Pace pace;
  private final SharedWords words;
  private long lastVersion;

  /** Creates one worker's part of the protocol. */
  public SiloControl(WorkerContext worker) {
    super(worker);
    this.worker = worker;
    accesses = worker.managed();
    pace = worker.pace();
    words = worker.words();
  }

  /**
   * Returns the lowest version of this worker that is above all versions that the transaction has
   * seen and above the worker's last version.
   */
  @Override
  public long decide() {
    long highest = lastVersion;
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      OptimisticAccess access = (OptimisticAccess) accesses.get(i);
      if (!AccessSet.isMissing(access)) {
        highest = Math.max(highest, RecordHeader.version(access.seen()));
      }
    }
    lastVersion = (((highest >>> WORKER_BITS) + 1) << WORKER_BITS) | worker.worker();
    return lastVersion;
  }

  @Override
  public boolean check(long version) {
    if (attempt().readsCommitted()) {
      return true;
    }
    if (!worker.indexIsUnchanged()) {
      return false;
    }
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      OptimisticAccess access = (OptimisticAccess) accesses.get(i);
      if (!access.isWrite() && !AccessSet.isMissing(access)) {
        pace.examine(1);
        if (!isUnchanged(access)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Returns whether a record that the transaction has read, but does not write, is unchanged since
   * the read.
   */
  protected boolean isUnchanged(OptimisticAccess access) {
    return RecordHeader.of(words, access) == access.seen();
  }
}

package dev.yardmaster.engine.protocol.silo;

import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;
import dev.yardmaster.engine.protocol.optimistic.OptimisticControl;

/**
 * One worker's commits (SOSP 2013, figure 2): lock the writes in a global order; check the reads
 * and nodes; install the writes, and unlock with the new version.
 *
 * <pre>
 *   version   | sequence (53 bits) | worker (8 bits) |
 * </pre>
 */
final class SiloControl extends OptimisticControl {

  private static final int WORKER_BITS = 8;

  private final WorkerContext worker;
  private final AccessSet accesses;
  private final Pace pace;
  private long lastVersion;

  SiloControl(WorkerContext worker) {
    super(worker);
    this.worker = worker;
    accesses = worker.accesses();
    pace = worker.pace();
  }

  /** Returns the worker's lowest version above all versions that it saw and above its last one. */
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
    if (!worker.nodes().isUnchanged()) {
      return false;
    }
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      OptimisticAccess access = (OptimisticAccess) accesses.get(i);
      if (!access.isWrite() && !AccessSet.isMissing(access)) {
        pace.step();
        if (RecordHeader.of(access) != access.seen()) {
          return false;
        }
      }
    }
    return true;
  }
}

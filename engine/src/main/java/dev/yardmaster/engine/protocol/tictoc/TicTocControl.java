package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticControl;
import dev.yardmaster.engine.table.Records;
import java.lang.invoke.VarHandle;

/**
 * One worker's commits (SIGMOD 2016, algorithms 1 to 4): lock the writes, compute the commit
 * timestamp, stretch what was read up to it, install.
 */
final class TicTocControl extends OptimisticControl {

  private final WorkerContext worker;
  private final AccessSet accesses;
  private final Pace pace;

  TicTocControl(WorkerContext worker) {
    super(worker);
    this.worker = worker;
    accesses = worker.accesses();
    pace = worker.pace();
  }

  /** Takes the read timestamp with the row; both are of one version if the header stays. */
  @Override
  public void read(Access read) {
    TicTocAccess access = (TicTocAccess) read;
    do {
      super.read(access);
      access.readTimestamp = ReadTimestamp.of(access.slab(), access.at());
      VarHandle.acquireFence();
    } while (RecordHeader.of(access) != access.seen());
  }

  @Override
  public long decide() {
    // A key that is missing may have been deleted, so it is missing from the node's stamp on.
    long timestamp = worker.nodes().highestStamp();
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      TicTocAccess access = (TicTocAccess) accesses.get(i);
      if (access.isWrite()) {
        // Read behind the lock: who stretches it later sees the lock, and gives up.
        timestamp = Math.max(timestamp, ReadTimestamp.of(access.slab(), access.at()) + 1);
      } else if (!AccessSet.isMissing(access)) {
        timestamp = Math.max(timestamp, RecordHeader.version(access.seen()));
      }
    }
    return timestamp;
  }

  @Override
  public boolean check(long timestamp) {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      TicTocAccess access = (TicTocAccess) accesses.get(i);
      if (!access.isWrite() && !AccessSet.isMissing(access) && !stretch(access, timestamp)) {
        return false;
      }
    }
    worker.nodes().raiseStamps(timestamp);
    return worker.nodes().isUnchanged();
  }

  /** Makes what was read valid up to the commit; what was valid so long anyway may be old news. */
  private boolean stretch(TicTocAccess access, long timestamp) {
    if (access.readTimestamp >= timestamp) {
      return true;
    }
    pace.step();
    long[] slab = access.slab();
    int at = access.at();
    if (Records.sharedWord(slab, at) != access.seen()) {
      return false;
    }
    ReadTimestamp.raise(slab, at, timestamp);
    // A writer that was locked by now may not have seen it; one that locks from now on has.
    return Records.sharedWord(slab, at) == access.seen();
  }

  @Override
  protected void install(Access access, long timestamp) {
    ReadTimestamp.set(access.slab(), access.at(), timestamp);
    super.install(access, timestamp);
  }

  /** Whoever read that it is absent may have done so up to its read timestamp. */
  @Override
  protected long absentUpTo(long[] slab, int at, long header) {
    return ReadTimestamp.of(slab, at);
  }
}

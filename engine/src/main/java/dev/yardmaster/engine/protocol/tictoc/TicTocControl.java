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
 * timestamp, extend the validity of the reads to it, install the writes.
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

  /**
   * Reads the row together with the read timestamp; both belong to one version if the header is
   * unchanged.
   */
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
    // A missing key may have been deleted, so it is missing only from the node's stamp on.
    long timestamp = worker.nodes().highestStamp();
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      TicTocAccess access = (TicTocAccess) accesses.get(i);
      if (access.isWrite()) {
        // Read after the lock was taken: a reader that extends the timestamp later sees the lock
        // and aborts.
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

  /**
   * Extends the validity of a read to the commit timestamp. A read that is valid that long already
   * passes even if the record has changed since.
   */
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
    // A writer that has locked by now may have missed the raised timestamp, so this transaction
    // aborts; a writer that locks later sees it.
    return Records.sharedWord(slab, at) == access.seen();
  }

  @Override
  protected void install(Access access, long timestamp) {
    ReadTimestamp.set(access.slab(), access.at(), timestamp);
    super.install(access, timestamp);
  }

  /** A transaction may have found the record absent up to its read timestamp. */
  @Override
  protected long absentUpTo(long[] slab, int at, long header) {
    return ReadTimestamp.of(slab, at);
  }
}

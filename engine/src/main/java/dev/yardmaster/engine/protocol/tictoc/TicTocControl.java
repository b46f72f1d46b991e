package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticControl;
import java.lang.invoke.VarHandle;

/**
 * One worker's part of TicToc (SIGMOD 2016, algorithms 1 to 4). A commit locks the written records,
 * computes the commit timestamp, extends the validity of the reads to this timestamp, and installs
 * the writes.
 */
final class TicTocControl extends OptimisticControl {

  private final WorkerContext worker;
  private final AccessList accesses;
  private final Pace pace;
  private final SharedWords words;

  TicTocControl(WorkerContext worker) {
    super(worker);
    this.worker = worker;
    accesses = worker.managed();
    pace = worker.pace();
    words = worker.words();
  }

  /**
   * Reads the row and then the read timestamp. The row and the read timestamp belong to the same
   * version if the record's header is unchanged afterwards.
   */
  @Override
  public void read(Access read) {
    TicTocAccess access = (TicTocAccess) read;
    do {
      super.read(access);
      access.readTimestamp = ReadTimestamp.of(words, access.slab(), access.at());
      VarHandle.acquireFence();
    } while (RecordHeader.of(words, access) != access.seen());
  }

  @Override
  public long decide() {
    // A missing key may have had a record that was removed. So the key is known to be missing only
    // from the stamp of its node on.
    long timestamp = worker.nodes().highestStamp();
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      TicTocAccess access = (TicTocAccess) accesses.get(i);
      if (access.isWrite()) {
        // The read timestamp is read after the record is locked. If a reader extends the timestamp
        // later, it sees the lock and aborts.
        timestamp = Math.max(timestamp, ReadTimestamp.of(words, access.slab(), access.at()) + 1);
      } else if (!AccessSet.isMissing(access)) {
        timestamp = Math.max(timestamp, RecordHeader.version(access.seen()));
      }
    }
    return timestamp;
  }

  @Override
  public boolean check(long timestamp) {
    if (attempt().readsCommitted()) {
      return true;
    }
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      TicTocAccess access = (TicTocAccess) accesses.get(i);
      if (!access.isWrite() && !AccessSet.isMissing(access) && !stretch(access, timestamp)) {
        return false;
      }
    }
    worker.nodes().raiseStamps(timestamp);
    return worker.nodesAreUnchanged(); // Only stamps of observed nodes have been raised.
  }

  /**
   * Extends the validity of a read to the commit timestamp. A read that is already valid at the
   * commit timestamp passes even if the record has changed since the read.
   */
  private boolean stretch(TicTocAccess access, long timestamp) {
    if (access.readTimestamp >= timestamp) {
      return true;
    }
    pace.examine(1);
    long[] slab = access.slab();
    int at = access.at();
    if (words.getVolatile(slab, at) != access.seen()) {
      return false;
    }
    ReadTimestamp.raise(words, slab, at, timestamp);
    // If the record is locked now, its writer may have missed the raised timestamp, so this
    // transaction aborts. A writer that locks the record later sees the raised timestamp.
    return words.getVolatile(slab, at) == access.seen();
  }

  @Override
  protected void install(Access access, long timestamp) {
    ReadTimestamp.set(words, access.slab(), access.at(), timestamp);
    super.install(access, timestamp);
  }

  /**
   * Returns the record's read timestamp. A transaction with this timestamp or a lower timestamp may
   * have found the record absent.
   */
  @Override
  protected long absentUpTo(long[] slab, int at, long header) {
    return ReadTimestamp.of(words, slab, at);
  }
}

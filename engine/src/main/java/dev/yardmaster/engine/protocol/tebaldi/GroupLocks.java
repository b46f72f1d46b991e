package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.WorkerBits;

/**
 * One worker's access to the locks of the middle layer, which is two-phase locking between groups.
 * Two read locks are compatible. All locks of transactions of the same group are compatible. A
 * transaction that finds an incompatible lock aborts. The locks of a transaction without a group
 * are compatible with other transactions' locks only if all are read locks.
 *
 * <p>A transaction first sets its own lock and then looks for locks of other transactions. So of
 * two transactions with incompatible locks, at least one aborts. Tests override the package-private
 * methods to plant bugs.
 */
class GroupLocks {

  private final WorkerContext context;
  private final SharedWords words;
  private final PipelineStates states;
  private final RuntimePipeline pipeline;
  private final WorkerBits readers;
  private final WorkerBits writers;
  private final int worker;

  GroupLocks(WorkerContext context, int workers, PipelineStates states, RuntimePipeline pipeline) {
    this.context = context;
    this.states = states;
    this.pipeline = pipeline;
    words = context.words();
    worker = context.worker();
    readers = new WorkerBits(TebaldiRecordWords.LOCKS, workers, words);
    writers = new WorkerBits(TebaldiRecordWords.LOCKS + WorkerBits.words(workers), workers, words);
  }

  /** Locks a record for a read. */
  final void lockForRead(TebaldiAccess access) {
    if (!access.readLock && !access.writeLock) {
      context.pace().examine(1);
      readers.add(access.slab(), access.at(), worker);
      access.readLock = true;
    }
    meet(access, writers, true);
  }

  /** Locks a record for a write. */
  final void lockForWrite(TebaldiAccess access) {
    if (!access.writeLock) {
      context.pace().step();
      writers.add(access.slab(), access.at(), worker);
      access.writeLock = true;
    }
    meet(access, writers, true);
    meet(access, readers, false);
  }

  /**
   * Aborts the transaction if a transaction of another group holds one of the given locks on the
   * record. If transactions of its own group hold such locks, the transaction follows them.
   */
  private void meet(TebaldiAccess access, WorkerBits locks, boolean areWriters) {
    long[] slab = access.slab();
    int at = access.at();
    int other = locks.next(slab, at, 0, worker);
    while (other >= 0) {
      long state = states.get(words, other);
      // The state belongs to the holder of the lock only if the worker still holds the lock after
      // the state was read.
      if (locks.contains(slab, at, other)) {
        if (!isCompatible(state)) {
          throw context.conflict();
        }
        pipeline.follow(other, state, areWriters);
      }
      other = locks.next(slab, at, other + 1, worker);
    }
  }

  /**
   * Returns whether the transaction with the given state belongs to the same group as the current
   * transaction.
   */
  boolean isCompatible(long state) {
    return pipeline.isOfGroup(state);
  }

  /** Returns whether a later transaction of the group has locked the record of a write. */
  final boolean isFollowed(TebaldiAccess access) {
    return isFollowed(access, readers) || isFollowed(access, writers);
  }

  private boolean isFollowed(TebaldiAccess access, WorkerBits locks) {
    int other = locks.next(access.slab(), access.at(), 0, worker);
    while (other >= 0) {
      if (!pipeline.isPredecessor(other, states.get(words, other))) {
        return true;
      }
      other = locks.next(access.slab(), access.at(), other + 1, worker);
    }
    return false;
  }

  /** Releases the locks of an access. */
  final void release(TebaldiAccess access) {
    if (access.readLock) {
      readers.remove(access.slab(), access.at(), worker);
      access.readLock = false;
    }
    if (access.writeLock) {
      writers.remove(access.slab(), access.at(), worker);
      access.writeLock = false;
    }
  }

  /**
   * Locks a record for a write while the worker runs no transaction. Returns false if another
   * worker holds a lock on the record. The caller must call {@link #unlock} in both cases.
   */
  final boolean tryLock(long[] slab, int at) {
    writers.add(slab, at, worker);
    return writers.next(slab, at, 0, worker) < 0 && readers.next(slab, at, 0, worker) < 0;
  }

  final void unlock(long[] slab, int at) {
    writers.remove(slab, at, worker);
  }
}

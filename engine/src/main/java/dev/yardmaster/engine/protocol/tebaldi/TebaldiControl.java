package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of Tebaldi, which executes the phases of the worker's transactions. An
 * operation passes through the layers. A read-only transaction uses only the root layer, where it
 * reads its snapshot. Any other transaction waits for the record in the pipeline of its group,
 * locks the record against other groups, and then reads the newest version. The accesses are {@link
 * TebaldiAccess}es.
 */
class TebaldiControl implements ConcurrencyControl {

  private final WorkerContext context;
  private final SharedWords words;
  private final AccessList accesses;
  private final int worker;
  private final RootTimestamps snapshots;
  private final VersionStore versions;
  private final RuntimePipeline pipeline;
  private final GroupLocks locks;

  private boolean readsSnapshot;
  private long snapshot;

  /**
   * Whether the transaction has made an access that its group or its read-only declaration does not
   * allow. If so, its next attempts use no group and no snapshot.
   */
  private boolean isUndeclared;

  TebaldiControl(
      WorkerContext context,
      RootTimestamps snapshots,
      VersionStore versions,
      RuntimePipeline pipeline,
      GroupLocks locks) {
    this.context = context;
    this.snapshots = snapshots;
    this.versions = versions;
    this.pipeline = pipeline;
    this.locks = locks;
    words = context.words();
    accesses = context.managed();
    worker = context.worker();
  }

  @Override
  public void begin(Attempt attempt) {
    isUndeclared &= attempt.restarts() > 0;
    readsSnapshot = !isUndeclared && (attempt.isReadOnly() || attempt.readsCommitted());
    if (readsSnapshot) {
      snapshot = snapshots.take(words, worker);
    }
    pipeline.begin(readsSnapshot || isUndeclared ? TransactionGroup.NONE : attempt.group());
  }

  @Override
  public void read(Access read) {
    TebaldiAccess access = (TebaldiAccess) read;
    if (readsSnapshot) {
      versions.readAsOf(access, snapshot);
      return;
    }
    enter(access, false);
    locks.lockForRead(access);
    versions.readNewest(access, pipeline.isActive());
  }

  private void enter(TebaldiAccess access, boolean writes) {
    if ((writes && readsSnapshot) || !pipeline.enter(access, writes)) {
      isUndeclared = true;
      throw context.conflict();
    }
  }

  private void lockForWrite(TebaldiAccess access) {
    enter(access, true);
    locks.lockForWrite(access);
  }

  @Override
  public void update(Access updated) {
    TebaldiAccess access = (TebaldiAccess) updated;
    lockForWrite(access);
    if (!access.isRead()) {
      versions.readNewest(access, pipeline.isActive());
    }
  }

  @Override
  public void insert(Access access) {
    update(access);
  }

  @Override
  public void put(Access put) {
    TebaldiAccess access = (TebaldiAccess) put;
    lockForWrite(access);
    versions.requireAlive(access);
  }

  @Override
  public boolean lock() {
    if (pipeline.isActive() && !endsPipeline()) {
      return false;
    }
    int writes = accesses.gatherWrites();
    for (int i = 0; i < writes; i++) {
      versions.lock((TebaldiAccess) accesses.write(i));
    }
    return true;
  }

  private boolean endsPipeline() {
    try {
      pipeline.endSteps();
      return true;
    } catch (Conflict conflict) {
      return false;
    }
  }

  @Override
  public long decide() {
    if (readsSnapshot) {
      return snapshot;
    }
    return accesses.writes() > 0 ? snapshots.next(words) : snapshots.now(words);
  }

  @Override
  public boolean check(long version) {
    if (readsSnapshot) {
      return true;
    }
    if (!context.indexIsUnchanged()) {
      return false;
    }
    if (pipeline.isActive()) {
      int size = accesses.size();
      for (int i = 0; i < size; i++) {
        versions.settle((TebaldiAccess) accesses.get(i));
      }
    }
    return true;
  }

  @Override
  public void commit(long version) {
    for (int i = 0; i < accesses.writes(); i++) {
      context.pace().step();
      versions.install((TebaldiAccess) accesses.write(i), version);
    }
    end();
  }

  @Override
  public void abort() {
    pipeline.leaveRecords();
    int size = accesses.size();
    boolean exposed = false;
    for (int i = 0; i < size; i++) {
      TebaldiAccess access = (TebaldiAccess) accesses.get(i);
      if (access.headLocked) {
        versions.unlock(access);
      }
      exposed |= access.exposed;
    }
    if (exposed) {
      takeBack();
    }
    end();
  }

  /**
   * Removes the exposed writes. The method first waits until no later transaction of the group
   * holds a lock on the records of these writes; the followers that have used the writes abort.
   */
  private void takeBack() {
    pipeline.announceAbort();
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      TebaldiAccess access = (TebaldiAccess) accesses.get(i);
      if (access.exposed) {
        int round = 0;
        while (locks.isFollowed(access)) {
          context.await(round++, Cause.READ_WRITE);
        }
        versions.takeBack(access);
      }
    }
  }

  private void end() {
    if (readsSnapshot) {
      snapshots.end(words, worker);
      readsSnapshot = false;
      return;
    }
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      TebaldiAccess access = (TebaldiAccess) accesses.get(i);
      locks.release(access);
      access.uncommitted = TebaldiRecordWords.NONE;
    }
    pipeline.end();
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    long[] slab = table.records().slab(record);
    int at = table.records().at(record);
    long result = locks.tryLock(slab, at) ? versions.reclaim(table, record) : BUSY;
    locks.unlock(slab, at);
    return result;
  }

  @Override
  public void maintain() {
    versions.retire(snapshots.horizon());
  }

  @Override
  public int oldVersions() {
    return versions.oldVersions();
  }

  @Override
  public boolean isTidy() {
    return versions.isTidy();
  }
}

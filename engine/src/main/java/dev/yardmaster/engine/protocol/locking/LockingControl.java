package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of two-phase locking, which executes the phases of the worker's transactions.
 * The accesses are {@link LockAccess}es.
 */
final class LockingControl implements ConcurrencyControl {

  private final LockPolicy policy;
  private final RecordLock lock;
  private final TransactionStates states;
  private final WorkerContext context;
  private final SharedWords words;
  private final AccessList accesses;
  private final int worker;
  private long age;
  private boolean readsCommitted;

  /**
   * Whether a transaction with {@code READ_COMMITTED} holds the read lock of the record that it is
   * reading.
   */
  private boolean isReading;

  /** The kind of conflict that the last attempt to claim a write lock has found. */
  private Cause conflict;

  LockingControl(
      LockPolicy policy, RecordLock lock, TransactionStates states, WorkerContext context) {
    this.policy = policy;
    this.lock = lock;
    this.states = states;
    this.context = context;
    words = context.words();
    accesses = context.managed();
    worker = context.worker();
  }

  @Override
  public void begin(Attempt attempt) {
    age = attempt.age();
    readsCommitted = attempt.readsCommitted();
    states.begin(words, worker, age);
  }

  @Override
  public void read(Access read) {
    LockAccess access = (LockAccess) read;
    endIfWounded();
    int round = 0;
    while (givesWay(lock.writer(access.slab(), access.at()))) {
      await(round++, Cause.READ_WRITE);
    }
    context.pace().examine(1);
    lock.readers().add(access.slab(), access.at(), worker);
    access.readLock = true;
    isReading = true;
    waitForWriter(access);
    fill(access);
    if (readsCommitted) {
      releaseRead(access);
    }
  }

  @Override
  public void update(Access access) {
    lockForWrite((LockAccess) access);
    if (!access.isRead()) {
      fill(access);
    }
  }

  @Override
  public void put(Access access) {
    lockForWrite((LockAccess) access);
    if (RecordHeader.isDead(RecordHeader.of(words, access))) {
      throw context.indexConflict();
    }
  }

  private void lockForWrite(LockAccess access) {
    endIfWounded();
    if (access.writeLock) {
      return; // The transaction has already locked the record.
    }
    context.pace().step();
    int round = 0;
    while (!claimsWrite(access)) {
      await(round++, conflict);
    }
    access.writeLock = true;
    waitForReaders(access);
  }

  @Override
  public void insert(Access access) {
    update(access);
  }

  private void await(int round, Cause cause) {
    if (context.pace().givesUp()) {
      throw context.conflict();
    }
    context.await(round, cause);
  }

  private void fill(Access access) {
    long header = RecordHeader.of(words, access);
    if (RecordHeader.isDead(header)) {
      throw context.indexConflict();
    }
    boolean present = !RecordHeader.isAbsent(header);
    if (present) {
      access.copyRow(words);
    }
    access.found(present, RecordHeader.version(header));
  }

  private void waitForWriter(Access access) {
    int round = 0;
    int writer = lock.writer(access.slab(), access.at());
    while (writer >= 0) {
      var unused = givesWay(writer);
      await(round++, Cause.READ_WRITE);
      writer = lock.writer(access.slab(), access.at());
    }
  }

  private boolean claimsWrite(LockAccess access) {
    int writer = lock.writer(access.slab(), access.at());
    conflict = writer < 0 ? Cause.READ_WRITE : Cause.WRITE_WRITE;
    boolean givesWay = givesWay(writer);
    givesWay |= meetsOlderReader(access);
    if (givesWay) {
      return false;
    }
    if (writer < 0 && lock.claimWrite(access.slab(), access.at(), worker)) {
      return true;
    }
    if (!access.readLock) {
      // With a read claim, other transactions see that this transaction waits. Without the claim,
      // younger transactions could lock the record one after another while the oldest transaction
      // waits.
      lock.readers().add(access.slab(), access.at(), worker);
      access.readLock = true;
    }
    return false;
  }

  private void waitForReaders(Access access) {
    int round = 0;
    while (lock.readers().next(access.slab(), access.at(), 0, worker) >= 0) {
      var unused = meetsOlderReader(access);
      await(round++, Cause.READ_WRITE);
    }
  }

  /**
   * Applies the policy to all readers of the record. Under wound-wait, this method wounds every
   * younger reader, and returns true if one of the readers is older than this transaction.
   * Otherwise the result is false.
   */
  private boolean meetsOlderReader(Access access) {
    boolean givesWay = false;
    int reader = lock.readers().next(access.slab(), access.at(), 0, worker);
    while (reader >= 0) {
      givesWay |= givesWay(reader);
      reader = lock.readers().next(access.slab(), access.at(), reader + 1, worker);
    }
    return givesWay;
  }

  /**
   * Applies the policy to another worker whose claim conflicts with a claim of this worker; {@code
   * other} is -1 if there is no such worker. Returns whether this worker must not claim the lock
   * now, because the transaction of the other worker is older. Otherwise a sequence of younger
   * transactions could make an older transaction wait forever.
   */
  private boolean givesWay(int other) {
    if (other < 0) {
      return false;
    }
    switch (policy) {
      case NO_WAIT -> throw context.conflict();
      case WAIT_DIE -> {
        if (isOlder(states.get(words, other))) {
          throw context.conflict();
        }
        return false;
      }
      case WOUND_WAIT -> {
        context.meets(other);
        endIfWounded();
        long otherAge = states.get(words, other);
        if (otherAge > age) {
          var unused = states.wound(words, other, otherAge);
        }
        return isOlder(otherAge);
      }
    }
    throw new IllegalStateException("no such policy: " + policy);
  }

  private boolean isOlder(long otherAge) {
    return otherAge >= 0 && otherAge < age;
  }

  /**
   * Ends the transaction if it is wounded. A transaction with {@code READ_COMMITTED} that holds no
   * lock at this moment continues, because no other transaction can be waiting for it.
   */
  private void endIfWounded() {
    if (isWounded()) {
      if (!readsCommitted || isReading) {
        throw context.conflict();
      }
      states.begin(words, worker, age);
    }
  }

  @Override
  public boolean isWounded() {
    return states.get(words, worker) == TransactionStates.WOUNDED;
  }

  @Override
  public boolean lock() {
    accesses.gatherWrites(); // All writes were locked when the logic accessed them.
    return true;
  }

  @Override
  public long decide() {
    return RecordHeader.versionAfterWrites(words, accesses);
  }

  @Override
  public boolean check(long version) {
    return readsCommitted || (context.indexIsUnchanged() && mayCommit());
  }

  private boolean mayCommit() {
    return policy != LockPolicy.WOUND_WAIT || states.commit(words, worker, age);
  }

  @Override
  public void commit(long version) {
    for (int i = 0; i < accesses.writes(); i++) {
      context.pace().step();
      RecordHeader.install(words, accesses.write(i), version);
    }
    release();
  }

  @Override
  public void abort() {
    release();
  }

  private void release() {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      LockAccess access = (LockAccess) accesses.get(i);
      if (access.writeLock) {
        lock.releaseWrite(access.slab(), access.at());
        access.writeLock = false;
      }
      if (access.readLock) {
        releaseRead(access);
      }
    }
  }

  private void releaseRead(LockAccess access) {
    lock.readers().remove(access.slab(), access.at(), worker);
    access.readLock = false;
    isReading = false;
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    if (!lock.claimWrite(slab, at, worker)) {
      return BUSY;
    }
    long result = BUSY;
    if (lock.readers().next(slab, at, 0, worker) < 0) {
      result = RecordHeader.reclaim(words, slab, at);
    }
    lock.releaseWrite(slab, at);
    return result;
  }
}

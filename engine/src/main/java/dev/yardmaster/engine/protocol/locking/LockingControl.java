package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's locks. {@link Access#held} says which the transaction has, or claims, of a record.
 */
final class LockingControl implements ConcurrencyControl {

  private static final int READ = 1;
  private static final int WRITE = 2;

  private final LockPolicy policy;
  private final RecordLock lock;
  private final TransactionStates states;
  private final WorkerContext context;
  private final AccessSet accesses;
  private final int worker;
  private long age;
  private long commitVersion;

  LockingControl(
      LockPolicy policy, RecordLock lock, TransactionStates states, WorkerContext context) {
    this.policy = policy;
    this.lock = lock;
    this.states = states;
    this.context = context;
    accesses = context.accesses();
    worker = context.worker();
  }

  @Override
  public void begin(Attempt attempt) {
    age = attempt.age();
    states.begin(worker, age);
  }

  @Override
  public void read(Access access) {
    endIfWounded();
    int round = 0;
    while (givesWay(lock.writer(access.slab(), access.at()))) {
      await(round++);
    }
    lock.claimRead(access.slab(), access.at(), worker);
    access.held |= READ;
    waitForWriter(access);
    fill(access);
  }

  @Override
  public void update(Access access) {
    endIfWounded();
    if ((access.held & WRITE) != 0) {
      return; // a record that was found absent, and is to be inserted now
    }
    int round = 0;
    while (!claimsWrite(access)) {
      await(round++);
    }
    access.held |= WRITE;
    waitForReaders(access);
    if (!access.isRead()) {
      fill(access);
    }
  }

  @Override
  public void insert(Access access) {
    update(access);
  }

  private void await(int round) {
    Pace pace = context.pace();
    if (pace.givesUp()) {
      throw context.conflict();
    }
    pace.await(round);
  }

  private void fill(Access access) {
    long status = Records.word(access.slab(), access.at() + RecordLock.STATUS);
    if (RecordStatus.isDead(status)) {
      throw context.conflict();
    }
    access.seen = status;
    boolean present = !RecordStatus.isAbsent(status);
    if (present) {
      access.copyRow();
    }
    access.found(present, RecordStatus.version(status));
  }

  private void waitForWriter(Access access) {
    int round = 0;
    int writer = lock.writer(access.slab(), access.at());
    while (writer >= 0) {
      var unused = givesWay(writer);
      await(round++);
      writer = lock.writer(access.slab(), access.at());
    }
  }

  private boolean claimsWrite(Access access) {
    int writer = lock.writer(access.slab(), access.at());
    boolean givesWay = givesWay(writer);
    givesWay |= meetsOlderReader(access);
    if (givesWay) {
      return false;
    }
    if (writer < 0 && lock.claimWrite(access.slab(), access.at(), worker)) {
      return true;
    }
    if ((access.held & READ) == 0) {
      // The oldest that waits for the word says so, or the young would pass it among themselves.
      lock.claimRead(access.slab(), access.at(), worker);
      access.held |= READ;
    }
    return false;
  }

  private void waitForReaders(Access access) {
    int round = 0;
    while (lock.reader(access.slab(), access.at(), 0, worker) >= 0) {
      var unused = meetsOlderReader(access);
      await(round++);
    }
  }

  /** Meets all readers, so that none of the younger goes on in vain; whether one is older. */
  private boolean meetsOlderReader(Access access) {
    boolean givesWay = false;
    int reader = lock.reader(access.slab(), access.at(), 0, worker);
    while (reader >= 0) {
      givesWay |= givesWay(reader);
      reader = lock.reader(access.slab(), access.at(), reader + 1, worker);
    }
    return givesWay;
  }

  /**
   * Does what the policy says about a worker whose claim conflicts. Says whether this one must not
   * even claim: if the young kept claims up while they come and go, an older one would never find a
   * moment without. -1 is nobody.
   */
  private boolean givesWay(int other) {
    if (other < 0) {
      return false;
    }
    switch (policy) {
      case NO_WAIT -> throw context.conflict();
      case WAIT_DIE -> {
        if (isOlder(states.get(other))) {
          throw context.conflict();
        }
        return false;
      }
      case WOUND_WAIT -> {
        endIfWounded();
        long otherAge = states.get(other);
        if (otherAge > age) {
          states.wound(other, otherAge);
        }
        return isOlder(otherAge);
      }
    }
    throw new IllegalStateException("no such policy: " + policy);
  }

  private boolean isOlder(long otherAge) {
    return otherAge >= 0 && otherAge < age;
  }

  private void endIfWounded() {
    if (states.get(worker) == TransactionStates.WOUNDED) {
      throw context.conflict();
    }
  }

  @Override
  public boolean validate() {
    int writes = accesses.gatherWrites();
    if (!context.nodes().isUnchanged() || !mayCommit()) {
      return false;
    }
    long highest = 0;
    for (int i = 0; i < writes; i++) {
      highest = Math.max(highest, RecordStatus.version(accesses.write(i).seen));
    }
    commitVersion = highest + 1;
    return true;
  }

  private boolean mayCommit() {
    return policy != LockPolicy.WOUND_WAIT || states.commit(worker, age);
  }

  @Override
  public long commitVersion() {
    return commitVersion;
  }

  @Override
  public void commit() {
    for (int i = 0; i < accesses.writes(); i++) {
      context.pace().step();
      Access access = accesses.write(i);
      boolean deleted = access.operation() == Access.Operation.DELETE;
      if (!deleted) {
        access.putRow();
      }
      Records.setWord(
          access.slab(),
          access.at() + RecordLock.STATUS,
          deleted ? RecordStatus.absent(commitVersion) : RecordStatus.present(commitVersion));
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
      Access access = accesses.get(i);
      if ((access.held & WRITE) != 0) {
        lock.releaseWrite(access.slab(), access.at());
      }
      if ((access.held & READ) != 0) {
        lock.releaseRead(access.slab(), access.at(), worker);
      }
      access.held = 0;
    }
  }

  @Override
  public long bury(Table table, int record) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    if (!lock.claimWrite(slab, at, worker)) {
      return BUSY;
    }
    long result = BUSY;
    if (lock.reader(slab, at, 0, worker) < 0) {
      long status = Records.word(slab, at + RecordLock.STATUS);
      boolean buries = RecordStatus.isAbsent(status) && !RecordStatus.isDead(status);
      if (buries) {
        Records.setWord(slab, at + RecordLock.STATUS, RecordStatus.dead(status));
      }
      result = buries ? RecordStatus.version(status) : IN_USE;
    }
    lock.releaseWrite(slab, at);
    return result;
  }
}

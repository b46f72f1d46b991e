package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.Temperatures;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;

/**
 * One worker's part of Plor, which executes the phases of the worker's transactions. The accesses
 * are {@link PlorAccess}es.
 *
 * <p>The class is long because all its steps share the rules for wounding and waiting. Tests
 * override the package-private methods to plant bugs.
 */
class PlorControl implements ConcurrencyControl {

  /**
   * The number of attempts in which a read-only transaction validates its reads; further attempts
   * set reader bits (section 4.3).
   */
  private static final int VALIDATED_ATTEMPTS = 3;

  private final PlorSettings settings;
  private final WorkerContext context;
  private final int worker;
  private final TransactionStates states;
  private final SharedWords words;
  private final PlorLock lock;
  private final AccessList accesses;
  private final Pace pace;
  private final AccessDelay delay;

  /** The temperatures of records; null unless first attempts are optimistic. */
  private final Temperatures temperatures;

  private Attempt attempt;
  private long age;
  private boolean validatesReads;
  private boolean delaysLocks;

  /**
   * Whether the attempt locks hot records at the access, and validates its reads of all other
   * records.
   */
  private boolean locksHotRecords;

  /**
   * Whether the transaction's state is stored where other workers can read it. Other workers read
   * the state only if the transaction has a reader bit or a lock. So a transaction stores its state
   * only before it sets its first reader bit or acquires its first lock.
   */
  private boolean hasState;

  /**
   * The array that contains the words of a record that the transaction has created, while this
   * record has no access yet; null if there is no such record.
   */
  private long[] createdSlab;

  private int createdAt;

  PlorControl(PlorSettings settings, int workers, TransactionStates states, WorkerContext context) {
    this.settings = settings;
    this.context = context;
    this.states = states;
    worker = context.worker();
    words = context.words();
    accesses = context.managed();
    pace = context.pace();
    lock =
        settings.latchFree()
            ? new PlorLock(settings.firstWord(), worker, workers, states, words)
            : new LatchedPlorLock(settings.firstWord(), workers, states, context);
    delay = new AccessDelay(pace);
    temperatures =
        settings.optimisticFirst()
            ? new Temperatures(Plor.behindLock(settings, workers), settings.hot(), context)
            : null;
  }

  PlorLock lockOfRecords() {
    return lock;
  }

  @Override
  public void begin(Attempt attempt) {
    age = attempt.age();
    this.attempt = attempt;
    boolean inSteps = attempt.maySuspend();
    boolean triesWithoutLocks = settings.optimisticFirst() && attempt.restarts() == 0 && !inSteps;
    boolean onlyReads = attempt.isReadOnly() && !inSteps;
    validatesReads =
        triesWithoutLocks
            || attempt.readsCommitted()
            || (onlyReads && attempt.restarts() < VALIDATED_ATTEMPTS);
    delaysLocks =
        switch (settings.delayedLocks()) {
          case IN_STEPS -> triesWithoutLocks || inSteps;
          case ON -> true;
          case AUTO -> triesWithoutLocks || delay.begin();
        };
    locksHotRecords = settings.optimisticFirst() && validatesReads && !attempt.readsCommitted();
    if (temperatures != null) {
      temperatures.begin();
    }
    hasState = false;
  }

  private boolean isHot(Access access) {
    return locksHotRecords && temperatures.isHot(access);
  }

  private void heat(Access access) {
    if (temperatures != null) {
      temperatures.heat(access);
    }
  }

  private void storeState() {
    if (!hasState) {
      states.begin(words, worker, age);
      hasState = true;
    }
  }

  @Override
  public boolean locksCreated() {
    return true;
  }

  @Override
  public void created(Table table, int record, long key, byte[] rest) {
    if (!hasState) {
      states.begin(worker, age); // Charging the worker here could pass the baton; see lockNew.
      hasState = true;
    }
    Records records = table.records();
    createdSlab = records.slab(record);
    createdAt = records.at(record);
    lock.lockNew(createdSlab, createdAt);
  }

  @Override
  public void read(Access access) {
    endIfWounded();
    if (validatesReads && !isHot(access)) {
      readValidated((PlorAccess) access);
    } else {
      joinReaders((PlorAccess) access);
      fill(access);
    }
  }

  /**
   * Makes a consistent copy of a row without a reader bit. A writer makes its lock exclusive,
   * stores the row, stores the header, and unlocks, in this order. So if, after the copy, the lock
   * is not exclusive and the header is unchanged, no writer has changed the row during the copy.
   */
  private void readValidated(PlorAccess access) {
    long[] slab = access.slab();
    int at = access.at();
    int round = 0;
    while (true) {
      long word = lock.word(slab, at);
      if (lock.excludes(word)) {
        var unused = woundWriter(slab, at, word);
        await(round++, Cause.READ_WRITE);
        continue;
      }
      pace.examine(1);
      long header = words.getVolatile(slab, at);
      copy(access, header);
      VarHandle.acquireFence();
      if (!lock.excludes(lock.word(slab, at)) && words.getVolatile(slab, at) == header) {
        access.isValidated = true;
        access.seen = header;
        found(access, header);
        return;
      }
    }
  }

  private void joinReaders(PlorAccess access) {
    int round = 0;
    while (!joinsReaders(access)) {
      await(round++, Cause.READ_WRITE);
    }
  }

  /**
   * Sets this worker's reader bit, and returns whether no writer can change the record while the
   * bit is set. If a writer makes its lock exclusive afterwards, the writer sees the bit before it
   * changes the record, and so must wound the reader or wait. So younger writers cannot delay an
   * older reader one after another. A wounded writer never changes the record. If the result is
   * false, an exclusive writer is running or committing, and the caller waits. While the writer is
   * committing, the reader keeps its bit set. If the writer is older and still running, the reader
   * clears its bit, because otherwise the writer would wound the reader.
   */
  private boolean joinsReaders(PlorAccess access) {
    long[] slab = access.slab();
    int at = access.at();
    if (!access.isReader) {
      if (isRunningAndOlder(look(slab, at))) {
        return false;
      }
      pace.examine(1);
      storeState();
      lock.addReader(slab, at);
      access.isReader = true;
    }
    long word = lookAgain(slab, at);
    if (!lock.excludes(word) || woundWriter(slab, at, word)) {
      return true;
    }
    if (isRunningAndOlder(word)) {
      leaveReaders(access);
    }
    return false;
  }

  private boolean isRunningAndOlder(long word) {
    if (!lock.excludes(word)) {
      return false;
    }
    long state = states.get(words, PlorLock.writer(word));
    return state >= 0 && state < age;
  }

  long look(long[] slab, int at) {
    return lock.word(slab, at);
  }

  long lookAgain(long[] slab, int at) {
    return lock.word(slab, at);
  }

  private void leaveReaders(PlorAccess access) {
    lock.removeReader(access.slab(), access.at());
    access.isReader = false;
  }

  /**
   * Copies a row that the transaction protects by its reader bit or its lock. An older transaction
   * may wound this transaction and then change the row during the copy. So this transaction checks
   * its own state after the copy.
   */
  private void fill(Access access) {
    long header = words.getVolatile(access.slab(), access.at());
    copy(access, header);
    VarHandle.acquireFence();
    endIfWounded();
    found(access, header);
  }

  private void copy(Access access, long header) {
    if (RecordHeader.isDead(header)) {
      throw context.indexConflict();
    }
    if (!RecordHeader.isAbsent(header)) {
      access.copyRow(words);
    }
  }

  private static void found(Access access, long header) {
    access.found(!RecordHeader.isAbsent(header), RecordHeader.version(header));
  }

  @Override
  public void update(Access updated) {
    PlorAccess access = (PlorAccess) updated;
    endIfWounded();
    if (access.isWriter) {
      return;
    }
    if (delaysLocks && !isHot(access)) {
      if (!access.isRead()) {
        read(access);
      }
      return;
    }
    lockForWrite(access);
    if (!access.isRead()) {
      fill(access);
    }
  }

  @Override
  public void insert(Access inserted) {
    PlorAccess access = (PlorAccess) inserted;
    if (!access.isWriter && PlorLock.writer(lock.word(access.slab(), access.at())) == worker) {
      access.isWriter = true; // The transaction itself created the record, and so holds its lock.
      createdSlab = null;
      fill(access);
    } else {
      update(access);
    }
  }

  @Override
  public void put(Access written) {
    PlorAccess access = (PlorAccess) written;
    endIfWounded();
    boolean isUnlocked = !access.isWriter && !access.isReader;
    boolean waitsForCommit = delaysLocks && !isHot(access);
    if (waitsForCommit ? isUnlocked && attempt.maySuspend() : !access.isWriter) {
      lockForWrite(access);
      if (RecordHeader.isDead(RecordHeader.of(words, access))) {
        throw context.indexConflict();
      }
    }
  }

  private void lockForWrite(PlorAccess access) {
    long[] slab = access.slab();
    int at = access.at();
    pace.step();
    storeState();
    if (lock.tryLock(slab, at)) {
      access.isWriter = true;
    } else {
      heat(access);
      lock.addWaiter(slab, at);
      access.isWaiter = true;
      int round = 0;
      while (!becomesWriter(access)) {
        await(round++, Cause.WRITE_WRITE);
      }
    }
  }

  private boolean becomesWriter(PlorAccess access) {
    long[] slab = access.slab();
    int at = access.at();
    long word = lock.word(slab, at);
    int writer = PlorLock.writer(word);
    if (writer == worker) {
      access.isWaiter = false; // The previous writer has passed the lock to this worker.
      access.isWriter = true;
    } else if (writer < 0 && lock.tryLock(slab, at)) {
      var unused = lock.takeWaiter(slab, at); // Only a writer could have cleared the bit.
      access.isWaiter = false;
      access.isWriter = true;
    } else if (writer >= 0) {
      var unused = woundWriter(slab, at, word);
    }
    return access.isWriter;
  }

  private void await(int round, Cause cause) {
    endIfWounded();
    delay.discard();
    if (pace.givesUp()) {
      throw context.conflict();
    }
    context.await(round, cause);
  }

  private void endIfWounded() {
    if (isWounded()) {
      throw context.conflict();
    }
  }

  @Override
  public boolean isWounded() {
    return hasState && states.get(words, worker) == TransactionStates.WOUNDED;
  }

  /**
   * Wounds the transaction of the writer in {@code word}, if the writer's transaction is younger
   * than this transaction and still holds the lock. Returns whether the writer is wounded now.
   */
  private boolean woundWriter(long[] slab, int at, long word) {
    int writer = PlorLock.writer(word);
    context.meets(writer);
    long state = states.get(words, writer);
    return state == TransactionStates.WOUNDED
        || (state > age && lock.word(slab, at) == word && states.wound(words, writer, state));
  }

  @Override
  public boolean lock() {
    delay.end(accesses.size());
    try {
      int count = delaysLocks ? accesses.sortWrites() : accesses.gatherWrites();
      for (int i = 0; i < count; i++) {
        PlorAccess access = (PlorAccess) accesses.write(i);
        if (!access.isWriter) {
          lockForWrite(access);
        }
        if (!access.isRead() && RecordHeader.isDead(RecordHeader.of(words, access))) {
          throw context.indexConflict();
        }
      }
      for (int i = 0; i < count; i++) {
        exclude(accesses.write(i));
      }
      // Because of this fence, a wounded reader that sees a part of a write of this transaction
      // also sees that it was wounded.
      VarHandle.fullFence();
      return true;
    } catch (Conflict conflict) {
      return false;
    }
  }

  /**
   * Makes the lock of a written record exclusive, and waits until no other transaction reads the
   * record, except transactions that are wounded.
   */
  void exclude(Access access) {
    lock.makeExclusive(access.slab(), access.at());
    pace.step();
    awaitReaders(access);
  }

  void awaitReaders(Access access) {
    long[] slab = access.slab();
    int at = access.at();
    int reader = lock.nextReader(slab, at, 0);
    while (reader >= 0) {
      int round = 0;
      while (blocks(slab, at, reader)) {
        await(round++, Cause.READ_WRITE);
      }
      reader = lock.nextReader(slab, at, reader + 1);
    }
  }

  /**
   * Returns whether the commit must wait until a worker clears its reader bit. If the reader is
   * younger, this method wounds it, and the commit need not wait. The state is read before the bit.
   * A later transaction of the same worker may set the bit between these two reads. The later
   * transaction then finds the exclusive lock, and waits for this transaction or wounds it.
   */
  boolean blocks(long[] slab, int at, int reader) {
    context.meets(reader);
    long state = states.get(words, reader);
    return lock.isReader(slab, at, reader)
        && state != TransactionStates.WOUNDED
        && !(state > age && states.wound(words, reader, state));
  }

  @Override
  public long decide() {
    return RecordHeader.versionAfterWrites(words, accesses);
  }

  @Override
  public boolean check(long version) {
    return attempt.readsCommitted()
        || (context.indexIsUnchanged() && readsAreUnchanged() && becomesCommitting());
  }

  private boolean readsAreUnchanged() {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      PlorAccess access = (PlorAccess) accesses.get(i);
      if (access.isValidated && !isUnchanged(access)) {
        heat(access);
        return false;
      }
    }
    return true;
  }

  boolean isUnchanged(PlorAccess access) {
    pace.examine(1);
    return !lock.excludes(lock.word(access.slab(), access.at()))
        && words.getVolatile(access.slab(), access.at()) == access.seen;
  }

  boolean becomesCommitting() {
    return !hasState || states.commit(words, worker, age);
  }

  @Override
  public void commit(long version) {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      PlorAccess access = (PlorAccess) accesses.get(i);
      if (access.isReader) {
        leaveReaders(access);
      }
      access.isValidated = false;
    }
    for (int i = 0; i < accesses.writes(); i++) {
      pace.step();
      RecordHeader.install(words, accesses.write(i), version);
    }
    unlock();
  }

  @Override
  public void abort() {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      PlorAccess access = (PlorAccess) accesses.get(i);
      if (access.isReader) {
        leaveReaders(access);
      }
      if (access.isWaiter) {
        endWait(access);
      }
      access.isValidated = false;
    }
    if (createdSlab != null) {
      lock.unlock(createdSlab, createdAt); // Another protocol in the mix aborted the insertion.
      createdSlab = null;
    }
    unlock();
  }

  /**
   * Stops waiting for a lock. If an unlocking writer has already cleared this worker's waiter bit,
   * that writer is passing the lock to this worker. The worker then waits until it has the lock.
   */
  void endWait(PlorAccess access) {
    long[] slab = access.slab();
    int at = access.at();
    access.isWaiter = false;
    if (lock.takeWaiter(slab, at)) {
      return;
    }
    int round = 0;
    while (PlorLock.writer(lock.word(slab, at)) != worker) {
      context.await(round++, Cause.WRITE_WRITE);
    }
    access.isWriter = true;
  }

  /**
   * Unlocks all records that the transaction has locked, including those that it does not write.
   */
  private void unlock() {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      PlorAccess access = (PlorAccess) accesses.get(i);
      if (access.isWriter) {
        access.isWriter = false;
        lock.unlock(access.slab(), access.at());
      }
    }
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    if (!lock.tryLock(slab, at)) {
      return BUSY;
    }
    // A reader must wait while the record is reclaimed. The state COMMITTING makes readers wait; a
    // reader would not wait for a wounded writer.
    states.begin(words, worker, TransactionStates.COMMITTING);
    lock.makeExclusive(slab, at);
    boolean isRead = lock.nextReader(slab, at, 0) >= 0;
    long result = isRead ? BUSY : RecordHeader.reclaim(words, slab, at);
    lock.unlock(slab, at);
    return result;
  }
}

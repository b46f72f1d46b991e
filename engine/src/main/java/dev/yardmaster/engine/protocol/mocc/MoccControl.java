package dev.yardmaster.engine.protocol.mocc;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;
import dev.yardmaster.engine.protocol.silo.SiloControl;
import dev.yardmaster.engine.protocol.state.Temperatures;
import dev.yardmaster.engine.protocol.state.WorkerBits;
import java.lang.invoke.VarHandle;

/**
 * One worker's part of MOCC, which executes the phases of the worker's transactions. The accesses
 * are {@link MoccAccess}es. Tests override the package-private methods to plant bugs.
 *
 * <p>Readers and writers first set their own lock and then look for conflicting locks. So if a
 * reader and a writer conflict, at least one of them sees the lock of the other. A writer looks for
 * readers only once, because later readers find the writer's lock and abort. A transaction that has
 * locked a record at an access never waits afterwards, because it has not acquired its locks in the
 * global order. Any other transaction acquires its locks in the global order, as under Silo, and
 * may wait. So there is no deadlock.
 */
class MoccControl extends SiloControl {

  private static final int TEMPERATURE = 1;
  static final int READERS = 2;

  private final WorkerContext context;
  private final AccessList accesses;
  private final SharedWords words;
  private final WorkerBits readers;
  private final int worker;
  private final Temperatures temperatures;
  private boolean hasLocks;

  MoccControl(WorkerContext context, int workers, int hot) {
    super(context);
    this.context = context;
    accesses = context.managed();
    words = context.words();
    readers = new WorkerBits(READERS, workers, words);
    worker = context.worker();
    temperatures = new Temperatures(TEMPERATURE, hot, context);
  }

  @Override
  public void begin(Attempt attempt) {
    super.begin(attempt);
    hasLocks = false;
    temperatures.begin();
  }

  @Override
  public void read(Access read) {
    MoccAccess access = (MoccAccess) read;
    if (temperatures.isHot(access) && !attempt().readsCommitted()) {
      lockForRead(access);
      fill(access);
    } else {
      super.read(access);
    }
  }

  private void lockForRead(MoccAccess access) {
    context.pace().examine(1);
    readers.add(access.slab(), access.at(), worker);
    access.isReader = true;
    hasLocks = true;
    long header = lookForWriter(access);
    if (RecordHeader.isLocked(header)) {
      throw context.conflict();
    }
    access.saw(header);
  }

  long lookForWriter(MoccAccess access) {
    return words.getVolatile(access.slab(), access.at());
  }

  /** Copies the row of a record that the transaction has locked for reading. */
  private void fill(MoccAccess access) {
    long header = access.seen();
    if (RecordHeader.isDead(header)) {
      throw context.conflict();
    }
    boolean present = !RecordHeader.isAbsent(header);
    if (present) {
      access.copyRow(words);
    }
    access.found(present, RecordHeader.version(header));
  }

  @Override
  public void update(Access updated) {
    MoccAccess access = (MoccAccess) updated;
    if (temperatures.isHot(access)) {
      lockForWrite(access);
      if (!access.isRead()) {
        fill(access);
      }
    } else {
      super.update(access);
    }
  }

  @Override
  public void put(Access written) {
    MoccAccess access = (MoccAccess) written;
    if (temperatures.isHot(access)) {
      lockForWrite(access);
    }
  }

  private void lockForWrite(MoccAccess access) {
    if (access.isLocked()) {
      return;
    }
    context.pace().step();
    hasLocks = true;
    if (!lockUnlessChanged(access) || nextReader(access, 0) >= 0) {
      throw context.conflict();
    }
  }

  private boolean lockUnlessChanged(OptimisticAccess access) {
    boolean locked = lock(access);
    if (!locked) {
      temperatures.heat(access);
    }
    return locked;
  }

  /**
   * Returns the lowest number, from {@code from} on, of another worker that has locked a record for
   * reading; -1 if there is none.
   */
  int nextReader(Access access, int from) {
    return readers.next(access.slab(), access.at(), from, worker);
  }

  @Override
  protected void await(int round) {
    if (hasLocks || context.pace().givesUp()) {
      throw context.conflict();
    }
    super.await(round);
  }

  @Override
  public boolean lock() {
    try {
      int count = accesses.sortWrites();
      for (int i = 0; i < count; i++) {
        MoccAccess access = (MoccAccess) accesses.write(i);
        if (!access.isLocked()) {
          context.pace().step();
          if (!lockUnlessChanged(access)) {
            return false;
          }
          awaitReaders(access);
        }
      }
      VarHandle.fullFence();
      return true;
    } catch (Conflict conflict) {
      return false;
    }
  }

  /**
   * Waits until all readers that have locked the record before this worker have unlocked it. Later
   * readers find this worker's lock, and abort.
   */
  private void awaitReaders(MoccAccess access) {
    int reader = nextReader(access, 0);
    while (reader >= 0) {
      int round = 0;
      while (readers.contains(access.slab(), access.at(), reader)) {
        await(round++);
      }
      reader = nextReader(access, reader + 1);
    }
  }

  @Override
  protected boolean isUnchanged(OptimisticAccess access) {
    if (access.isLocked() || ((MoccAccess) access).isReader) {
      return true;
    }
    boolean unchanged = super.isUnchanged(access);
    if (!unchanged) {
      temperatures.heat(access);
    }
    return unchanged;
  }

  @Override
  public void commit(long version) {
    super.commit(version);
    release();
  }

  @Override
  public void abort() {
    release();
  }

  /** Unlocks all records of the transaction, including those that it has locked but not written. */
  private void release() {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      MoccAccess access = (MoccAccess) accesses.get(i);
      unlock(access);
      if (access.isReader) {
        access.isReader = false;
        readers.remove(access.slab(), access.at(), worker);
      }
    }
  }

  @Override
  protected boolean isReadLocked(long[] slab, int at) {
    return readers.next(slab, at, 0, worker) >= 0;
  }
}

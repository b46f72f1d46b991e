package dev.yardmaster.engine.protocol.optimistic;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;

/**
 * Implements a worker's reads, locks and writes under an optimistic protocol, as in Silo (SOSP
 * 2013, figure 2). Each protocol has a subclass, which implements {@link #decide} and {@link
 * #check}. The accesses are {@link OptimisticAccess}es.
 */
public abstract class OptimisticControl implements ConcurrencyControl {

  private final WorkerContext worker;
  private final AccessList accesses;
  private final Pace pace;
  private final SharedWords words;
  private final RowReader rows;
  private Attempt attempt = new Attempt();

  /** Creates one worker's part of a protocol. */
  @SuppressWarnings("this-escape") // The reader waits only in read(), after construction.
  protected OptimisticControl(WorkerContext worker) {
    this.worker = worker;
    accesses = worker.managed();
    pace = worker.pace();
    words = worker.words();
    rows = new RowReader(worker, this::await);
  }

  @Override
  public void begin(Attempt current) {
    attempt = current;
  }

  /** Returns the current attempt. */
  protected final Attempt attempt() {
    return attempt;
  }

  @Override
  public void read(Access access) {
    boolean present =
        rows.read(access.table().records(), access.record(), access.slab(), access.at(), access);
    long header = rows.header();
    if (RecordHeader.isDead(header)) {
      throw worker.conflict();
    }
    ((OptimisticAccess) access).saw(header);
    access.found(present, RecordHeader.version(header));
  }

  @Override
  public void update(Access access) {
    if (!access.isRead()) {
      read(access);
    }
  }

  @Override
  public void insert(Access access) {
    update(access);
  }

  @Override
  public void put(Access access) {}

  @Override
  public boolean lock() {
    return lock(0, accesses.sortWrites());
  }

  /** Locks the collected writes at the positions {@code [from, to)}, in this order. */
  protected final boolean lock(int from, int to) {
    for (int i = from; i < to; i++) {
      pace.step();
      if (!lock((OptimisticAccess) accesses.write(i))) {
        return false;
      }
    }
    VarHandle.fullFence();
    return true;
  }

  /**
   * Locks a record. Returns false if the record has changed since the transaction has read it, or
   * is dead. If the method locks the record, it stores the record's header in the access.
   */
  protected final boolean lock(OptimisticAccess access) {
    long[] slab = access.slab();
    int at = access.at();
    int round = 0;
    while (true) {
      long header = words.get(slab, at);
      if (RecordHeader.isLocked(header)) {
        await(round++);
      } else if (access.isRead() ? header != access.seen() : RecordHeader.isDead(header)) {
        return false;
      } else if (words.change(slab, at, header, RecordHeader.locked(header))) {
        access.saw(header);
        access.locked(true);
        return true;
      }
    }
  }

  /**
   * Executes one round of a wait for a record that another transaction has locked.
   *
   * @param round the number of earlier rounds of this wait
   */
  protected void await(int round) {
    pace.await(round);
  }

  @Override
  public void commit(long version) {
    for (int i = 0; i < accesses.writes(); i++) {
      pace.step();
      OptimisticAccess access = (OptimisticAccess) accesses.write(i);
      install(access, version);
      access.locked(false);
    }
  }

  /** Installs a write in its record, and unlocks the record. */
  protected void install(Access access, long version) {
    RecordHeader.install(words, access, version);
  }

  @Override
  public void abort() {
    for (int i = 0; i < accesses.writes(); i++) {
      unlock((OptimisticAccess) accesses.write(i));
    }
  }

  /** Unlocks the record of an access, without changing it, if the transaction has locked it. */
  protected final void unlock(OptimisticAccess access) {
    if (access.isLocked()) {
      words.set(access.slab(), access.at(), access.seen());
      access.locked(false);
    }
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    long header = words.get(slab, at);
    if (RecordHeader.isLocked(header)) {
      return BUSY;
    }
    if (!RecordHeader.isAbsent(header) || RecordHeader.isDead(header)) {
      return IN_USE;
    }
    if (!words.change(slab, at, header, RecordHeader.locked(header))) {
      return BUSY;
    }
    if (isReadLocked(slab, at)) {
      words.set(slab, at, header);
      return BUSY;
    }
    long stamp = absentUpTo(slab, at, header);
    words.set(slab, at, RecordHeader.dead(header));
    return stamp;
  }

  /** Returns whether another worker's transaction has locked a record for reading. */
  protected boolean isReadLocked(long[] slab, int at) {
    return false;
  }

  /**
   * Returns the highest version with which a transaction may have found the record absent. The
   * record must be locked and absent.
   */
  protected long absentUpTo(long[] slab, int at, long header) {
    return RecordHeader.version(header);
  }
}

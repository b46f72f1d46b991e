package dev.yardmaster.engine.protocol.partition;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.partition.PartitionLocking.Lookup;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;
import java.util.Arrays;

/**
 * One worker's part of partition locking, which executes the phases of the worker's transactions.
 */
final class PartitionControl implements ConcurrencyControl, KeyHints {

  private static final long NO_TICKET = -1;

  private final Lookup lookup;
  private final PartitionLocks locks;
  private final WorkerContext context;
  private final SharedWords words;
  private final AccessList accesses;
  private Attempt attempt;

  /** For each partition, whether the transaction needs it. */
  private final boolean[] isNeeded;

  /**
   * The indexes of the partitions that the transaction needs. They are in ascending order when the
   * logic begins.
   */
  private int[] needed = new int[8];

  private int neededCount;

  /** For each partition, whether the transaction has locked it. */
  private final boolean[] isLocked;

  /**
   * For each partition, the ticket that this worker has left in the queue when it stopped waiting;
   * {@link #NO_TICKET} for none.
   */
  private final long[] left;

  PartitionControl(Lookup lookup, int count, PartitionLocks locks, WorkerContext context) {
    this.lookup = lookup;
    this.locks = locks;
    this.context = context;
    words = context.words();
    accesses = context.managed();
    isNeeded = new boolean[count];
    isLocked = new boolean[count];
    left = new long[count];
    Arrays.fill(left, NO_TICKET);
  }

  @Override
  public void begin(Attempt current) {
    attempt = current;
    if (current.restarts() == 0) {
      for (int i = 0; i < neededCount; i++) {
        isNeeded[needed[i]] = false;
      }
      neededCount = 0;
    }
    current.keys().declare(this);
    Arrays.sort(needed, 0, neededCount);
    for (int i = 0; i < neededCount; i++) {
      lock(needed[i]);
    }
  }

  private void lock(int partition) {
    context.pace().step();
    long ticket = ticket(partition);
    int round = 0;
    while (!locks.isServed(words, partition, ticket)) {
      if (locks.skipLeft(words, partition)) {
        continue;
      }
      // There is no limit on the time for which the logic of the transaction that holds the lock
      // may run.
      if (context.pace().givesUp()) {
        left[partition] = ticket;
        locks.leave(partition, ticket);
        throw context.conflict();
      }
      context.await(round++, Cause.WRITE_WRITE);
    }
    isLocked[partition] = true;
  }

  /**
   * Returns the ticket that the worker has left in the queue, if it was not skipped; otherwise
   * draws a new ticket.
   */
  private long ticket(int partition) {
    long own = left[partition];
    left[partition] = NO_TICKET;
    return own != NO_TICKET && locks.takeBack(partition, own) ? own : locks.draw(words, partition);
  }

  @Override
  public void read(Table table, long key) {
    declared(table, key, null);
  }

  @Override
  public void write(Table table, long key) {
    declared(table, key, null);
  }

  @Override
  public void read(Table table, long key, byte[] rest) {
    declared(table, key, rest);
  }

  @Override
  public void write(Table table, long key, byte[] rest) {
    declared(table, key, rest);
  }

  private void declared(Table table, long key, byte[] rest) {
    int partition = lookup.of(table, key, rest);
    if (partition != Partitioning.NONE) {
      need(partition);
    }
  }

  private void need(int partition) {
    if (!isNeeded[partition]) {
      isNeeded[partition] = true;
      if (neededCount == needed.length) {
        needed = Arrays.copyOf(needed, 2 * neededCount);
      }
      needed[neededCount++] = partition;
    }
  }

  private void requireLocked(Access access) {
    int partition = lookup.of(access);
    if (!isLocked[partition]) {
      need(partition);
      context.pace().step();
      if (!locks.tryLock(words, partition)) {
        throw context.conflict();
      }
      isLocked[partition] = true;
    }
  }

  @Override
  public void read(Access access) {
    requireLocked(access);
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
  public void put(Access access) {
    requireLocked(access);
    if (RecordHeader.isDead(RecordHeader.of(words, access))) {
      throw context.indexConflict();
    }
  }

  @Override
  public boolean lock() {
    accesses.gatherWrites();
    return true;
  }

  @Override
  public long decide() {
    return RecordHeader.versionAfterWrites(words, accesses);
  }

  @Override
  public boolean check(long version) {
    return attempt.readsCommitted() || context.indexIsUnchanged();
  }

  @Override
  public void commit(long version) {
    for (int i = 0; i < accesses.writes(); i++) {
      context.pace().step();
      RecordHeader.install(words, accesses.write(i), version);
    }
    unlock();
  }

  @Override
  public void abort() {
    unlock();
  }

  private void unlock() {
    for (int i = 0; i < neededCount; i++) {
      int partition = needed[i];
      if (isLocked[partition]) {
        isLocked[partition] = false;
        locks.unlock(words, partition);
      }
    }
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    int partition = lookup.of(table, key, rest);
    if (!locks.tryLock(words, partition)) {
      return BUSY;
    }
    long result =
        RecordHeader.reclaim(words, table.records().slab(record), table.records().at(record));
    locks.unlock(words, partition);
    return result;
  }
}

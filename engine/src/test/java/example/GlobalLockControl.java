package example;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Table;
import java.util.concurrent.atomic.AtomicBoolean;

/** One worker's part of the global lock. */
final class GlobalLockControl implements ConcurrencyControl {

  private final AtomicBoolean lock;
  private final WorkerContext context;
  private final AccessList accesses;
  private final Pace pace;
  private final SharedWords words;
  private boolean holdsLock;

  GlobalLockControl(AtomicBoolean lock, WorkerContext context) {
    this.lock = lock;
    this.context = context;
    accesses = context.managed();
    pace = context.pace();
    words = context.words();
  }

  @Override
  public void begin(Attempt attempt) {
    pace.step();
    for (int round = 0; !lock.compareAndSet(false, true); round++) {
      // The lock's holder may run for as long as its logic runs.
      if (pace.givesUp()) {
        throw context.conflict();
      }
      pace.await(round);
    }
    holdsLock = true;
  }

  @Override
  public void read(Access access) {
    long header = RecordHeader.of(words, access);
    if (RecordHeader.isDead(header)) {
      // The record was reclaimed, and its index entry will be removed soon.
      throw context.indexConflict();
    }
    boolean isPresent = !RecordHeader.isAbsent(header);
    if (isPresent) {
      access.copyRow(words);
    }
    access.found(isPresent, RecordHeader.version(header));
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
    return context.indexIsUnchanged();
  }

  @Override
  public void commit(long version) {
    for (int i = 0; i < accesses.writes(); i++) {
      pace.step();
      RecordHeader.install(words, accesses.write(i), version);
    }
    unlock();
  }

  @Override
  public void abort() {
    unlock();
  }

  private void unlock() {
    if (holdsLock) {
      holdsLock = false;
      lock.set(false);
    }
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    if (!lock.compareAndSet(false, true)) {
      return BUSY;
    }
    try {
      return RecordHeader.reclaim(words, table.records().slab(record), table.records().at(record));
    } finally {
      lock.set(false);
    }
  }
}

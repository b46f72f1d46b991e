package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.MissingKeys;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.RecordWords;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.protocol.versions.Versions;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of multi-version timestamp ordering, which commits in three steps (SIGMOD 2017,
 * section 3: serializable multi-version validation).
 *
 * <ol>
 *   <li>Lock each record that the transaction writes. The version that the transaction has read
 *       must be the newest.
 *   <li>Raise the read timestamps of the versions that the transaction has read, and check that
 *       these versions are still the visible versions.
 *   <li>Check that no transaction with a later timestamp has read the versions that will be
 *       replaced.
 * </ol>
 *
 * <p>A reader raises the read timestamp and then looks for newer versions and locks. A writer locks
 * a record and then checks the read timestamp. So of two conflicting transactions, at least one
 * sees the other. If a transaction finds the lock of a writer whose timestamp is earlier, it waits
 * for the writer. So transactions wait only for transactions with earlier timestamps, and a
 * deadlock is impossible.
 *
 * <p>The accesses are {@link VersionAccess}es. Before a transaction writes a record, it reads the
 * record. Only a blind write replaces the visible version without reading it.
 */
final class MultiVersionControl implements ConcurrencyControl {

  private final RunningTransactions running;
  private final Timestamps timestamps;
  private final WorkerContext worker;
  private final AccessList accesses;
  private final Pace pace;
  private final SharedWords words;
  private final Versions versions;
  private long readTimestamp;
  private long writeTimestamp;
  private long lastCommitted = Protocol.LOADED_VERSION;

  MultiVersionControl(RunningTransactions running, Timestamps timestamps, WorkerContext worker) {
    this.running = running;
    this.timestamps = timestamps;
    this.worker = worker;
    accesses = worker.managed();
    pace = worker.pace();
    words = worker.words();
    versions = new Versions(worker, this::isLater, null, RecordWords.WITH_READ);
  }

  /** Returns the lock word of a writer. */
  private static long pending(long writeTimestamp) {
    return -writeTimestamp;
  }

  private boolean isLater(long lock, long asOf, int round) {
    boolean isLater = -lock > asOf;
    if (!isLater) {
      pace.await(round);
    }
    return isLater;
  }

  @Override
  public void begin(Attempt attempt) {
    running.beginning(worker.worker());
    readTimestamp = timestamps.next();
    writeTimestamp = Timestamps.writeOf(readTimestamp);
    running.running(worker.worker(), readTimestamp);
  }

  @Override
  public long readAsOf() {
    return readTimestamp;
  }

  @Override
  public MissingKeys missingKeys() {
    return MissingKeys.STAMPED;
  }

  @Override
  public void read(Access access) {
    versions.read((VersionAccess) access, readTimestamp);
  }

  /**
   * Reads a record without an access. The commit does not validate this read. Returns the version,
   * in the form of {@link Access#version}.
   */
  long readRow(Table table, int record, Row into) {
    return versions.readRow(table, record, readTimestamp, into);
  }

  @Override
  public void update(Access updated) {
    VersionAccess access = (VersionAccess) updated;
    if (!access.isRead()) {
      read(access);
    }
    // The validation would detect the same conflict, but later, after more work.
    if (!versions.isNewest(access) || isReadLater(access)) {
      throw worker.conflict();
    }
  }

  @Override
  public void insert(Access access) {
    if (!access.isRead()) {
      read(access);
    }
    if (!access.isPresent()) {
      update(access);
    }
  }

  @Override
  public void put(Access access) {}

  @Override
  public boolean lock() {
    int writes = accesses.gatherWrites();
    for (int i = 0; i < writes; i++) {
      pace.step();
      VersionAccess access = write(i);
      if ((!access.isRead() && !versions.see(access, readTimestamp))
          || !versions.lock(access, pending(writeTimestamp))) {
        return false;
      }
      versions.keepOld(access);
    }
    return true;
  }

  private VersionAccess write(int index) {
    return (VersionAccess) accesses.write(index);
  }

  @Override
  public long decide() {
    return writeTimestamp;
  }

  @Override
  public boolean check(long version) {
    return readsHold() && nobodyReadLater();
  }

  private boolean readsHold() {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      VersionAccess access = (VersionAccess) accesses.get(i);
      if (access.isRead() && !access.isWrite() && !AccessSet.isMissing(access)) {
        pace.examine(1);
        access.raiseRead(words, readTimestamp);
        if (!versions.isVisible(access, readTimestamp)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean nobodyReadLater() {
    for (int i = 0; i < accesses.writes(); i++) {
      if (isReadLater(write(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a transaction with a later timestamp has read the record. */
  private boolean isReadLater(VersionAccess access) {
    return access.readStamp(words) > readTimestamp;
  }

  @Override
  public void commit(long version) {
    for (int i = 0; i < accesses.writes(); i++) {
      pace.step();
      versions.install(write(i), version, 0);
    }
    timestamps.awaitPassed();
    lastCommitted = version;
    running.ended(worker.worker(), lastCommitted);
  }

  @Override
  public void abort() {
    for (int i = 0; i < accesses.writes(); i++) {
      versions.unlock(write(i));
    }
    running.ended(worker.worker(), lastCommitted);
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    return versions.reclaim(table, record);
  }

  @Override
  public void maintain() {
    versions.retire(running.horizon());
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

package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.SupersededVersions;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's transactions (SIGMOD 2017, section 3: serializable multi-version validation).
 *
 * <ol>
 *   <li>Install a pending version on top of each version that the transaction replaces. The
 *       replaced version must be the newest.
 *   <li>Raise the read timestamps of the versions that the transaction read, and check that these
 *       versions are still the visible ones.
 *   <li>Check that no later transaction has read the versions beneath the new versions.
 * </ol>
 *
 * <p>A reader raises the read timestamp and then looks for versions; a writer installs a version
 * and then looks for readers. So of two conflicting transactions, at least one sees the other. A
 * transaction that finds a pending version with a timestamp at or below its own waits for that
 * version. So transactions wait only for earlier transactions, and a deadlock is impossible.
 *
 * <p>The accesses are {@link VersionAccess}es. A transaction reads every record before it writes
 * the record, except for a blind write, which replaces the visible version.
 */
final class MultiVersionControl implements ConcurrencyControl {

  /** Stands in place of a version for a record that was removed from its index. */
  private static final int DEAD = -2;

  private final RunningTransactions running;
  private final Timestamps timestamps;
  private final WorkerContext worker;
  private final AccessList accesses;
  private final Pace pace;
  private final SharedWords words;
  private final SupersededVersions superseded = new SupersededVersions();
  private long readTimestamp;
  private long writeTimestamp;
  private long lastCommitted = Protocol.LOADED_VERSION;
  private long rowVersion;
  private long horizon;

  MultiVersionControl(RunningTransactions running, Timestamps timestamps, WorkerContext worker) {
    this.running = running;
    this.timestamps = timestamps;
    this.worker = worker;
    accesses = worker.managed();
    pace = worker.pace();
    words = worker.words();
  }

  @Override
  public void begin(Attempt attempt) {
    running.beginning(worker.worker());
    readTimestamp = timestamps.next();
    writeTimestamp = Timestamps.writeOf(readTimestamp);
    running.running(worker.worker(), readTimestamp);
  }

  @Override
  public long readStamp() {
    return readTimestamp;
  }

  @Override
  public void read(Access access) {
    int version = visible(access.table(), access.record());
    ((VersionAccess) access).saw(version);
    boolean present = copyRow(access.table(), access.record(), version, access);
    access.found(present, rowVersion);
  }

  /** Reads a record without an access, so that no validation covers the read. */
  boolean readRow(Table table, int record, Row into) {
    return copyRow(table, record, visible(table, record), into);
  }

  /** Returns the version of the row that was read last. */
  long rowVersion() {
    return rowVersion;
  }

  /** Returns the timestamp as of which the transaction reads. */
  long readTimestamp() {
    return readTimestamp;
  }

  private boolean copyRow(Table table, int record, int version, Row into) {
    if (version == DEAD) {
      throw worker.conflict();
    }
    if (version == RecordWords.NONE) {
      // The removed versions of the key are earlier than every running transaction. So the record
      // is absent for this transaction even if the stamp is later.
      Records records = table.records();
      long stamp =
          words.getVolatile(records.slab(record), records.at(record) + RecordWords.ABSENCE_READ);
      rowVersion = Math.min(stamp, readTimestamp);
      return false;
    }
    Records versions = table.versions();
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    boolean present = VersionWords.status(words, slab, at) == VersionWords.PRESENT;
    if (present) {
      words.copyRow(versions, version, slab, at, into);
    }
    rowVersion = VersionWords.writeTimestamp(words, slab, at);
    return present;
  }

  /**
   * Returns the newest version that is not later than the transaction. The method waits while that
   * version is pending.
   */
  private int visible(Table table, int record) {
    Records versions = table.versions();
    long[] recordSlab = table.records().slab(record);
    int recordAt = table.records().at(record);
    int round = 0;
    while (true) {
      long head = RecordWords.head(words, recordSlab, recordAt);
      if (RecordWords.isDead(head)) {
        return DEAD;
      }
      int version = RecordWords.newest(head);
      int status = VersionWords.PRESENT;
      while (version != RecordWords.NONE) {
        long[] slab = versions.slab(version);
        int at = versions.at(version);
        if (VersionWords.writeTimestamp(words, slab, at) <= readTimestamp) {
          status = VersionWords.status(words, slab, at);
          break;
        }
        version = VersionWords.older(words, slab, at);
      }
      if (status == VersionWords.PENDING) {
        pace.await(round++);
      } else if (status != VersionWords.ABORTED) {
        return version;
      }
    }
  }

  @Override
  public void update(Access updated) {
    VersionAccess access = (VersionAccess) updated;
    if (!access.isRead()) {
      read(access);
    }
    // This early check saves work: the validation would detect the same conflict, but later.
    long head = RecordWords.head(words, access.slab(), access.at());
    if (head != RecordWords.headOf(access.seen()) || isReadLater(access)) {
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
      if (!install(write(i))) {
        return false;
      }
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

  /**
   * Installs a pending version on top of the version that was read, if the read version is still
   * the newest. A blind write replaces the version that is visible now.
   */
  private boolean install(VersionAccess access) {
    if (!access.isRead()) {
      access.saw(visible(access.table(), access.record()));
      if (access.seen() == DEAD) {
        return false;
      }
    }
    Records versions = access.table().versions();
    int version = worker.allocator(versions).allocate();
    access.newVersion = version;
    access.written = VersionAccess.Written.PREPARED;
    int seen = access.seen();
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    if (access.operation() != Access.Operation.DELETE) {
      words.putRow(versions, version, slab, at, access);
    }
    words.changing(slab, at);
    VersionWords.fill(slab, at, writeTimestamp, seen, VersionWords.PENDING);
    long head = RecordWords.headOf(version);
    if (!RecordWords.changeHead(
        words, access.slab(), access.at(), RecordWords.headOf(seen), head)) {
      return false;
    }
    access.written = VersionAccess.Written.INSTALLED;
    return true;
  }

  private boolean readsHold() {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      VersionAccess access = (VersionAccess) accesses.get(i);
      if (access.isRead() && !access.isWrite() && !AccessSet.isMissing(access)) {
        pace.examine(1);
        raiseRead(access);
        if (visible(access.table(), access.record()) != access.seen()) {
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

  /** Returns whether a later transaction has read the version that this transaction has read. */
  private boolean isReadLater(VersionAccess access) {
    return words.getVolatile(readSlab(access), readAt(access)) > readTimestamp;
  }

  private void raiseRead(VersionAccess access) {
    long[] slab = readSlab(access);
    int at = readAt(access);
    long read = words.getVolatile(slab, at);
    while (read < readTimestamp && !words.change(slab, at, read, readTimestamp)) {
      read = words.getVolatile(slab, at);
    }
  }

  /** Returns the slab of the read timestamp of the version that was read. */
  private static long[] readSlab(VersionAccess access) {
    int seen = access.seen();
    return seen == RecordWords.NONE ? access.slab() : access.table().versions().slab(seen);
  }

  private static int readAt(VersionAccess access) {
    int seen = access.seen();
    return seen == RecordWords.NONE
        ? access.at() + RecordWords.ABSENCE_READ
        : access.table().versions().at(seen) + VersionWords.READ;
  }

  @Override
  public void commit(long version) {
    for (int i = 0; i < accesses.writes(); i++) {
      pace.step();
      VersionAccess access = write(i);
      boolean deleted = access.operation() == Access.Operation.DELETE;
      settle(access, deleted ? VersionWords.DELETED : VersionWords.PRESENT);
      int seen = access.seen();
      if (seen != RecordWords.NONE) {
        superseded.add(access.table().versions(), seen, version);
      }
    }
    timestamps.awaitPassed();
    lastCommitted = version;
    running.ended(worker.worker(), lastCommitted);
  }

  /** Sets the final status of the new version. */
  private void settle(VersionAccess access, int status) {
    Records versions = access.table().versions();
    int version = access.newVersion;
    VersionWords.setStatus(
        words, versions.slab(version), versions.at(version), access.seen(), status);
    access.written = VersionAccess.Written.NOTHING;
  }

  @Override
  public void abort() {
    for (int i = 0; i < accesses.writes(); i++) {
      VersionAccess access = write(i);
      Records versions = access.table().versions();
      if (access.written == VersionAccess.Written.INSTALLED) {
        // The head is set before the status, because a reader that sees the aborted version reads
        // the head again.
        RecordWords.setHead(words, access.slab(), access.at(), RecordWords.headOf(access.seen()));
        settle(access, VersionWords.ABORTED);
        worker.retire(versions, access.newVersion);
      } else if (access.written == VersionAccess.Written.PREPARED) {
        worker.allocator(versions).free(access.newVersion);
        access.written = VersionAccess.Written.NOTHING;
      }
    }
    running.ended(worker.worker(), lastCommitted);
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    long head = RecordWords.head(words, slab, at);
    if (RecordWords.isDead(head)) {
      return IN_USE;
    }
    int version = RecordWords.newest(head);
    if (version == RecordWords.NONE) {
      return RecordWords.changeHead(words, slab, at, head, RecordWords.dead(head))
          ? words.getVolatile(slab, at + RecordWords.ABSENCE_READ)
          : BUSY;
    }
    Records versions = table.versions();
    long[] versionSlab = versions.slab(version);
    int versionAt = versions.at(version);
    int status = VersionWords.status(words, versionSlab, versionAt);
    if (status == VersionWords.PRESENT) {
      return IN_USE;
    }
    // A transaction with a timestamp before the deletion may still need the deleted version.
    if (status != VersionWords.DELETED
        || VersionWords.writeTimestamp(words, versionSlab, versionAt) > horizon
        || !RecordWords.changeHead(words, slab, at, head, RecordWords.dead(head))) {
      return BUSY;
    }
    worker.retire(versions, version);
    // A transaction that raises the read timestamp after this point sees that the record is dead,
    // and aborts.
    return VersionWords.readTimestamp(words, versionSlab, versionAt);
  }

  @Override
  public void maintain() {
    horizon = running.horizon();
    superseded.retire(horizon, worker);
  }

  @Override
  public boolean isTidy() {
    return superseded.size() == 0;
  }
}

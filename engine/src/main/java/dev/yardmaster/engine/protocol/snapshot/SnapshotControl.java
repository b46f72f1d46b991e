package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.MissingKeys;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.RecordWords;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.protocol.versions.VersionNeeds;
import dev.yardmaster.engine.protocol.versions.Versions;
import dev.yardmaster.engine.table.Table;
import java.util.Arrays;

/**
 * One worker's part of snapshot isolation, which executes the phases of the worker's transactions.
 * A transaction reads as of its start. At the first write of a record, it locks the record; the
 * lock word contains the transaction's identifier. The transaction aborts if another transaction
 * has locked the record, or if the record's newest version is not the version that the transaction
 * reads. So the first writer wins.
 */
class SnapshotControl implements ConcurrencyControl {

  private final TransactionTable table;
  private final WorkerContext context;
  private final int worker;
  private final Pace pace;
  private final SharedWords words;
  private final Versions versions;
  private final SnapshotScans scans;
  private VersionAccess[] writes = new VersionAccess[16];
  private int size;
  private long begin;
  private boolean onlyReads;

  /**
   * Creates one worker's part of the protocol.
   *
   * @param recordWords the number of words in front of each record
   */
  SnapshotControl(TransactionTable table, WorkerContext context, int recordWords) {
    this.table = table;
    this.context = context;
    worker = context.worker();
    pace = context.pace();
    words = context.words();
    boolean certifies = recordWords >= RecordWords.WITH_SUCCESSOR;
    versions = new Versions(context, this::isLater, new Needs(certifies), recordWords);
    scans = new SnapshotScans(this, versions);
  }

  /** Determines which versions the running transactions of all workers need. */
  private final class Needs implements VersionNeeds {

    private final boolean certifies;

    Needs(boolean certifies) {
      this.certifies = certifies;
    }

    @Override
    public boolean prunes(int waiting) {
      return table.prunes(waiting);
    }

    @Override
    public boolean isKept(long replaced) {
      return table.isKept(words, replaced);
    }

    @Override
    public boolean isNeeded(long stamp, long replaced) {
      return table.isNeeded(words, worker, stamp, replaced, certifies);
    }
  }

  /** Returns the lock word of the transaction with an identifier. */
  static long lockOf(long identifier) {
    return ~identifier;
  }

  /** Returns the identifier of the transaction with a lock word below 0. */
  static long identifierOf(long lock) {
    return ~lock;
  }

  private boolean isLater(long lock, long asOf, int round) {
    long identifier = identifierOf(lock);
    int writer = TransactionTable.workerOf(identifier);
    long state = state(writer);
    if (!table.isOf(state, identifier)) {
      return false;
    }
    if (TransactionTable.statusOf(state) == TransactionTable.ACTIVE) {
      return true; // The writer will draw a later stamp.
    }
    long commit = table.commitStamp(writer);
    boolean isLater = commit > asOf && table.isOf(table.state(words, writer), identifier);
    return isLater || awaitWriter(round);
  }

  /**
   * Executes one round of a wait for a committing transaction, because this transaction must read
   * the version of the committing transaction if that transaction commits. Always returns false, so
   * that the caller reads the record again.
   */
  boolean awaitWriter(int round) {
    pace.await(round);
    return false;
  }

  /** Returns the state of the current transaction of a worker that has locked a record. */
  long state(int writer) {
    return table.state(words, writer);
  }

  @Override
  public void begin(Attempt attempt) {
    onlyReads = attempt.readsSnapshot();
    begin = table.begin(words, worker);
  }

  /** Begins a transaction that will not be certified. */
  final void beginSnapshot() {
    onlyReads = true;
    table.takingSnapshot(words, worker);
    begin = table.begin(words, worker);
    tookSnapshot();
  }

  /**
   * Moves the worker to the current epoch if the transaction only reads. The worker must have no
   * reference to a record.
   */
  final void refreshEpoch() {
    if (onlyReads) {
      context.member().refresh();
    }
  }

  /**
   * Publishes the stamp as of which this transaction reads, for transactions that will be
   * certified.
   */
  void tookSnapshot() {
    table.tookSnapshot(words, worker, begin);
  }

  @Override
  public final long readAsOf() {
    return begin;
  }

  @Override
  public MissingKeys missingKeys() {
    return MissingKeys.UNCHECKED;
  }

  @Override
  public final RangeReader ranges() {
    return scans;
  }

  /**
   * Returns the list to which the current transaction's scans add their ranges; null if the
   * transaction will not be certified.
   */
  ScannedRanges scanned() {
    return null;
  }

  @Override
  public final void read(Access access) {
    versions.read((VersionAccess) access, begin);
  }

  @Override
  public final void update(Access access) {
    readOnce(access);
    if (access.isPresent()) {
      write((VersionAccess) access);
    }
  }

  @Override
  public final void insert(Access access) {
    readOnce(access);
    if (!access.isPresent()) {
      write((VersionAccess) access);
    }
  }

  @Override
  public final void put(Access access) {
    readOnce(access);
    write((VersionAccess) access);
  }

  private void readOnce(Access access) {
    if (!access.isRead()) {
      read(access);
    }
  }

  private void write(VersionAccess access) {
    if (size == writes.length) {
      writes = Arrays.copyOf(writes, 2 * size);
    }
    writes[size++] = access;
    if (!versions.lock(access, lockOf(table.identifier(worker)))) {
      throw context.conflict();
    }
  }

  /**
   * The records were locked at their first writes. So this method only reserves slots for the old
   * versions, and copies these versions.
   */
  @Override
  public final boolean lock() {
    for (int i = 0; i < size; i++) {
      pace.step();
      versions.keepOld(writes[i]);
    }
    return true;
  }

  @Override
  public final long decide() {
    if (size == 0) {
      return table.now(words);
    }
    return draw();
  }

  /**
   * Draws a commit stamp. A transaction that begins later reads as of this stamp or a later stamp.
   */
  long draw() {
    table.committing(words, worker);
    return table.draw(words, worker, context.reserve());
  }

  @Override
  public boolean check(long version) {
    return true;
  }

  @Override
  public final void commit(long version) {
    if (size > 0) {
      table.committed(words, worker);
      for (int i = 0; i < size; i++) {
        pace.step();
        install(writes[i], version);
      }
    }
    end();
  }

  /** Installs a write. */
  void install(VersionAccess access, long version) {
    versions.install(access, version, 0);
  }

  @Override
  public final void abort() {
    for (int i = 0; i < size; i++) {
      versions.unlock(writes[i]);
    }
    end();
  }

  /** Ends the transaction. */
  void end() {
    size = 0;
    table.end(words, worker);
  }

  @Override
  public final long reclaim(Table of, int record, long key, byte[] rest) {
    return versions.reclaim(of, record);
  }

  @Override
  public final void maintain() {
    versions.retire(table.horizon());
  }

  @Override
  public final int oldVersions() {
    return versions.oldVersions();
  }

  @Override
  public final boolean isTidy() {
    return versions.isTidy();
  }

  final Versions versions() {
    return versions;
  }

  /** Returns the number of records that the transaction writes. */
  final int writes() {
    return size;
  }

  /** Returns a write. */
  final VersionAccess write(int index) {
    return writes[index];
  }
}

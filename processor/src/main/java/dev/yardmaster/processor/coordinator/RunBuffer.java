package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.service.RunState;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.ReadSet;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.worker.ScanSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The reads, writes and result of one run of a transaction's logic. A buffer is reused; only one
 * thread at a time uses it.
 */
final class RunBuffer extends RunState {

  final ReadSet reads = new ReadSet();
  final WriteSet writes;
  final ScanSet scans;

  /** The maximum total number of entries that the scans of one transaction may request. */
  private static final int MAX_SCANNED_KEYS = 100_000;

  /**
   * The position of the outcome key among the reads and among the writes, if the transaction has an
   * id.
   */
  private static final int OUTCOME = 0;

  private final Fingerprints fingerprints;
  private final int maxKeys;

  /**
   * The number of keys that the service adds to the keys of the logic: 1 for a transaction with an
   * id, otherwise 0.
   */
  private int ownKeys;

  /**
   * The position of the first read that was not yet sent to storage. All earlier reads were sent or
   * already have their values.
   */
  int readsSent;

  /**
   * The position of the first scan that was not yet sent to storage. All earlier scans were sent or
   * already have their entries.
   */
  int scansSent;

  private int scansMerged;

  /** The sum of the scans' limits. */
  private int scannedKeys;

  /**
   * The number of reads that the procedure has declared in its first round. The keys of the first
   * round depend only on the argument.
   */
  private int firstReads;

  private int firstWrites;

  /**
   * Creates an empty run.
   *
   * @param shards the number of storage shards
   */
  RunBuffer(WriteSet writes, Fingerprints fingerprints, TransactionLimits limits, int shards) {
    super(limits);
    this.writes = writes;
    this.scans = new ScanSet(shards);
    this.fingerprints = fingerprints;
    this.maxKeys = limits.maxKeys();
  }

  void clear() {
    reads.clear();
    writes.clear();
    scans.clear();
    readsSent = 0;
    scansSent = 0;
    scansMerged = 0;
    scannedKeys = 0;
    firstReads = 0;
    firstWrites = 0;
    ownKeys = 0;
    forget();
  }

  @Override
  protected void endFirstRound() {
    super.endFirstRound();
    firstReads = reads.size();
    firstWrites = writes.size();
  }

  /** Starts another run of a procedure, with the keys from the first round of an earlier run. */
  void beginLike(RunBuffer earlier) {
    clear();
    for (int i = 0; i < earlier.firstReads; i++) {
      reads.add(earlier.reads.key(i), earlier.reads.fingerprint(i));
    }
    for (int i = 0; i < earlier.firstWrites; i++) {
      writes.add(earlier.writes.key(i), earlier.writes.fingerprint(i));
    }
    ownKeys = earlier.ownKeys;
    endFirstRound();
  }

  /** Exchanges the run in this buffer with the run in another buffer. */
  void exchange(RunBuffer other) {
    reads.exchange(other.reads);
    writes.exchange(other.writes);
    scans.exchange(other.scans);
    scansSent = other.scansSent;
    scansMerged = other.scansMerged;
    scannedKeys = other.scannedKeys;
    readsSent = other.readsSent;
    firstReads = other.firstReads;
    firstWrites = other.firstWrites;
    ownKeys = other.ownKeys;
    takeOver(other);
  }

  @Override
  public boolean hasUnread() {
    return reads.size() > readsSent || scans.size() > scansSent;
  }

  @Override
  public void scan(Scan scan) {
    if (scans.find(scan) < 0) {
      addScan(scan);
    }
  }

  /** Adds a scan and returns its position, even if the run already has an equal scan. */
  int addScan(Scan scan) {
    if (scans.size() == Scan.MAX_PER_TRANSACTION) {
      throw Failures.tooMany("scans", Scan.MAX_PER_TRANSACTION, Scan.MAX_PER_TRANSACTION + 1);
    }
    if (scannedKeys + scan.limit() > MAX_SCANNED_KEYS) {
      throw new YardmasterException(
          ErrorCode.TOO_MANY_KEYS,
          "the limits of a transaction's scans add up to at most " + MAX_SCANNED_KEYS + " together",
          "limits",
          scannedKeys + scan.limit());
    }
    scannedKeys += scan.limit();
    // The scan's limit is increased by one for each key in the range that the transaction has
    // deleted.
    int hidden = 0;
    for (int i = 0; i < writes.size(); i++) {
      hidden += scan.covers(writes.key(i)) ? 1 : 0;
    }
    return scans.add(scan, scan.limit() + hidden);
  }

  /** Returns the committed entries that a scan has found. */
  ScannedEntries entries(int position) {
    ScannedEntries found = new ScannedEntries();
    for (int i = 0; i < scans.entries(position); i++) {
      if (scans.value(position, i) != null) {
        found.add(scans.key(position, i), scans.value(position, i));
      }
    }
    if (scans.isCut(position)) {
      found.cut();
    }
    return found;
  }

  /** Marks all reads and scans that were sent as answered. */
  void answered() {
    while (scansMerged < scansSent) {
      scans.merge(scansMerged++);
    }
  }

  @Override
  protected void discardWrites() {
    writes.discardValues();
  }

  @Override
  protected long writtenBytes() {
    return writes.valueBytes();
  }

  @Override
  protected void writeOutcome(Key key, byte[] record) {
    writes.write(OUTCOME, record);
  }

  /** Declares the outcome key of a transaction with an id, before all other keys. */
  void declareOutcome(Key key) {
    long fingerprint = fingerprints.of(key);
    reads.add(key, fingerprint);
    writes.add(key, fingerprint);
    ownKeys = 1;
  }

  /**
   * Adds reads that the caller has made on its own thread. The keys must not be among this run's
   * reads. All earlier reads must already have their values.
   *
   * @param from the position in {@code made} of the first read to add
   */
  void addAnswered(ReadSet made, int from) {
    for (int i = from; i < made.size(); i++) {
      int position = reads.add(made.key(i), made.fingerprint(i));
      reads.found(position, made.value(i), made.version(i), made.freshThrough(i));
    }
    readsSent = reads.size();
  }

  /**
   * Returns whether the transaction's reads have found that an outcome is already kept under its
   * id.
   */
  boolean isRepeat() {
    return ownKeys > 0 && readsSent > OUTCOME && reads.value(OUTCOME) != null;
  }

  /** Returns the outcome that is already kept under the id of a repeated transaction. */
  byte[] firstOutcome() {
    return reads.value(OUTCOME);
  }

  /** Returns the commit version of the outcome that is already kept under the id. */
  long firstVersion() {
    return reads.version(OUTCOME);
  }

  /**
   * Drops all reads, scans and writes of a repeated transaction, except the read of the outcome
   * key.
   */
  void repeat() {
    readsSent = OUTCOME + 1;
    scans.clear();
    scansSent = 0;
    scansMerged = 0;
    scannedKeys = 0;
    writes.discardValues();
    forgetFailure();
  }

  @Override
  public void read(Key key) {
    if (reads.find(Values.check(key)) < 0) {
      checkRoom(reads.size(), "reads");
      reads.add(key, fingerprints.of(key));
    }
  }

  @Override
  public void update(Key key) {
    boolean unread = reads.find(Values.check(key)) < 0;
    boolean unwritten = writes.find(key) < 0;
    if (unread && unwritten) {
      checkRoom(reads.size(), "reads");
      checkRoom(writes.size(), "writes");
      long fingerprint = fingerprints.of(key);
      reads.add(key, fingerprint);
      writes.add(key, fingerprint);
    } else {
      read(key);
      write(key);
    }
  }

  @Override
  public void write(Key key) {
    var unused = allowWrite(key);
  }

  /** Declares a write, and returns its position. */
  int allowWrite(Key key) {
    int position = writes.find(Values.check(key));
    if (position >= 0) {
      return position;
    }
    checkRoom(writes.size(), "writes");
    return writes.add(key, fingerprints.of(key));
  }

  private void checkRoom(int size, String what) {
    if (size - ownKeys == maxKeys) {
      throw Failures.tooMany(what, maxKeys, size - ownKeys + 1);
    }
  }

  @Override
  public byte[] current(Key key) {
    if (writes.writtenCount() > 0) {
      int written = writes.find(key);
      if (written >= 0 && writes.isWritten(written)) {
        return writes.value(written);
      }
    }
    int read = reads.find(key);
    return read < 0 || read >= readsSent ? UNDECLARED : reads.value(read);
  }

  @Override
  public boolean buffer(Key key, byte[] value) {
    int position = writes.find(key);
    if (position >= 0) {
      writes.write(position, value);
    }
    return position >= 0;
  }

  @Override
  public ScannedEntries scanned(Scan scan) {
    int position = scans.find(scan);
    return position < 0 || position >= scansSent ? null : entries(position);
  }

  @Override
  public Map<Key, byte[]> written() {
    Map<Key, byte[]> written = new LinkedHashMap<>();
    for (int i = 0; i < writes.size(); i++) {
      if (writes.isWritten(i) && !writes.key(i).isReserved()) {
        written.put(writes.key(i), writes.value(i));
      }
    }
    return written;
  }
}

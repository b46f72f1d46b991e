package dev.yardmaster.validator;

import dev.yardmaster.reorder.AccessSets;
import java.util.Arrays;
import java.util.Queue;

/**
 * A transaction's read and write sets as fingerprints, and the decision on it. Reused: between
 * {@code offer} to the validator's queue and its return through the decision queue it belongs to
 * the validator.
 */
public final class ValidationRequest {

  /** Stands for "no read of its own" and "no transaction known". */
  public static final int NONE = -1;

  private final int slot;
  private final Queue<ValidationRequest> decisions;

  private long transactionId;
  private int restarts;
  private int weight;
  private long[] readFingerprints = new long[8];
  private long[] freshThrough = new long[8];
  private int reads;
  private long[] writeFingerprints = new long[8];
  private int writes;

  private Decision decision;
  private long commitVersion;
  private int conflictingRead;
  private long foundVersion;
  private long otherTransaction;

  /**
   * A request to be filled.
   *
   * @param slot the coordinator's own number for the transaction
   * @param decisions where it returns; must have room for all requests under way
   */
  public ValidationRequest(int slot, Queue<ValidationRequest> decisions) {
    this.slot = slot;
    this.decisions = decisions;
  }

  /**
   * Begins to fill it for one run of a transaction.
   *
   * @param id the transaction's id, as conflict reports of others name it
   * @param restartCount how many runs were discarded before
   * @param value what the transaction is worth to its caller; 1 or more
   */
  public void begin(long id, int restartCount, int value) {
    transactionId = id;
    restarts = restartCount;
    weight = value;
    reads = 0;
    writes = 0;
  }

  /**
   * Adds a read.
   *
   * @param fingerprint the key's
   * @param freshThroughVersion a version through which the value read is known to be the newest:
   *     the version read, or the watermark when it was read if that is higher
   */
  public void read(long fingerprint, long freshThroughVersion) {
    if (reads == readFingerprints.length) {
      readFingerprints = Arrays.copyOf(readFingerprints, 2 * reads);
      freshThrough = Arrays.copyOf(freshThrough, 2 * reads);
    }
    readFingerprints[reads] = fingerprint;
    freshThrough[reads++] = freshThroughVersion;
  }

  /** Adds a write. */
  public void write(long fingerprint) {
    if (writes == writeFingerprints.length) {
      writeFingerprints = Arrays.copyOf(writeFingerprints, 2 * writes);
    }
    writeFingerprints[writes++] = fingerprint;
  }

  /** The coordinator's own number for the transaction. */
  public int slot() {
    return slot;
  }

  /** What was decided. */
  public Decision decision() {
    return decision;
  }

  /** The commit version of a COMMIT that writes; 0 for one that only reads. */
  public long commitVersion() {
    return commitVersion;
  }

  /** Which read, in order of {@link #read}, met the conflict; {@link #NONE} if not known. */
  public int conflictingRead() {
    return conflictingRead;
  }

  /** The newer version that was found; 0 if the other transaction has none yet. */
  public long foundVersion() {
    return foundVersion;
  }

  /** The id of the transaction that it conflicts with; {@link #NONE} if not known. */
  public long otherTransaction() {
    return otherTransaction;
  }

  /** Adds it to a batch that is to be reordered. */
  void addTo(AccessSets accesses) {
    accesses.begin(restarts, weight);
    accesses.reads(readFingerprints, reads);
    accesses.writes(writeFingerprints, writes);
  }

  long transactionId() {
    return transactionId;
  }

  int reads() {
    return reads;
  }

  long readFingerprint(int read) {
    return readFingerprints[read];
  }

  long freshThrough(int read) {
    return freshThrough[read];
  }

  int writes() {
    return writes;
  }

  long writeFingerprint(int write) {
    return writeFingerprints[write];
  }

  void commit(long version) {
    decision = Decision.COMMIT;
    commitVersion = version;
  }

  void abort(Decision cause, int read, long version, long other) {
    decision = cause;
    commitVersion = 0;
    conflictingRead = read;
    foundVersion = version;
    otherTransaction = other;
  }

  void answer() {
    if (!decisions.offer(this)) {
      throw new IllegalStateException("decision queue is full: slot=" + slot);
    }
  }
}

package dev.yardmaster.validator;

import dev.yardmaster.api.Key;
import dev.yardmaster.reorder.AccessSets;
import java.util.Arrays;
import java.util.Queue;

/**
 * A transaction's read and write sets as fingerprints, and the decision on it: one message with an
 * accessor for each field, so it is long. Reused. Between {@code offer} to the validator's queue
 * and the return through the decision queue, the request belongs to the validator, together with
 * the {@link ValidatedTransaction} behind it.
 *
 * <p>A request can also ask for a reservation before the transaction is run again; see {@link
 * Purpose}.
 */
public final class ValidationRequest {

  /** Stands for "no read of the transaction" and for an unknown transaction. */
  public static final int NONE = -1;

  private static final int PROBED_KEYS = 16;

  private final int slot;
  private final Queue<ValidationRequest> decisions;

  private Purpose purpose = Purpose.COMMIT;
  private ValidatedTransaction transaction;
  private boolean knowsValues;
  private boolean repairable;
  private boolean reserved;
  private boolean everything;
  private boolean ordered;
  private boolean repaired;
  private long deadlineNs;
  private long transactionId;
  private int restarts;
  private int weight;
  private int urgency = 1;
  private long[] readFingerprints = new long[8];
  private long[] freshThrough = new long[8];
  private int reads;
  private long[] writeFingerprints = new long[8];
  private int[] writePositions = new int[8];
  private int writes;

  private Key[] predicateStarts = new Key[4];
  private Key[] predicateEnds = new Key[4];
  private long[] predicateMarks = new long[4];
  private int[] predicateScans = new int[4];
  private int predicates;

  private Decision decision;
  private long commitVersion;
  private int conflictingRead;
  private int conflictingScan;
  private Key conflictingKey;
  private long foundVersion;
  private long otherTransaction;

  /**
   * Creates an empty request.
   *
   * @param slot the coordinator's number for the transaction
   * @param decisions the queue to which the request returns; must have room for all requests under
   *     way
   */
  public ValidationRequest(int slot, Queue<ValidationRequest> decisions) {
    this.slot = slot;
    this.decisions = decisions;
  }

  /**
   * Starts to fill the request for one run of a transaction.
   *
   * @param id the transaction's id, which conflict reports of other transactions name
   * @param restartCount how many runs were discarded before
   * @param value the transaction's value to its caller; 1 or more
   */
  public void begin(long id, int restartCount, int value) {
    purpose = Purpose.COMMIT;
    transaction = null;
    knowsValues = false;
    repairable = false;
    reserved = false;
    ordered = true;
    repaired = false;
    transactionId = id;
    restarts = restartCount;
    weight = value;
    urgency = 1;
    decision = null;
    commitVersion = 0;
    beginAccesses();
  }

  /**
   * Sets the factor by which the reorderer spares the transaction more than others.
   *
   * @param factor 1 to {@link AccessSets#MAX_URGENCY}
   */
  public void urgency(int factor) {
    urgency = factor;
  }

  /**
   * Sets the transaction behind the request.
   *
   * @param tellsValues whether repairs of other transactions may use the values of its writes
   * @param canRunAgain whether it may be repaired itself
   */
  public void transaction(ValidatedTransaction behind, boolean tellsValues, boolean canRunAgain) {
    transaction = behind;
    knowsValues = tellsValues;
    repairable = canRunAgain;
  }

  /** Marks the request's keys as reserved for the transaction. */
  public void reserved() {
    reserved = true;
  }

  /**
   * Starts to fill the request with the keys to reserve, each as a {@link #read}.
   *
   * @param id the transaction's id
   * @param restartCount how many of its runs were discarded
   * @param all whether to reserve all keys
   * @param giveUpNs when to answer RELEASED if the keys could not be reserved
   */
  public void beginReservation(long id, int restartCount, boolean all, long giveUpNs) {
    begin(id, restartCount, 1);
    purpose = Purpose.RESERVE;
    everything = all;
    deadlineNs = giveUpNs;
  }

  /** Makes this a request to end a transaction's reservation. */
  public void beginRelease(long id, int restartCount) {
    begin(id, restartCount, 1);
    purpose = Purpose.RELEASE;
  }

  /** Removes reads and writes, to be filled with those of another run. */
  public void beginAccesses() {
    reads = 0;
    writes = 0;
    Arrays.fill(predicateStarts, 0, predicates, null);
    Arrays.fill(predicateEnds, 0, predicates, null);
    predicates = 0;
    conflictingKey = null;
  }

  /**
   * Adds a read.
   *
   * @param fingerprint the key's fingerprint
   * @param freshThroughVersion the version through which the value read is known to be the newest:
   *     the version read, or the watermark at the time of the read if that is higher
   */
  public void read(long fingerprint, long freshThroughVersion) {
    if (reads == readFingerprints.length) {
      readFingerprints = Arrays.copyOf(readFingerprints, 2 * reads);
      freshThrough = Arrays.copyOf(freshThrough, 2 * reads);
    }
    readFingerprints[reads] = fingerprint;
    freshThrough[reads++] = freshThroughVersion;
  }

  /**
   * Adds a write.
   *
   * @param position the position by which {@link ValidatedTransaction} finds its key and value
   */
  public void write(long fingerprint, int position) {
    if (writes == writeFingerprints.length) {
      writeFingerprints = Arrays.copyOf(writeFingerprints, 2 * writes);
      writePositions = Arrays.copyOf(writePositions, 2 * writes);
    }
    writeFingerprints[writes] = fingerprint;
    writePositions[writes++] = position;
  }

  /**
   * Adds a part of a scan's range. The transaction behind the request knows what the scan has seen.
   *
   * @param scan the scan's number, as in {@link ValidatedTransaction#versionSeen}
   * @param start the part's first key
   * @param end the first key behind the part; higher than {@code start}
   * @param installedThrough the scan has seen all writes into the part up to this version
   */
  public void predicate(int scan, Key start, Key end, long installedThrough) {
    if (predicates == predicateStarts.length) {
      predicateStarts = Arrays.copyOf(predicateStarts, 2 * predicates);
      predicateEnds = Arrays.copyOf(predicateEnds, 2 * predicates);
      predicateMarks = Arrays.copyOf(predicateMarks, 2 * predicates);
      predicateScans = Arrays.copyOf(predicateScans, 2 * predicates);
    }
    predicateScans[predicates] = scan;
    predicateStarts[predicates] = start;
    predicateEnds[predicates] = end;
    predicateMarks[predicates++] = installedThrough;
  }

  /** The coordinator's number for the transaction. */
  public int slot() {
    return slot;
  }

  /** How many runs of the transaction were discarded before this one. */
  public int restarts() {
    return restarts;
  }

  /** The decision. */
  public Decision decision() {
    return decision;
  }

  /** The commit version of a COMMIT with writes; 0 without writes. */
  public long commitVersion() {
    return commitVersion;
  }

  /**
   * The index of the conflicting read, in the order of {@link #read}; {@link #NONE} if not known.
   */
  public int conflictingRead() {
    return conflictingRead;
  }

  /** The number of the conflicting scan; {@link #NONE} if no scan conflicts, or it is not known. */
  public int conflictingScan() {
    return conflictingScan;
  }

  /** The key whose write conflicts with that scan. */
  public Key conflictingKey() {
    return conflictingKey;
  }

  /**
   * The newer version that was found, 0 if the other transaction has none yet. With RESERVED, the
   * highest version that may still write the reserved keys at storage.
   */
  public long foundVersion() {
    return foundVersion;
  }

  /** The id of the conflicting transaction; {@link #NONE} if not known. */
  public long otherTransaction() {
    return otherTransaction;
  }

  /** Adds the request to a batch that is to be reordered. */
  void addTo(AccessSets accesses) {
    accesses.begin(restarts, weight, repairable, urgency);
    accesses.reads(readFingerprints, reads);
    accesses.writes(writeFingerprints, writes);
  }

  /** The number of parts of its scans. */
  public int predicates() {
    return predicates;
  }

  /** The first key of a part of a scan. */
  public Key predicateStart(int predicate) {
    return predicateStarts[predicate];
  }

  /** The first key behind a part of a scan. */
  public Key predicateEnd(int predicate) {
    return predicateEnds[predicate];
  }

  long predicateMark(int predicate) {
    return predicateMarks[predicate];
  }

  /** Whether a write lies in a predicate whose scan has not seen it. */
  public boolean hasMissed(int predicate, Key key, long version) {
    if (predicateStart(predicate).compareTo(key) > 0
        || predicateEnd(predicate).compareTo(key) <= 0) {
      return false;
    }
    long seen = transaction.versionSeen(predicateScans[predicate], key);
    return seen != ValidatedTransaction.NOT_SCANNED && seen < version;
  }

  /** Returns the scan that has a key in its scope; {@link #NONE} if there is none. */
  int scanOf(Key key) {
    return transaction.scanOf(key);
  }

  Purpose purpose() {
    return purpose;
  }

  boolean isRepairable() {
    return repairable;
  }

  boolean isReserved() {
    return reserved;
  }

  boolean asksForEverything() {
    return everything;
  }

  long deadlineNs() {
    return deadlineNs;
  }

  /** Whether the request is in the computed order, in which it can commit. */
  boolean isOrdered() {
    return ordered;
  }

  void unordered() {
    ordered = false;
  }

  /** Whether the request commits with another run than the one that was ordered. */
  boolean isRepaired() {
    return repaired;
  }

  void repaired() {
    repaired = true;
  }

  boolean knowsValues() {
    return knowsValues;
  }

  boolean canBeScanned(int write) {
    return transaction != null && transaction.canBeScanned(writePositions[write]);
  }

  Key writtenKey(int write) {
    return transaction.writtenKey(writePositions[write]);
  }

  byte[] writtenValue(int write) {
    return transaction.writtenValue(writePositions[write]);
  }

  ValidatedTransaction.Rerun runAgain(NewestValues newest, long nowNs, long budgetNs) {
    return transaction.runAgain(newest, nowNs, budgetNs);
  }

  long transactionId() {
    return transactionId;
  }

  int reads() {
    return reads;
  }

  /** Whether this is a commit request for the transaction's first run. */
  boolean isFirstAttempt() {
    return purpose == Purpose.COMMIT && restarts == 0;
  }

  /**
   * Whether the request reads a key that another writes; of long requests only the first keys
   * count.
   */
  boolean readsWhatIsWrittenBy(ValidationRequest other) {
    int mostReads = Math.min(reads, PROBED_KEYS);
    int mostWrites = Math.min(other.writes, PROBED_KEYS);
    for (int read = 0; read < mostReads; read++) {
      for (int write = 0; write < mostWrites; write++) {
        if (readFingerprints[read] == other.writeFingerprints[write]) {
          return true;
        }
      }
    }
    return false;
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
    conflictingScan = NONE;
    foundVersion = version;
    otherTransaction = other;
  }

  void abortByRange(int predicate, Key key, long version) {
    abort(Decision.RANGE, NONE, version, NONE);
    conflictingScan = predicateScans[predicate];
    conflictingKey = key;
  }

  void otherTransaction(long other) {
    otherTransaction = other;
  }

  void grant(long version) {
    decision = Decision.RESERVED;
    foundVersion = version;
  }

  void release() {
    decision = Decision.RELEASED;
  }

  /** The transaction behind the request; null if it was not set. */
  public ValidatedTransaction transaction() {
    return transaction;
  }

  /** Returns the request to its coordinator. */
  public void answer() {
    if (!decisions.offer(this)) {
      throw new IllegalStateException("decision queue is full: slot=" + slot);
    }
  }
}

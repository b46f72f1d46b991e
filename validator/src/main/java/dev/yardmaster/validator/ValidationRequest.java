package dev.yardmaster.validator;

import dev.yardmaster.api.Key;
import dev.yardmaster.reorder.AccessSets;
import java.util.Arrays;
import java.util.Queue;

/**
 * A message with the fingerprints of a transaction's read set and write set. The answer is the same
 * object with the validator's decision. Request objects are reused. The validator owns the request
 * and its {@link ValidatedTransaction} from the coordinator's offer to the validator's queue until
 * the request returns through the decision queue.
 *
 * <p>A request can also ask for a reservation for the transaction's next run; see {@link Purpose}.
 */
public final class ValidationRequest {

  /** The value of an id or index that is absent or unknown. */
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
   * @param decisions the queue to which the request returns; must have room for all requests in
   *     progress
   */
  public ValidationRequest(int slot, Queue<ValidationRequest> decisions) {
    this.slot = slot;
    this.decisions = decisions;
  }

  /**
   * Starts to fill the request for one run of a transaction.
   *
   * @param id the transaction's id; conflict reports name the transaction by this id
   * @param restartCount the number of earlier runs that were discarded
   * @param value the value of the transaction for its caller, 1 or more
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
   * Sets the urgency. The reorderer multiplies the transaction's weight by this factor, so an
   * urgent transaction is less likely to become a victim.
   *
   * @param factor the urgency, 1 to {@link AccessSets#MAX_URGENCY}
   */
  public void urgency(int factor) {
    urgency = factor;
  }

  /**
   * Sets the transaction that belongs to the request.
   *
   * @param tellsValues whether repairs of other transactions may use the values that this
   *     transaction writes
   * @param canRunAgain whether this transaction may be repaired
   */
  public void transaction(ValidatedTransaction behind, boolean tellsValues, boolean canRunAgain) {
    transaction = behind;
    knowsValues = tellsValues;
    repairable = canRunAgain;
  }

  /** Records that the transaction has reserved the request's keys. */
  public void reserved() {
    reserved = true;
  }

  /**
   * Starts to fill this object as a request for a reservation. The caller then calls {@link #read}
   * for each key to reserve.
   *
   * @param id the transaction's id
   * @param restartCount the number of the transaction's runs that were discarded
   * @param all whether to reserve all keys
   * @param giveUpNs the deadline: a request that is not granted by then is answered with RELEASED
   */
  public void beginReservation(long id, int restartCount, boolean all, long giveUpNs) {
    begin(id, restartCount, 1);
    purpose = Purpose.RESERVE;
    everything = all;
    deadlineNs = giveUpNs;
  }

  /** Turns this object into a request to end a transaction's reservation. */
  public void beginRelease(long id, int restartCount) {
    begin(id, restartCount, 1);
    purpose = Purpose.RELEASE;
  }

  /** Removes all reads and writes. The caller then adds the reads and writes of another run. */
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
   * @param freshThroughVersion the version up to which the read value is known to be the newest.
   *     The caller passes the higher of two versions: the version that was read, and the watermark
   *     at the time of the read
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
   * @param position the position by which {@link ValidatedTransaction} finds the key and the value
   *     of the write
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
   * Adds a predicate: a part of a scan's range. The {@link ValidatedTransaction} knows which
   * versions the scan has seen.
   *
   * @param scan the number of the scan, as in {@link ValidatedTransaction#versionSeen}
   * @param start the first key of the part
   * @param end the first key after the part; higher than {@code start}
   * @param installedThrough a version; all writes of the part's keys up to this version were
   *     installed before the scan
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

  /** Returns the number by which the coordinator identifies the transaction. */
  public int slot() {
    return slot;
  }

  /** Returns the number of earlier runs of the transaction that were discarded. */
  public int restarts() {
    return restarts;
  }

  /** Returns the decision. */
  public Decision decision() {
    return decision;
  }

  /** Returns the commit version if the decision is COMMIT; 0 if the transaction has no writes. */
  public long commitVersion() {
    return commitVersion;
  }

  /**
   * Returns the index of the conflicting read in the order of the calls of {@link #read}. Returns
   * {@link #NONE} if the read is unknown or no read conflicts.
   */
  public int conflictingRead() {
    return conflictingRead;
  }

  /**
   * Returns the number of the conflicting scan, or {@link #NONE} if no scan conflicts or the scan
   * is unknown.
   */
  public int conflictingScan() {
    return conflictingScan;
  }

  /** Returns the key whose write conflicts with the {@link #conflictingScan}. */
  public Key conflictingKey() {
    return conflictingKey;
  }

  /**
   * Returns the newer version that was found; 0 if the other transaction has no version yet. If the
   * decision is RESERVED, returns the highest commit version that was issued before the
   * reservation. Writes of the reserved keys up to this version may not be installed at storage
   * yet.
   */
  public long foundVersion() {
    return foundVersion;
  }

  /**
   * Returns the id of the conflicting transaction, or {@link #NONE} if that transaction is unknown.
   */
  public long otherTransaction() {
    return otherTransaction;
  }

  /** Adds the request's reads and writes to the access sets of a batch that will be reordered. */
  void addTo(AccessSets accesses) {
    accesses.begin(restarts, weight, repairable, urgency);
    accesses.reads(readFingerprints, reads);
    accesses.writes(writeFingerprints, writes);
  }

  /** Returns the number of predicates of all scans of the request. */
  public int predicates() {
    return predicates;
  }

  /** Returns the first key of a predicate. */
  public Key predicateStart(int predicate) {
    return predicateStarts[predicate];
  }

  /** Returns the first key after a predicate. */
  public Key predicateEnd(int predicate) {
    return predicateEnds[predicate];
  }

  long predicateMark(int predicate) {
    return predicateMarks[predicate];
  }

  /**
   * Returns whether a write belongs to a predicate, and the predicate's scan has not seen the
   * write.
   */
  public boolean hasMissed(int predicate, Key key, long version) {
    if (predicateStart(predicate).compareTo(key) > 0
        || predicateEnd(predicate).compareTo(key) <= 0) {
      return false;
    }
    long seen = transaction.versionSeen(predicateScans[predicate], key);
    return seen != ValidatedTransaction.NOT_SCANNED && seen < version;
  }

  /** Returns the number of a scan whose scope contains a key; {@link #NONE} if there is none. */
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

  /**
   * Returns whether the request is still at a position that the reorderer has computed, and is not
   * appended to its batch.
   */
  boolean isOrdered() {
    return ordered;
  }

  void unordered() {
    ordered = false;
  }

  /**
   * Returns whether the request was repaired. The request then contains the reads and writes of the
   * repair, and no longer the reads and writes of the ordered run.
   */
  public boolean isRepaired() {
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

  /** Returns whether this is a commit request for the transaction's first run. */
  boolean isFirstAttempt() {
    return purpose == Purpose.COMMIT && restarts == 0;
  }

  /**
   * Returns whether the request reads a key that another request writes. The method compares only
   * the first {@code PROBED_KEYS} reads with the first {@code PROBED_KEYS} writes.
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

  /** Returns the transaction that belongs to the request, or null if no transaction was set. */
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

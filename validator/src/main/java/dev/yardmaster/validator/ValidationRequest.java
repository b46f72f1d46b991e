package dev.yardmaster.validator;

import dev.yardmaster.api.Key;
import dev.yardmaster.reorder.AccessSets;
import java.util.Arrays;
import java.util.Queue;

/**
 * A transaction's read and write sets as fingerprints, and the decision on it. Reused: between
 * {@code offer} to the validator's queue and its return through the decision queue it belongs to
 * the validator, and with it the {@link ValidatedTransaction} behind it.
 *
 * <p>It can also ask for a reservation, before the transaction is run again; see {@link Purpose}.
 */
public final class ValidationRequest {

  /** Stands for "no read of its own" and "no transaction known". */
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
   * Says how much more than others it is to be spared.
   *
   * @param factor 1 to {@link AccessSets#MAX_URGENCY}
   */
  public void urgency(int factor) {
    urgency = factor;
  }

  /**
   * Says who is behind the request.
   *
   * @param tellsValues whether the values of its writes are to be known to transactions that are
   *     run again
   * @param canRunAgain whether it may be run again itself
   */
  public void transaction(ValidatedTransaction behind, boolean tellsValues, boolean canRunAgain) {
    transaction = behind;
    knowsValues = tellsValues;
    repairable = canRunAgain;
  }

  /** Says that its keys are reserved for it. */
  public void reserved() {
    reserved = true;
  }

  /**
   * Begins to fill it with the keys to be reserved, each as a {@link #read}.
   *
   * @param id the transaction's id
   * @param restartCount how many of its runs were discarded
   * @param all whether everything is to be reserved
   * @param giveUpNs when it is to be answered with RELEASED if nothing could be reserved
   */
  public void beginReservation(long id, int restartCount, boolean all, long giveUpNs) {
    begin(id, restartCount, 1);
    purpose = Purpose.RESERVE;
    everything = all;
    deadlineNs = giveUpNs;
  }

  /** Makes it ask for the end of a transaction's reservation. */
  public void beginRelease(long id, int restartCount) {
    begin(id, restartCount, 1);
    purpose = Purpose.RELEASE;
  }

  /** Forgets reads and writes, to be filled with those of another run. */
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

  /**
   * Adds a write.
   *
   * @param position how {@link ValidatedTransaction} finds its key and value
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
   * Adds a part of a scan's range. The transaction behind the request says what the scan has seen.
   *
   * @param scan the scan's number, as {@link ValidatedTransaction#versionSeen} knows it
   * @param start the part's first key
   * @param end the first key behind it; higher than the first
   * @param installedThrough the scan has seen all that was written into the part up to this version
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

  /** The coordinator's own number for the transaction. */
  public int slot() {
    return slot;
  }

  /** How many runs of the transaction were discarded before this one. */
  public int restarts() {
    return restarts;
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

  /** Which scan met the conflict; {@link #NONE} if none did, or it is not known. */
  public int conflictingScan() {
    return conflictingScan;
  }

  /** The key that was written into that scan's range. */
  public Key conflictingKey() {
    return conflictingKey;
  }

  /**
   * The newer version that was found, 0 if the other transaction has none yet; with RESERVED, the
   * highest version that may still write the reserved keys at storage.
   */
  public long foundVersion() {
    return foundVersion;
  }

  /** The id of the transaction that it conflicts with; {@link #NONE} if not known. */
  public long otherTransaction() {
    return otherTransaction;
  }

  /** Adds it to a batch that is to be reordered. */
  void addTo(AccessSets accesses) {
    accesses.begin(restarts, weight, repairable, urgency);
    accesses.reads(readFingerprints, reads);
    accesses.writes(writeFingerprints, writes);
  }

  /** How many parts its scans have. */
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

  /** Whether a write lies in a predicate, and its scan has not seen it. */
  public boolean hasMissed(int predicate, Key key, long version) {
    if (predicateStart(predicate).compareTo(key) > 0
        || predicateEnd(predicate).compareTo(key) <= 0) {
      return false;
    }
    long seen = transaction.versionSeen(predicateScans[predicate], key);
    return seen != ValidatedTransaction.NOT_SCANNED && seen < version;
  }

  /** Which of its scans has a key in its scope; {@link #NONE} if none has. */
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

  /** Whether its batch was put in an order in which it can commit. */
  boolean isOrdered() {
    return ordered;
  }

  void unordered() {
    ordered = false;
  }

  /** Whether it commits with another run than the one that its batch was ordered for. */
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

  /** Whether it asks to commit what a transaction did when it ran for the first time. */
  boolean isFirstAttempt() {
    return purpose == Purpose.COMMIT && restarts == 0;
  }

  /** Whether it reads a key that another writes; of long requests only the first keys count. */
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

  /** The transaction behind it; null if it was not said. */
  public ValidatedTransaction transaction() {
    return transaction;
  }

  /** Returns it to its coordinator. */
  public void answer() {
    if (!decisions.offer(this)) {
      throw new IllegalStateException("decision queue is full: slot=" + slot);
    }
  }
}

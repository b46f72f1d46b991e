package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.validator.Decision;
import java.util.Arrays;

/**
 * The read set and the write set of a transaction, with the shard of each access, and the decision
 * on the transaction. Instances are reused. Only one thread at a time may use an instance.
 */
public final class ShardedTransaction {

  /** The value in place of a remark or a writer if there is none. */
  static final int NONE = -1;

  private long[] readFingerprints = new long[8];
  private long[] freshThrough = new long[8];
  private int[] readShards = new int[8];
  private int reads;
  private long[] writeFingerprints = new long[8];
  private int[] writeShards = new int[8];
  private int writes;
  private int restarts;
  private boolean repairable;

  private Decision decision = Decision.COMMIT;
  private long version;
  private boolean repaired;

  /** The transaction's first remark in its batch's list of remarks, or {@link #NONE}. */
  private int firstRemark = NONE;

  /** The transaction's first writer in its batch's list of writers, or {@link #NONE}. */
  private int firstWriter = NONE;

  private boolean stale;

  /**
   * Starts to fill the transaction for a run.
   *
   * @param restartCount number of earlier runs that were discarded
   * @param canRunAgain whether the leader may repair the transaction
   */
  public void begin(int restartCount, boolean canRunAgain) {
    restarts = restartCount;
    repairable = canRunAgain;
    reads = 0;
    writes = 0;
    version = 0;
    decision = Decision.COMMIT;
    repaired = false;
    stale = false;
    firstRemark = NONE;
    firstWriter = NONE;
  }

  /**
   * Adds a read.
   *
   * @param through the version up to which the value that was read is known to be the newest
   * @param shard the shard of the key
   */
  public void read(long fingerprint, long through, int shard) {
    if (reads == readFingerprints.length) {
      readFingerprints = Arrays.copyOf(readFingerprints, 2 * reads);
      freshThrough = Arrays.copyOf(freshThrough, 2 * reads);
      readShards = Arrays.copyOf(readShards, 2 * reads);
    }
    readFingerprints[reads] = fingerprint;
    freshThrough[reads] = through;
    readShards[reads++] = shard;
  }

  /** Adds a write. */
  public void write(long fingerprint, int shard) {
    if (writes == writeFingerprints.length) {
      writeFingerprints = Arrays.copyOf(writeFingerprints, 2 * writes);
      writeShards = Arrays.copyOf(writeShards, 2 * writes);
    }
    writeFingerprints[writes] = fingerprint;
    writeShards[writes++] = shard;
  }

  /** Returns the decision, after the transaction's batch is decided. */
  public Decision decision() {
    return decision;
  }

  /** Returns the commit version; 0 if the transaction did not commit, or has no writes. */
  public long version() {
    return version;
  }

  /** Returns whether the transaction ran again at the leader. */
  public boolean isRepaired() {
    return repaired;
  }

  public int reads() {
    return reads;
  }

  /**
   * Returns the version up to which a read value is known to be the newest. If the transaction was
   * repaired, the result for a stale read is the version that the repair has read.
   */
  public long freshThrough(int read) {
    return freshThrough[read];
  }

  void addTo(AccessSets accesses) {
    accesses.begin(restarts, 1, repairable, 1);
    accesses.reads(readFingerprints, reads);
    accesses.writes(writeFingerprints, writes);
  }

  long readFingerprint(int read) {
    return readFingerprints[read];
  }

  int readShard(int read) {
    return readShards[read];
  }

  int writes() {
    return writes;
  }

  long writeFingerprint(int write) {
    return writeFingerprints[write];
  }

  int writeShard(int write) {
    return writeShards[write];
  }

  boolean isRepairable() {
    return repairable;
  }

  boolean isStale() {
    return stale;
  }

  void stale() {
    stale = true;
  }

  /** Returns whether the transaction was aborted before its batch was decided. */
  boolean isSetAside() {
    return decision == Decision.PRE_VALIDATION || decision == Decision.VICTIM;
  }

  int firstRemark() {
    return firstRemark;
  }

  /**
   * Puts a remark in front of the transaction's other remarks. Returns the remark that was first
   * before.
   */
  int remarked(int remark) {
    int before = firstRemark;
    firstRemark = remark;
    return before;
  }

  int firstWriter() {
    return firstWriter;
  }

  /**
   * Puts a writer in front of the transaction's other writers. Returns the writer that was first
   * before.
   */
  int hasWriter(int writer) {
    int before = firstWriter;
    firstWriter = writer;
    return before;
  }

  /** Replaces the version of a read by a newer version. */
  void readAgain(int read, long newest) {
    freshThrough[read] = Math.max(freshThrough[read], newest);
  }

  void repaired() {
    repaired = true;
  }

  void commit(long commitVersion) {
    decision = Decision.COMMIT;
    version = commitVersion;
  }

  void abort(Decision cause) {
    decision = cause;
    version = 0;
  }
}

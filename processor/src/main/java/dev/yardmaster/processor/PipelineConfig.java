package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.service.ServiceNumbers;
import dev.yardmaster.service.TransactionLimits;
import java.util.Objects;

/**
 * The settings of an embedded pipeline. An instance is immutable, and its constructor checks every
 * setting. The {@link #defaults} are for a small machine. Batches are reordered as in section 5 of
 * the batching paper, procedures with stale reads are repaired, and the pipeline adapts the window
 * and the batches to the contention. {@link PipelineNumbers}, {@link ServiceNumbers} and the guide
 * to embedding state the ranges and defaults of the numbers.
 *
 * @param mode the stages that batch and reorder
 * @param concurrency the maximum number of transactions in flight, over all processors
 * @param batchSize the maximum number of requests in a batch, both at storage and at the validator
 * @param maxBatchAgeNs the maximum time that the oldest request waits in a batch before the batch
 *     closes, in ns
 * @param processors the number of transaction coordinators; 0 means that the number depends on the
 *     machine's cores
 * @param storageWorkers the number of storage shards; each shard has one worker; 0 means that the
 *     number depends on the machine's cores
 * @param preparers the number of agents that collect validation requests into batches; 0 means 1
 * @param reorderWorkers the number of agents that pre-validate and reorder batches; 0 means 1
 * @param threads the assignment of agents to threads
 * @param solver the feedback vertex set algorithm
 * @param policy the rule by which the reorderer chooses victims
 * @param multiFactor the number of vertices that the sort-greedy solver removes in one step
 * @param nodeBudget the maximum number of search-tree nodes that the optimal solver visits for a
 *     batch. With 0, the solver applies its reductions and then continues greedily, without a
 *     search
 * @param waitingTransactions the maximum number of transactions of each processor that wait for
 *     admission, rounded up to a power of two. A further transaction fails with OVERLOADED
 * @param committedVersions the number of entries of the committed-version table, rounded up to a
 *     power of two. The table has at least 32 entries for each transaction that may be in flight
 * @param hopNs the delay of each message between processors and storage, and between processors and
 *     the validator, in ns. This delay simulates a network
 * @param conflictReports whether an abort's outcome names the key and the other transaction of the
 *     conflict
 * @param maxValueBytes the maximum length of a value, in bytes
 * @param maxKeysPerTransaction the maximum number of keys that one transaction reads, and likewise
 *     the maximum number that it writes
 * @param maxRounds the maximum number of rounds in which a procedure declares keys
 * @param closeTimeoutNs the maximum time that closing waits for transactions in flight, in ns
 * @param repair whether the final validation repeats the run of a procedure whose reads are stale
 * @param repairBudgetNs the maximum time for all repairs in one batch, in ns. A single repair that
 *     takes more than half of this time counts as slow
 * @param window the rule for the number of transactions that run in the pipeline at the same time
 * @param hotKeyWaiting the maximum number of transactions that wait at one processor for their turn
 *     on one hot key. With 0, no transaction waits
 * @param attemptBound the maximum number of runs of a transaction. After half of these runs, the
 *     validator reserves the transaction's keys; for the last run, the validator reserves all keys.
 *     With 0, the number of runs has no bound, and no keys are reserved
 * @param reservationNs the maximum duration of a reservation, in ns
 * @param maxTransactionBytes the maximum total length of the values that one transaction writes, in
 *     bytes
 * @param maxDataBytes the maximum memory that all data occupies, in bytes; 0 for 60 percent of the
 *     heap. With {@link Storage#DISK}, the limit applies to the part of the data that is in memory
 * @param durability which commits survive the end of the pipeline
 * @param storage where all data are
 * @param outcomeRetentionMs the time for which the outcome of a transaction is kept after the
 *     creation of its id, in ms. The pipeline refuses older ids. The pipeline also refuses an id
 *     whose time is in the future by more than 10 s or by more than this setting
 * @param maxOutcomes the maximum number of outcomes that are kept, divided evenly among the storage
 *     shards. The oldest outcomes are dropped first; afterwards the pipeline refuses ids that were
 *     created no later than the id of a dropped outcome
 * @param maxSnapshots the maximum number of read-only snapshots that are open at the same time
 * @param maxSnapshotBytes the maximum memory of old values that are kept for open snapshots, in
 *     bytes, divided evenly among the storage shards. If the maximum is reached, the oldest
 *     snapshot ends
 * @param tuned whether the pipeline tunes itself by trials. The pipeline tunes the size and age of
 *     batches, the reordering at storage and at the validator, the repair of procedures, and the
 *     solver. Tuning starts from the configured settings. It can only switch off enabled features,
 *     and no size exceeds the configured size
 * @param seed the seed of all random decisions. The secret key of the fingerprints does not depend
 *     on this seed
 */
public record PipelineConfig(
    PipelineMode mode,
    int concurrency,
    int batchSize,
    long maxBatchAgeNs,
    int processors,
    int storageWorkers,
    int preparers,
    int reorderWorkers,
    ThreadLayout threads,
    Solver solver,
    Policy policy,
    int multiFactor,
    int nodeBudget,
    int waitingTransactions,
    int committedVersions,
    long hopNs,
    boolean conflictReports,
    int maxValueBytes,
    int maxKeysPerTransaction,
    int maxRounds,
    long closeTimeoutNs,
    boolean repair,
    long repairBudgetNs,
    Window window,
    int hotKeyWaiting,
    int attemptBound,
    long reservationNs,
    int maxTransactionBytes,
    long maxDataBytes,
    Durability durability,
    Storage storage,
    long outcomeRetentionMs,
    int maxOutcomes,
    int maxSnapshots,
    long maxSnapshotBytes,
    boolean tuned,
    long seed) {

  /** Checks every setting. */
  public PipelineConfig {
    Objects.requireNonNull(mode, "mode");
    PipelineNumbers.CONCURRENCY.check(concurrency);
    PipelineNumbers.BATCH_SIZE.check(batchSize);
    PipelineNumbers.MAX_BATCH_AGE.check(maxBatchAgeNs);
    PipelineNumbers.PROCESSORS.check(processors);
    PipelineNumbers.STORAGE_WORKERS.check(storageWorkers);
    PipelineNumbers.PREPARERS.check(preparers);
    PipelineNumbers.REORDER_WORKERS.check(reorderWorkers);
    Objects.requireNonNull(threads, "threads");
    Objects.requireNonNull(solver, "solver");
    Objects.requireNonNull(policy, "policy");
    PipelineNumbers.MULTI_FACTOR.check(multiFactor);
    PipelineNumbers.NODE_BUDGET.check(nodeBudget);
    ServiceNumbers.WAITING_TRANSACTIONS.check(waitingTransactions);
    PipelineNumbers.COMMITTED_VERSIONS.check(committedVersions);
    PipelineNumbers.HOP.check(hopNs);
    ServiceNumbers.MAX_VALUE_BYTES.check(maxValueBytes);
    ServiceNumbers.MAX_KEYS_PER_TRANSACTION.check(maxKeysPerTransaction);
    ServiceNumbers.MAX_ROUNDS.check(maxRounds);
    ServiceNumbers.CLOSE_TIMEOUT.check(closeTimeoutNs);
    PipelineNumbers.REPAIR_BUDGET.check(repairBudgetNs);
    Objects.requireNonNull(window, "window");
    PipelineNumbers.HOT_KEY_WAITING.check(hotKeyWaiting);
    if (attemptBound != 0) {
      PipelineNumbers.ATTEMPT_BOUND.check(attemptBound);
    }
    PipelineNumbers.RESERVATION.check(reservationNs);
    ServiceNumbers.MAX_TRANSACTION_BYTES.check(maxTransactionBytes);
    ServiceNumbers.MAX_DATA_BYTES.check(maxDataBytes);
    Objects.requireNonNull(durability, "durability");
    Objects.requireNonNull(storage, "storage");
    ServiceNumbers.OUTCOME_RETENTION.check(outcomeRetentionMs);
    ServiceNumbers.MAX_OUTCOMES.check(maxOutcomes);
    PipelineNumbers.MAX_SNAPSHOTS.check(maxSnapshots);
    PipelineNumbers.MAX_SNAPSHOT_BYTES.check(maxSnapshotBytes);
  }

  /** Returns the default settings. */
  public static PipelineConfig defaults() {
    return builder().build();
  }

  /** Returns a builder that starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the size limits of one transaction. */
  TransactionLimits limits() {
    return new TransactionLimits(
        maxKeysPerTransaction, maxValueBytes, maxTransactionBytes, maxRounds);
  }

  /**
   * Returns these settings, completed for a machine with the given number of cores. {@link
   * ThreadLayout#AUTO} is replaced by another layout. A number of agents that is 0 becomes 1. With
   * {@link ThreadLayout#SPREAD}, however, a number of processors or storage workers that is 0
   * becomes the number in {@code CoreShares}, for at least 4 cores. At most as many processors are
   * chosen as transactions may run, because every processor runs at least one transaction at a
   * time.
   *
   * @param cores the number of cores, 1 or more
   */
  public PipelineConfig onCores(int cores) {
    ThreadLayout layout = threads.resolve(cores);
    CoreShares shares = layout == ThreadLayout.SPREAD ? CoreShares.of(cores) : new CoreShares(1, 1);
    return toBuilder()
        .threads(layout)
        .processors(processors == 0 ? Math.min(shares.processors(), mostRunning()) : processors)
        .storageWorkers(storageWorkers == 0 ? shares.storageWorkers() : storageWorkers)
        .preparers(Math.max(1, preparers))
        .reorderWorkers(Math.max(1, reorderWorkers))
        .build();
  }

  /** Returns the maximum number of transactions that run at the same time. */
  private int mostRunning() {
    return window.kind() == Window.Kind.FIXED ? Math.min(window.width(), concurrency) : concurrency;
  }

  /**
   * Returns the memory threshold for entries, in bytes. Above this threshold, a pipeline with its
   * data on disk removes unchanged entries from memory. The memory between the threshold and {@link
   * #maxDataBytes} is reserved for changes.
   */
  public long memoryBytes() {
    return DataLimit.bytesOf(maxDataBytes) / 4 * 3;
  }

  /**
   * Returns the size of the cache for blocks of the table on disk, in bytes. The cache is not part
   * of the heap.
   */
  public long tableCacheBytes() {
    return DataLimit.bytesOf(maxDataBytes) / 8;
  }

  /** Returns a builder that starts with these settings. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.mode = mode;
    builder.concurrency = concurrency;
    builder.batchSize = batchSize;
    builder.maxBatchAgeNs = maxBatchAgeNs;
    builder.processors = processors;
    builder.storageWorkers = storageWorkers;
    builder.preparers = preparers;
    builder.reorderWorkers = reorderWorkers;
    builder.threads = threads;
    builder.solver = solver;
    builder.policy = policy;
    builder.multiFactor = multiFactor;
    builder.nodeBudget = nodeBudget;
    builder.waitingTransactions = waitingTransactions;
    builder.committedVersions = committedVersions;
    builder.hopNs = hopNs;
    builder.conflictReports = conflictReports;
    builder.maxValueBytes = maxValueBytes;
    builder.maxKeysPerTransaction = maxKeysPerTransaction;
    builder.maxRounds = maxRounds;
    builder.closeTimeoutNs = closeTimeoutNs;
    builder.repair = repair;
    builder.repairBudgetNs = repairBudgetNs;
    builder.window = window;
    builder.hotKeyWaiting = hotKeyWaiting;
    builder.attemptBound = attemptBound;
    builder.reservationNs = reservationNs;
    builder.maxTransactionBytes = maxTransactionBytes;
    builder.maxDataBytes = maxDataBytes;
    builder.durability = durability;
    builder.storage = storage;
    builder.outcomeRetentionMs = outcomeRetentionMs;
    builder.maxOutcomes = maxOutcomes;
    builder.maxSnapshots = maxSnapshots;
    builder.maxSnapshotBytes = maxSnapshotBytes;
    builder.tuned = tuned;
    builder.seed = seed;
    return builder;
  }

  /**
   * Collects settings. Each setter has the name of the setting that it sets; {@link #build} checks
   * the settings.
   */
  public static final class Builder {
    private PipelineMode mode = PipelineMode.SRVC;
    private int concurrency = PipelineNumbers.CONCURRENCY.intDefault();
    private int batchSize = PipelineNumbers.BATCH_SIZE.intDefault();
    private long maxBatchAgeNs = PipelineNumbers.MAX_BATCH_AGE.byDefault();
    private int processors = PipelineNumbers.PROCESSORS.intDefault();
    private int storageWorkers = PipelineNumbers.STORAGE_WORKERS.intDefault();
    private int preparers = PipelineNumbers.PREPARERS.intDefault();
    private int reorderWorkers = PipelineNumbers.REORDER_WORKERS.intDefault();
    private ThreadLayout threads = ThreadLayout.AUTO;
    private Solver solver = Solver.OPTIMAL;
    private Policy policy = Policy.PROD_DEGREE;
    private int multiFactor = PipelineNumbers.MULTI_FACTOR.intDefault();
    private int nodeBudget = PipelineNumbers.NODE_BUDGET.intDefault();
    private int waitingTransactions = ServiceNumbers.WAITING_TRANSACTIONS.intDefault();
    private int committedVersions = PipelineNumbers.COMMITTED_VERSIONS.intDefault();
    private long hopNs = PipelineNumbers.HOP.byDefault();
    private boolean conflictReports = true;
    private int maxValueBytes = ServiceNumbers.MAX_VALUE_BYTES.intDefault();
    private int maxKeysPerTransaction = ServiceNumbers.MAX_KEYS_PER_TRANSACTION.intDefault();
    private int maxRounds = ServiceNumbers.MAX_ROUNDS.intDefault();
    private long closeTimeoutNs = ServiceNumbers.CLOSE_TIMEOUT.byDefault();
    private boolean repair = true;
    private long repairBudgetNs = PipelineNumbers.REPAIR_BUDGET.byDefault();
    private Window window = Window.ADAPTIVE;
    private int hotKeyWaiting = PipelineNumbers.HOT_KEY_WAITING.intDefault();
    private int attemptBound = PipelineNumbers.ATTEMPT_BOUND.intDefault();
    private long reservationNs = PipelineNumbers.RESERVATION.byDefault();
    private int maxTransactionBytes = ServiceNumbers.MAX_TRANSACTION_BYTES.intDefault();
    private long maxDataBytes = ServiceNumbers.MAX_DATA_BYTES.byDefault();
    private Durability durability = Durability.inMemory();
    private Storage storage = Storage.MEMORY;
    private long outcomeRetentionMs = ServiceNumbers.OUTCOME_RETENTION.byDefault();
    private int maxOutcomes = ServiceNumbers.MAX_OUTCOMES.intDefault();
    private int maxSnapshots = PipelineNumbers.MAX_SNAPSHOTS.intDefault();
    private long maxSnapshotBytes = PipelineNumbers.MAX_SNAPSHOT_BYTES.byDefault();
    private boolean tuned = true;
    private long seed = 0x9E3779B97F4A7C15L;

    private Builder() {}

    /** Sets the stages at which the pipeline batches and reorders. */
    public Builder mode(PipelineMode value) {
      mode = value;
      return this;
    }

    /** Sets the maximum number of transactions in flight, over all processors. */
    public Builder concurrency(int value) {
      concurrency = value;
      return this;
    }

    /** Sets the maximum number of requests in a batch, at storage and at the validator. */
    public Builder batchSize(int value) {
      batchSize = value;
      return this;
    }

    /**
     * Sets the maximum time that the oldest request of a batch waits until the batch closes, in ns.
     */
    public Builder maxBatchAgeNs(long value) {
      maxBatchAgeNs = value;
      return this;
    }

    /**
     * Sets the number of transaction coordinators; 0 means that the number depends on the number of
     * cores.
     */
    public Builder processors(int value) {
      processors = value;
      return this;
    }

    /**
     * Sets the number of storage shards; each shard has one worker. 0 means that the number depends
     * on the number of cores.
     */
    public Builder storageWorkers(int value) {
      storageWorkers = value;
      return this;
    }

    /** Sets the number of agents that collect validation requests into batches; 0 means 1. */
    public Builder preparers(int value) {
      preparers = value;
      return this;
    }

    /** Sets the number of agents that pre-validate and reorder batches; 0 means 1. */
    public Builder reorderWorkers(int value) {
      reorderWorkers = value;
      return this;
    }

    /** Sets the assignment of agents to threads. */
    public Builder threads(ThreadLayout value) {
      threads = value;
      return this;
    }

    /** Sets the feedback vertex set algorithm. */
    public Builder solver(Solver value) {
      solver = value;
      return this;
    }

    /** Sets the rule by which the reorderer chooses victims. */
    public Builder policy(Policy value) {
      policy = value;
      return this;
    }

    /** Sets the number of vertices that the sort-greedy solver removes in one step. */
    public Builder multiFactor(int value) {
      multiFactor = value;
      return this;
    }

    /** Sets the maximum number of search-tree nodes that the optimal solver visits for a batch. */
    public Builder nodeBudget(int value) {
      nodeBudget = value;
      return this;
    }

    /**
     * Sets the maximum number of transactions that wait for admission at each processor. A further
     * transaction fails with OVERLOADED.
     */
    public Builder waitingTransactions(int value) {
      waitingTransactions = value;
      return this;
    }

    /** Sets the number of entries of the committed-version table, rounded up to a power of two. */
    public Builder committedVersions(int value) {
      committedVersions = value;
      return this;
    }

    /** Sets the delay of each message between two stages, in ns, which simulates a network. */
    public Builder hopNs(long value) {
      hopNs = value;
      return this;
    }

    /** Sets whether an abort's outcome names the key and the other transaction of the conflict. */
    public Builder conflictReports(boolean value) {
      conflictReports = value;
      return this;
    }

    /** Sets the maximum length of a value, in bytes. */
    public Builder maxValueBytes(int value) {
      maxValueBytes = value;
      return this;
    }

    /**
     * Sets the maximum number of keys that one transaction reads. The same maximum applies to the
     * keys that one transaction writes.
     */
    public Builder maxKeysPerTransaction(int value) {
      maxKeysPerTransaction = value;
      return this;
    }

    /** Sets the maximum number of rounds in which a procedure declares keys. */
    public Builder maxRounds(int value) {
      maxRounds = value;
      return this;
    }

    /** Sets the maximum time that closing waits for transactions in flight, in ns. */
    public Builder closeTimeoutNs(long value) {
      closeTimeoutNs = value;
      return this;
    }

    /** Sets whether the final validation repeats the run of a procedure whose reads are stale. */
    public Builder repair(boolean value) {
      repair = value;
      return this;
    }

    /** Sets the maximum time for all repairs in one batch, in ns. */
    public Builder repairBudgetNs(long value) {
      repairBudgetNs = value;
      return this;
    }

    /** Sets the rule for the number of transactions that run in the pipeline at the same time. */
    public Builder window(Window value) {
      window = value;
      return this;
    }

    /**
     * Sets the maximum number of transactions that wait at one processor for their turn on one hot
     * key.
     */
    public Builder hotKeyWaiting(int value) {
      hotKeyWaiting = value;
      return this;
    }

    /**
     * Sets the maximum number of runs of a transaction. With 0, the number of runs has no bound and
     * no keys are reserved.
     */
    public Builder attemptBound(int value) {
      attemptBound = value;
      return this;
    }

    /** Sets the maximum duration of a reservation, in ns. */
    public Builder reservationNs(long value) {
      reservationNs = value;
      return this;
    }

    /** Sets the maximum total length of the values that one transaction writes, in bytes. */
    public Builder maxTransactionBytes(int value) {
      maxTransactionBytes = value;
      return this;
    }

    /** Sets the maximum memory that all data occupies, in bytes; 0 for 60 percent of the heap. */
    public Builder maxDataBytes(long value) {
      maxDataBytes = value;
      return this;
    }

    /** Sets which commits survive the end of the pipeline. */
    public Builder durability(Durability value) {
      durability = value;
      return this;
    }

    /** Sets where all data are. The default is {@link Storage#MEMORY}. */
    public Builder storage(Storage value) {
      storage = value;
      return this;
    }

    /**
     * Sets the time, in ms, for which the pipeline keeps the outcome of a transaction with an id.
     */
    public Builder outcomeRetentionMs(long value) {
      outcomeRetentionMs = value;
      return this;
    }

    /**
     * Sets the maximum number of outcomes that the pipeline keeps, for transactions that have an
     * id.
     */
    public Builder maxOutcomes(int value) {
      maxOutcomes = value;
      return this;
    }

    /** Sets the maximum number of read-only snapshots that are open at the same time. */
    public Builder maxSnapshots(int value) {
      maxSnapshots = value;
      return this;
    }

    /** Sets the maximum memory of replaced values that are kept for open snapshots, in bytes. */
    public Builder maxSnapshotBytes(long value) {
      maxSnapshotBytes = value;
      return this;
    }

    /** Sets whether the pipeline tunes itself within these settings. */
    public Builder tuned(boolean value) {
      tuned = value;
      return this;
    }

    /**
     * Sets the seed of all random decisions. The secret key of the fingerprints does not depend on
     * the seed.
     */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /**
     * Returns the settings.
     *
     * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a setting is out of range; the
     *     error names the first such setting
     */
    public PipelineConfig build() {
      return new PipelineConfig(
          mode,
          concurrency,
          batchSize,
          maxBatchAgeNs,
          processors,
          storageWorkers,
          preparers,
          reorderWorkers,
          threads,
          solver,
          policy,
          multiFactor,
          nodeBudget,
          waitingTransactions,
          committedVersions,
          hopNs,
          conflictReports,
          maxValueBytes,
          maxKeysPerTransaction,
          maxRounds,
          closeTimeoutNs,
          repair,
          repairBudgetNs,
          window,
          hotKeyWaiting,
          attemptBound,
          reservationNs,
          maxTransactionBytes,
          maxDataBytes,
          durability,
          storage,
          outcomeRetentionMs,
          maxOutcomes,
          maxSnapshots,
          maxSnapshotBytes,
          tuned,
          seed);
    }
  }
}

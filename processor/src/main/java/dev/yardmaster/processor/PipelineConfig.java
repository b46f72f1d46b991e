package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.service.ServiceNumbers;
import dev.yardmaster.service.TransactionLimits;
import java.util.Objects;

/**
 * Every setting of an embedded pipeline, checked: one list, so it is long. Immutable. {@link
 * #defaults} fit a small machine: batches are reordered as in the batching paper, section 5, stale
 * procedures are repaired, and the pipeline adapts window, batches and the like to the contention.
 * {@link PipelineNumbers}, {@link ServiceNumbers} and the guide to embedding hold the numbers'
 * ranges and defaults.
 *
 * @param mode where the pipeline batches and reorders
 * @param concurrency most transactions in flight at once, over all processors
 * @param batchSize most requests in a batch, at storage and at the validator
 * @param maxBatchAgeNs longest that the oldest request of a batch waits for the batch to close, in
 *     ns
 * @param processors number of transaction coordinators
 * @param storageWorkers number of storage shards, each with its worker
 * @param preparers number of agents that collect validation requests into batches
 * @param reorderWorkers number of agents that pre-validate and reorder batches
 * @param threads which agents share a thread
 * @param solver the feedback vertex set algorithm
 * @param policy which transactions are chosen as victims first
 * @param multiFactor vertices that the sort-greedy solver takes out at once
 * @param nodeBudget nodes of its search tree that the optimal solver may visit for a batch; with 0
 *     it is greedy where its reductions end
 * @param waitingTransactions most transactions that wait for admission at each processor, rounded
 *     up to a power of two; a further one is answered OVERLOADED
 * @param committedVersions entries of the committed-version table, rounded up to a power of two,
 *     and at least 32 for each transaction of the concurrency level
 * @param hopNs delay of each message between processors and storage and between processors and the
 *     validator, in ns, as a network would add
 * @param conflictReports whether aborts say which key conflicted with which transaction
 * @param maxValueBytes longest value, in bytes
 * @param maxKeysPerTransaction most keys that one transaction reads, and most that it writes
 * @param maxRounds most rounds in which a procedure declares keys
 * @param closeTimeoutNs longest that closing waits for transactions in flight, in ns
 * @param repair whether procedures whose reads went stale are run again at the final validation
 * @param repairBudgetNs longest that repairs may take in one batch, in ns; a single repair that
 *     takes more than half of it is slow
 * @param window how many transactions are in the pipeline at once
 * @param hotKeyWaiting most transactions that wait at one processor for their turn on one hot key;
 *     with 0 none waits
 * @param attemptBound how often a transaction is run at most. From half of these attempts on its
 *     keys are reserved for it, and for the last attempt all keys; 0 reserves nothing
 * @param reservationNs longest that a reservation lasts, in ns
 * @param maxTransactionBytes most bytes of the values that one transaction writes, in total
 * @param durability which commits survive the pipeline's end
 * @param outcomeRetentionMs how long the outcome of a transaction is kept after its id was made, in
 *     ms. Older ids are refused, and so are ids from further ahead than 10 s or this time
 * @param maxOutcomes most outcomes that are kept, divided evenly among the storage shards. The
 *     oldest are dropped first, and from then on ids as old as these are refused
 * @param tuned whether the pipeline finds the best values by trials: batch size and age, whether
 *     storage and the validator reorder, whether procedures are repaired, and whether the solver is
 *     worth its time. It starts with these settings and only disables what they enable, or makes it
 *     smaller
 * @param seed seed of everything random except the fingerprints' secret
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
    Durability durability,
    long outcomeRetentionMs,
    int maxOutcomes,
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
    Objects.requireNonNull(durability, "durability");
    ServiceNumbers.OUTCOME_RETENTION.check(outcomeRetentionMs);
    ServiceNumbers.MAX_OUTCOMES.check(maxOutcomes);
  }

  /** The defaults. */
  public static PipelineConfig defaults() {
    return builder().build();
  }

  /** A builder that starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The size limits of one transaction. */
  TransactionLimits limits() {
    return new TransactionLimits(
        maxKeysPerTransaction, maxValueBytes, maxTransactionBytes, maxRounds);
  }

  /** A builder that starts with these settings. */
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
    builder.durability = durability;
    builder.outcomeRetentionMs = outcomeRetentionMs;
    builder.maxOutcomes = maxOutcomes;
    builder.tuned = tuned;
    builder.seed = seed;
    return builder;
  }

  /** Collects settings. Its setters have the settings' names; {@link #build} checks them. */
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
    private Durability durability = Durability.inMemory();
    private long outcomeRetentionMs = ServiceNumbers.OUTCOME_RETENTION.byDefault();
    private int maxOutcomes = ServiceNumbers.MAX_OUTCOMES.intDefault();
    private boolean tuned = true;
    private long seed = 0x9E3779B97F4A7C15L;

    private Builder() {}

    /** Where the pipeline batches and reorders. */
    public Builder mode(PipelineMode value) {
      mode = value;
      return this;
    }

    /** Most transactions in flight at once, over all processors. */
    public Builder concurrency(int value) {
      concurrency = value;
      return this;
    }

    /** Most requests in a batch, at storage and at the validator. */
    public Builder batchSize(int value) {
      batchSize = value;
      return this;
    }

    /** Longest that the oldest request of a batch waits for the batch to close, in ns. */
    public Builder maxBatchAgeNs(long value) {
      maxBatchAgeNs = value;
      return this;
    }

    /** Number of transaction coordinators. */
    public Builder processors(int value) {
      processors = value;
      return this;
    }

    /** Number of storage shards, each with its worker. */
    public Builder storageWorkers(int value) {
      storageWorkers = value;
      return this;
    }

    /** Number of agents that collect validation requests into batches. */
    public Builder preparers(int value) {
      preparers = value;
      return this;
    }

    /** Number of agents that pre-validate and reorder batches. */
    public Builder reorderWorkers(int value) {
      reorderWorkers = value;
      return this;
    }

    /** Which agents share a thread. */
    public Builder threads(ThreadLayout value) {
      threads = value;
      return this;
    }

    /** The feedback vertex set algorithm. */
    public Builder solver(Solver value) {
      solver = value;
      return this;
    }

    /** Which transactions are chosen as victims first. */
    public Builder policy(Policy value) {
      policy = value;
      return this;
    }

    /** Vertices that the sort-greedy solver takes out at once. */
    public Builder multiFactor(int value) {
      multiFactor = value;
      return this;
    }

    /** Nodes of its search tree that the optimal solver may visit for a batch. */
    public Builder nodeBudget(int value) {
      nodeBudget = value;
      return this;
    }

    /** Most transactions that wait for admission; a further one is answered OVERLOADED. */
    public Builder waitingTransactions(int value) {
      waitingTransactions = value;
      return this;
    }

    /** Entries of the committed-version table, rounded up to a power of two. */
    public Builder committedVersions(int value) {
      committedVersions = value;
      return this;
    }

    /** Delay of each message between two stages, in ns, as a network would add. */
    public Builder hopNs(long value) {
      hopNs = value;
      return this;
    }

    /** Whether aborts say which key conflicted with which transaction. */
    public Builder conflictReports(boolean value) {
      conflictReports = value;
      return this;
    }

    /** Longest value, in bytes. */
    public Builder maxValueBytes(int value) {
      maxValueBytes = value;
      return this;
    }

    /** Most keys that one transaction reads, and most that it writes. */
    public Builder maxKeysPerTransaction(int value) {
      maxKeysPerTransaction = value;
      return this;
    }

    /** Most rounds in which a procedure declares keys. */
    public Builder maxRounds(int value) {
      maxRounds = value;
      return this;
    }

    /** Longest that closing waits for transactions in flight, in ns. */
    public Builder closeTimeoutNs(long value) {
      closeTimeoutNs = value;
      return this;
    }

    /** Whether procedures whose reads went stale are run again at the final validation. */
    public Builder repair(boolean value) {
      repair = value;
      return this;
    }

    /** Longest that repairs may take in one batch, in ns. */
    public Builder repairBudgetNs(long value) {
      repairBudgetNs = value;
      return this;
    }

    /** How many transactions are in the pipeline at once. */
    public Builder window(Window value) {
      window = value;
      return this;
    }

    /** Most transactions that wait at one processor for their turn on one hot key. */
    public Builder hotKeyWaiting(int value) {
      hotKeyWaiting = value;
      return this;
    }

    /** Most runs of a transaction; 0 reserves nothing. */
    public Builder attemptBound(int value) {
      attemptBound = value;
      return this;
    }

    /** Longest that a reservation lasts, in ns. */
    public Builder reservationNs(long value) {
      reservationNs = value;
      return this;
    }

    /** Most bytes of the values that one transaction writes, in total. */
    public Builder maxTransactionBytes(int value) {
      maxTransactionBytes = value;
      return this;
    }

    /** Which commits survive the pipeline's end. */
    public Builder durability(Durability value) {
      durability = value;
      return this;
    }

    /** How long the outcome of a transaction with an id is kept, in ms. */
    public Builder outcomeRetentionMs(long value) {
      outcomeRetentionMs = value;
      return this;
    }

    /** Most outcomes of transactions with an id that are kept. */
    public Builder maxOutcomes(int value) {
      maxOutcomes = value;
      return this;
    }

    /** Whether the pipeline tunes itself within these settings. */
    public Builder tuned(boolean value) {
      tuned = value;
      return this;
    }

    /** Seed of everything random except the fingerprints' secret. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /**
     * Returns the settings.
     *
     * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, naming the first setting out of
     *     range
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
          durability,
          outcomeRetentionMs,
          maxOutcomes,
          tuned,
          seed);
    }
  }
}

package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.service.TransactionLimits;
import java.util.Objects;

/**
 * Every setting of an embedded pipeline, checked. Immutable; {@link #defaults} fit a small machine:
 * batches are reordered as in the batching paper, section 5, stale procedures are repaired, and the
 * pipeline fits window, batches and all that to the contention by itself.
 *
 * @param mode where the pipeline batches and reorders
 * @param concurrency most transactions in flight at once, over all processors; 1 to 100,000
 * @param batchSize most requests in a batch, at storage and at the validator; 1 to 4,096
 * @param maxBatchAgeNs longest that the oldest request of a batch waits for the batch to close, in
 *     ns; 0 to 1,000,000,000
 * @param processors number of transaction coordinators; 1 to 256
 * @param storageWorkers number of storage shards, each with its worker; 1 to 256
 * @param preparers number of agents that collect validation requests into batches; 1 to 256
 * @param reorderWorkers number of agents that pre-validate and reorder batches; 1 to 256
 * @param threads which agents share a thread
 * @param solver the feedback vertex set algorithm
 * @param policy which transactions are sacrificed first
 * @param multiFactor vertices that the sort-greedy solver takes out at once; 1 to 4,096
 * @param nodeBudget nodes of its search tree that the optimal solver may visit for a batch; 0 makes
 *     it greedy where its reductions end; 0 to 1,000,000,000
 * @param waitingTransactions most transactions that wait for admission at each processor, rounded
 *     up to a power of two; one more is OVERLOADED; 1 to 1,048,576
 * @param committedVersions entries of the committed-version table, rounded up to a power of two,
 *     and at least 32 for each transaction of the concurrency level; 1,024 to 268,435,456
 * @param hopNs delay of each message between processors and storage and between processors and the
 *     validator, in ns, as a network would add; 0 to 1,000,000,000
 * @param conflictReports whether aborts say which key conflicted with which transaction
 * @param maxValueBytes longest value, in bytes; 8 to 1,073,741,824
 * @param maxKeysPerTransaction most keys that one transaction reads, and most that it writes; 1 to
 *     4,096
 * @param maxRounds most rounds in which a procedure declares keys; 1 to 1,024
 * @param closeTimeoutNs longest that closing waits for transactions in flight, in ns; 0 to
 *     3,600,000,000,000
 * @param repair whether procedures whose reads went stale are run again at the final validation
 * @param repairBudgetNs longest that repairs may take in one batch, in ns; one that takes more than
 *     half of it is slow; 1,000 to 1,000,000,000
 * @param window how many transactions are let into the pipeline at once
 * @param hotKeyWaiting most transactions that wait at one processor for their turn on one hot key;
 *     0 lets none wait; 0 to 100,000
 * @param attemptBound how often a transaction is run at most: from half of these attempts on its
 *     keys are reserved for it, and for the last one everything is; 0 reserves nothing; 0, or 2 to
 *     1,000
 * @param reservationNs longest that a reservation lasts, in ns; 1,000 to 1,000,000,000
 * @param maxTransactionBytes most bytes of the values that one transaction writes, together; 1,024
 *     to 268,435,456
 * @param durability what of the pipeline outlives it
 * @param outcomeRetentionMs for how long after its id was made the outcome of a transaction is
 *     kept, in ms; ids that are older are refused, and so are ids from more than 10 s ahead, or
 *     this; 1,000 to 604,800,000
 * @param maxOutcomes most outcomes that are kept, shared out evenly among the storage shards; the
 *     oldest are forgotten first, and ids as old as these are refused from then on; 1,000 to
 *     268,435,456
 * @param tuned whether the pipeline finds out by itself how large batches are best, how old they
 *     become, whether storage and the validator reorder, whether procedures are repaired, and
 *     whether the solver is worth its time; it begins with these settings and only switches off
 *     what is on in them, or makes it smaller
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
    check("concurrency", concurrency, 1, 100_000);
    check("batchSize", batchSize, 1, 4_096);
    check("maxBatchAgeNs", maxBatchAgeNs, 0L, 1_000_000_000L);
    check("processors", processors, 1, 256);
    check("storageWorkers", storageWorkers, 1, 256);
    check("preparers", preparers, 1, 256);
    check("reorderWorkers", reorderWorkers, 1, 256);
    Objects.requireNonNull(threads, "threads");
    Objects.requireNonNull(solver, "solver");
    Objects.requireNonNull(policy, "policy");
    check("multiFactor", multiFactor, 1, 4_096);
    check("nodeBudget", nodeBudget, 0, 1_000_000_000);
    check("waitingTransactions", waitingTransactions, 1, 1_048_576);
    check("committedVersions", committedVersions, 1_024, 268_435_456);
    check("hopNs", hopNs, 0L, 1_000_000_000L);
    check("maxValueBytes", maxValueBytes, 8, 1_073_741_824);
    check("maxKeysPerTransaction", maxKeysPerTransaction, 1, 4_096);
    check("maxRounds", maxRounds, 1, 1_024);
    check("closeTimeoutNs", closeTimeoutNs, 0L, 3_600_000_000_000L);
    check("repairBudgetNs", repairBudgetNs, 1_000L, 1_000_000_000L);
    Objects.requireNonNull(window, "window");
    check("hotKeyWaiting", hotKeyWaiting, 0, 100_000);
    if (attemptBound != 0) {
      check("attemptBound", attemptBound, 2, 1_000);
    }
    check("reservationNs", reservationNs, 1_000L, 1_000_000_000L);
    check("maxTransactionBytes", maxTransactionBytes, 1_024, 268_435_456);
    Objects.requireNonNull(durability, "durability");
    check("outcomeRetentionMs", outcomeRetentionMs, 1_000L, 604_800_000L);
    check("maxOutcomes", maxOutcomes, 1_000, 268_435_456);
  }

  private static void check(String setting, long value, long min, long max) {
    if (value < min || value > max) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, setting + " is " + min + " to " + max, setting, value);
    }
  }

  /** The defaults. */
  public static PipelineConfig defaults() {
    return builder().build();
  }

  /** A builder that starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** How large one transaction may be. */
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

  /** Collects settings. Its setters are named as the settings; {@link #build} checks them. */
  public static final class Builder {
    private PipelineMode mode = PipelineMode.SRVC;
    private int concurrency = 300;
    private int batchSize = 40;
    private long maxBatchAgeNs = 200_000L;
    private int processors = 1;
    private int storageWorkers = 1;
    private int preparers = 1;
    private int reorderWorkers = 1;
    private ThreadLayout threads = ThreadLayout.AUTO;
    private Solver solver = Solver.OPTIMAL;
    private Policy policy = Policy.PROD_DEGREE;
    private int multiFactor = 2;
    private int nodeBudget = 1_000;
    private int waitingTransactions = 4096;
    private int committedVersions = 1 << 14;
    private long hopNs = 0L;
    private boolean conflictReports = true;
    private int maxValueBytes = 1 << 20;
    private int maxKeysPerTransaction = 1024;
    private int maxRounds = 16;
    private long closeTimeoutNs = 5_000_000_000L;
    private boolean repair = true;
    private long repairBudgetNs = 1_000_000L;
    private Window window = Window.ADAPTIVE;
    private int hotKeyWaiting = 256;
    private int attemptBound = 8;
    private long reservationNs = 20_000_000L;
    private int maxTransactionBytes = 16 << 20;
    private Durability durability = Durability.inMemory();
    private long outcomeRetentionMs = 600_000L;
    private int maxOutcomes = 1 << 20;
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

    /** Which transactions are sacrificed first. */
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

    /** Most transactions that wait for admission; one more is OVERLOADED. */
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

    /** How many transactions are let into the pipeline at once. */
    public Builder window(Window value) {
      window = value;
      return this;
    }

    /** Most transactions that wait at one processor for their turn on one hot key. */
    public Builder hotKeyWaiting(int value) {
      hotKeyWaiting = value;
      return this;
    }

    /** How often a transaction is run at most; 0 reserves nothing. */
    public Builder attemptBound(int value) {
      attemptBound = value;
      return this;
    }

    /** Longest that a reservation lasts, in ns. */
    public Builder reservationNs(long value) {
      reservationNs = value;
      return this;
    }

    /** Most bytes of the values that one transaction writes, together. */
    public Builder maxTransactionBytes(int value) {
      maxTransactionBytes = value;
      return this;
    }

    /** What of the pipeline outlives it. */
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

    /** Whether the pipeline sets itself, within these settings. */
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
     * The settings.
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

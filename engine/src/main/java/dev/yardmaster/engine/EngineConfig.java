package dev.yardmaster.engine;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.setting.NumberSetting;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.service.ServiceNumbers;
import dev.yardmaster.storage.log.LogNumbers;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an in-process engine. An instance is immutable, and its constructor checks every
 * setting. {@link ServiceNumbers} and {@link LogNumbers} contain the ranges and defaults of the
 * numeric settings that other services also have.
 *
 * @param protocol the name of the concurrency control, one of {@link Protocols#names}
 * @param relaxed whether a protocol is allowed that is serializable but not strictly serializable.
 *     A protocol that is not strictly serializable may order transaction B before transaction A
 *     although B began after the outcome of A was known
 * @param partitions the number of partitions of the keys, which only {@code partcc} and {@code
 *     cormcc} use
 * @param partitionBy the rules that assign keys to partitions, at most {@value PartitionRule#MOST},
 *     and at most one for each table; a table without a rule is partitioned by the hash of its keys
 * @param tables the typed tables, at most {@value TableDefinition#MOST}; they exist in addition to
 *     the untyped keys and values. A typed table has columns, and its name must not be the table
 *     name of any untyped key
 * @param workers the number of threads that run procedures, 1 to 64
 * @param interactive the maximum number of open interactive transactions, 0 to 100,000, or 0 to
 *     {@value #MAX_LOCKING} under a protocol that can suspend transactions. Further interactive
 *     transactions wait until their timeout and then fail with OVERLOADED
 * @param maxSnapshots the maximum number of open read-only snapshots, if the protocol has them;
 *     each occupies a worker and a thread
 * @param stepTimeoutNs the time for which an interactive transaction may keep its locks while the
 *     client sends no step, in ns; used only by a protocol that can suspend transactions. When this
 *     time has passed and another transaction waits for one of the locks, the engine restarts the
 *     transaction that holds the lock
 * @param waitingTransactions the maximum number of procedure calls that wait for a worker, at least
 *     2 and rounded up to a power of two. Further calls fail with OVERLOADED
 * @param maxValueBytes the maximum length of a value, in bytes
 * @param maxKeysPerTransaction the maximum number of keys that one transaction reads, and also the
 *     maximum number of keys that it writes
 * @param maxRounds the maximum number of rounds in which one procedure call declares keys
 * @param maxTransactionBytes the maximum total length of the values that one transaction writes, in
 *     bytes
 * @param maxDataBytes the limit on the approximate memory of all data, in bytes; 0 for 60 percent
 *     of the heap. When the limit is reached, transactions that write values fail with MEMORY_FULL
 * @param closeTimeoutNs the maximum time for which closing the engine waits for transactions in
 *     flight, in ns
 * @param outcomeRetentionMs the time for which the engine keeps the outcome of a transaction, in
 *     ms. The time starts at the creation time in the transaction's id. The engine refuses ids that
 *     are older than this time. The engine also refuses an id whose time is too far in the future:
 *     by more than 10 s, or by more than this setting if this setting is less than 10 s
 * @param maxOutcomes the maximum number of outcomes that the engine keeps. When there are more, the
 *     engine discards the outcomes with the oldest ids. From then on, the engine refuses
 *     transaction ids that are as old as the discarded ids or older
 * @param directory the data directory, in which the engine forces commits to disk before it
 *     acknowledges them; null for an engine in memory
 * @param segmentBytes the length of a segment of the log, in bytes
 * @param checkpointBytes the engine writes the next checkpoint when the log has grown by this
 *     number of bytes, or by 64 segments
 */
public record EngineConfig(
    String protocol,
    boolean relaxed,
    int partitions,
    List<PartitionRule> partitionBy,
    List<TableDefinition> tables,
    int workers,
    int interactive,
    int maxSnapshots,
    long stepTimeoutNs,
    int waitingTransactions,
    int maxValueBytes,
    int maxKeysPerTransaction,
    int maxRounds,
    int maxTransactionBytes,
    long maxDataBytes,
    long closeTimeoutNs,
    long outcomeRetentionMs,
    int maxOutcomes,
    @Nullable Path directory,
    long segmentBytes,
    long checkpointBytes) {

  /**
   * The number of worker threads. If this setting is not set, an engine has one worker for each
   * core, but at most the default of this setting.
   */
  public static final NumberSetting WORKERS =
      NumberSetting.of("workers", "threads", 1, 64, 64)
          .describedAs("Number of threads that run procedures in an engine.");

  /** The number of partitions of the keys. */
  public static final NumberSetting PARTITIONS =
      NumberSetting.of("partitions", "partitions", 1, 1_024, 64)
          .describedAs("Number of partitions of the keys in an engine.");

  /** The maximum number of open interactive transactions. */
  public static final NumberSetting INTERACTIVE =
      NumberSetting.of("interactive", "transactions", 0, 100_000, 64)
          .describedAs(
              "Maximum number of open interactive transactions in an engine; a further transaction"
                  + " gets OVERLOADED.");

  /**
   * The maximum number of open interactive transactions under a protocol that can suspend
   * transactions. Each such transaction occupies a worker, in addition to the workers for
   * procedures and checkpoints.
   */
  public static final int MAX_LOCKING = WorkerContext.MAX_WORKERS - 65;

  private static final NumberSetting LOCKING =
      NumberSetting.of("interactive", "transactions", 0, MAX_LOCKING, 64);

  /** The maximum number of open snapshots, each of which occupies a worker and a thread. */
  public static final NumberSetting SNAPSHOTS =
      NumberSetting.of("maxSnapshots", "snapshots", 0, 256, 8)
          .describedAs(
              "Maximum number of open read-only snapshots in an engine whose protocol has them; a"
                  + " further snapshot fails with OVERLOADED.");

  /** The time for which an interactive transaction may keep its locks between two steps. */
  public static final NumberSetting STEP_TIMEOUT =
      NumberSetting.of("stepTimeoutNs", "ns", 1_000_000, 3_600_000_000_000L, 1_000_000_000)
          .describedAs(
              "Time for which an interactive transaction keeps its locks in an engine while its"
                  + " client sends no step; afterwards it starts again if another transaction waits"
                  + " for these locks.");

  /** Checks every setting. */
  public EngineConfig {
    Objects.requireNonNull(protocol, "protocol");
    checkProtocol(protocol, relaxed);
    PARTITIONS.check(partitions);
    partitionBy = PartitionRule.checked(partitionBy);
    tables = TableDefinition.checked(tables, partitionBy);
    WORKERS.check(workers);
    INTERACTIVE.check(interactive);
    SNAPSHOTS.check(maxSnapshots);
    if (Protocols.canSuspend(protocol)) {
      LOCKING.check(interactive);
    }
    STEP_TIMEOUT.check(stepTimeoutNs);
    ServiceNumbers.WAITING_TRANSACTIONS.check(waitingTransactions);
    ServiceNumbers.MAX_VALUE_BYTES.check(maxValueBytes);
    ServiceNumbers.MAX_KEYS_PER_TRANSACTION.check(maxKeysPerTransaction);
    ServiceNumbers.MAX_ROUNDS.check(maxRounds);
    ServiceNumbers.MAX_TRANSACTION_BYTES.check(maxTransactionBytes);
    ServiceNumbers.MAX_DATA_BYTES.check(maxDataBytes);
    ServiceNumbers.CLOSE_TIMEOUT.check(closeTimeoutNs);
    ServiceNumbers.OUTCOME_RETENTION.check(outcomeRetentionMs);
    ServiceNumbers.MAX_OUTCOMES.check(maxOutcomes);
    LogNumbers.SEGMENT_BYTES.check(segmentBytes);
    LogNumbers.CHECKPOINT_BYTES.check(checkpointBytes);
  }

  private static void checkProtocol(String protocol, boolean relaxed) {
    if (!Protocols.serializableNames().contains(protocol)) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "protocol is one of " + Protocols.serializableNames(),
          "protocol",
          protocol.length() > 64 ? protocol.length() + " characters" : protocol);
    }
    if (!relaxed && Protocols.isolation(protocol) != Isolation.STRICT) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "a protocol that is not strictly serializable is allowed only if relaxed is set",
          "protocol",
          protocol,
          "relaxed",
          false);
    }
  }

  /** Returns the defaults: Silo in memory, with one worker for each core. */
  public static EngineConfig defaults() {
    return builder().build();
  }

  /** Returns a builder that starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts with these settings. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.protocol = protocol;
    builder.relaxed = relaxed;
    builder.partitions = partitions;
    builder.partitionBy = partitionBy;
    builder.tables = tables;
    builder.workers = workers;
    builder.interactive = interactive;
    builder.maxSnapshots = maxSnapshots;
    builder.stepTimeoutNs = stepTimeoutNs;
    builder.waitingTransactions = waitingTransactions;
    builder.maxValueBytes = maxValueBytes;
    builder.maxKeysPerTransaction = maxKeysPerTransaction;
    builder.maxRounds = maxRounds;
    builder.maxTransactionBytes = maxTransactionBytes;
    builder.maxDataBytes = maxDataBytes;
    builder.closeTimeoutNs = closeTimeoutNs;
    builder.outcomeRetentionMs = outcomeRetentionMs;
    builder.maxOutcomes = maxOutcomes;
    builder.directory = directory;
    builder.segmentBytes = segmentBytes;
    builder.checkpointBytes = checkpointBytes;
    return builder;
  }

  /**
   * Collects settings. Each setter has the name of its setting; {@link #build} checks the settings.
   */
  public static final class Builder {
    private @Nullable String protocol;
    private boolean relaxed;
    private int partitions = PARTITIONS.intDefault();
    private List<PartitionRule> partitionBy = List.of();
    private List<TableDefinition> tables = List.of();
    private int workers =
        Math.min(WORKERS.intDefault(), Runtime.getRuntime().availableProcessors());
    private int interactive = INTERACTIVE.intDefault();
    private int maxSnapshots = SNAPSHOTS.intDefault();
    private long stepTimeoutNs = STEP_TIMEOUT.byDefault();
    private int waitingTransactions = ServiceNumbers.WAITING_TRANSACTIONS.intDefault();
    private int maxValueBytes = ServiceNumbers.MAX_VALUE_BYTES.intDefault();
    private int maxKeysPerTransaction = ServiceNumbers.MAX_KEYS_PER_TRANSACTION.intDefault();
    private int maxRounds = ServiceNumbers.MAX_ROUNDS.intDefault();
    private int maxTransactionBytes = ServiceNumbers.MAX_TRANSACTION_BYTES.intDefault();
    private long maxDataBytes = ServiceNumbers.MAX_DATA_BYTES.byDefault();
    private long closeTimeoutNs = ServiceNumbers.CLOSE_TIMEOUT.byDefault();
    private long outcomeRetentionMs = ServiceNumbers.OUTCOME_RETENTION.byDefault();
    private int maxOutcomes = ServiceNumbers.MAX_OUTCOMES.intDefault();
    private @Nullable Path directory;
    private long segmentBytes = LogNumbers.SEGMENT_BYTES.byDefault();
    private long checkpointBytes = LogNumbers.CHECKPOINT_BYTES.byDefault();

    private Builder() {}

    /**
     * Sets the name of the concurrency control. With null, the default, the protocol is {@code
     * cormcc} if there are rules that assign keys to partitions, and otherwise {@code silo}.
     */
    public Builder protocol(String value) {
      protocol = value;
      return this;
    }

    /** Sets whether a protocol that is serializable but not strictly serializable is allowed. */
    public Builder relaxed(boolean value) {
      relaxed = value;
      return this;
    }

    /** Sets the number of partitions of the keys. */
    public Builder partitions(int value) {
      partitions = value;
      return this;
    }

    /**
     * Sets the rules that assign keys to partitions. If there are rules and no protocol is set, the
     * protocol is {@code cormcc}; a builder that {@link #toBuilder} returns always has a protocol.
     * Only {@code partcc} and {@code cormcc} use the rules.
     */
    public Builder partitionBy(List<PartitionRule> value) {
      partitionBy = value;
      return this;
    }

    /**
     * Sets the typed tables, which {@link dev.yardmaster.engine.service.typed.TypedProcedure}s read
     * and write. If the data directory already contains typed tables, the setting must contain all
     * of them with the same definitions; only the expected number of records may differ.
     */
    public Builder tables(List<TableDefinition> value) {
      tables = value;
      return this;
    }

    /** Sets the number of threads that run procedures. */
    public Builder workers(int value) {
      workers = value;
      return this;
    }

    /**
     * Sets the maximum number of open read-only snapshots. Only a protocol that keeps old versions
     * has snapshots.
     */
    public Builder maxSnapshots(int value) {
      maxSnapshots = value;
      return this;
    }

    /** Sets the maximum number of open interactive transactions. */
    public Builder interactive(int value) {
      interactive = value;
      return this;
    }

    /**
     * Sets the time for which an interactive transaction may keep its locks between two steps, in
     * ns.
     */
    public Builder stepTimeoutNs(long value) {
      stepTimeoutNs = value;
      return this;
    }

    /**
     * Sets the maximum number of procedure calls that wait for a worker. Further calls fail with
     * OVERLOADED.
     */
    public Builder waitingTransactions(int value) {
      waitingTransactions = value;
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

    /** Sets the maximum total length of the values that one transaction writes, in bytes. */
    public Builder maxTransactionBytes(int value) {
      maxTransactionBytes = value;
      return this;
    }

    /**
     * Sets the limit on the approximate memory of all data, in bytes; 0 for 60 percent of the heap.
     * When the limit is reached, transactions that write values fail with MEMORY_FULL.
     */
    public Builder maxDataBytes(long value) {
      maxDataBytes = value;
      return this;
    }

    /**
     * Sets the maximum time for which closing the engine waits for transactions in flight, in ns.
     */
    public Builder closeTimeoutNs(long value) {
      closeTimeoutNs = value;
      return this;
    }

    /**
     * Sets the time for which the engine keeps the outcome of a transaction with an id, in ms. The
     * time starts at the creation time in the id.
     */
    public Builder outcomeRetentionMs(long value) {
      outcomeRetentionMs = value;
      return this;
    }

    /** Sets the maximum number of outcomes that the engine keeps for transactions with an id. */
    public Builder maxOutcomes(int value) {
      maxOutcomes = value;
      return this;
    }

    /**
     * Sets the data directory, in which the engine forces commits to disk before it acknowledges
     * them; null for an engine in memory.
     */
    public Builder directory(@Nullable Path value) {
      directory = value;
      return this;
    }

    /** Sets the length of a segment of the log, in bytes. */
    public Builder segmentBytes(long value) {
      segmentBytes = value;
      return this;
    }

    /**
     * Sets the number of bytes by which the log grows before the engine writes the next checkpoint.
     */
    public Builder checkpointBytes(long value) {
      checkpointBytes = value;
      return this;
    }

    private String defaultProtocol() {
      return partitionBy.isEmpty() ? "silo" : "cormcc";
    }

    /**
     * Returns the settings.
     *
     * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, with the name of the first setting
     *     that is out of range
     */
    public EngineConfig build() {
      return new EngineConfig(
          protocol == null ? defaultProtocol() : protocol,
          relaxed,
          partitions,
          partitionBy,
          tables,
          workers,
          interactive,
          maxSnapshots,
          stepTimeoutNs,
          waitingTransactions,
          maxValueBytes,
          maxKeysPerTransaction,
          maxRounds,
          maxTransactionBytes,
          maxDataBytes,
          closeTimeoutNs,
          outcomeRetentionMs,
          maxOutcomes,
          directory,
          segmentBytes,
          checkpointBytes);
    }
  }
}

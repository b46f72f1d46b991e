package dev.yardmaster.engine;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.setting.NumberSetting;
import dev.yardmaster.service.ServiceNumbers;
import dev.yardmaster.storage.log.LogNumbers;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Every setting of an in-process engine, checked. Immutable. Ranges and defaults of the numbers
 * that other services have too stand in {@link ServiceNumbers} and {@link LogNumbers}.
 *
 * @param protocol the name of its concurrency control, one of {@link Protocols#names}
 * @param relaxed whether a protocol may be chosen that does not keep the order of real time: with
 *     one, a transaction may take its place before another whose outcome was known before it began
 * @param workers threads that run procedures; 1 to 64
 * @param interactive most interactive transactions that are open at once; more wait until their
 *     timeout, and then are OVERLOADED; 0 to 100,000
 * @param waitingTransactions most procedure calls that wait for a worker, rounded up to a power of
 *     two, 2 at least; one more is OVERLOADED
 * @param maxValueBytes longest value, in bytes
 * @param maxKeysPerTransaction most keys that one transaction reads, and most that it writes
 * @param maxRounds most rounds in which a procedure declares keys
 * @param maxTransactionBytes most bytes of the values that one transaction writes, together
 * @param closeTimeoutNs longest that closing waits for transactions in flight, in ns
 * @param outcomeRetentionMs for how long after its id was made the outcome of a transaction is
 *     kept, in ms; ids that are older are refused, and so are ids from more than 10 s ahead, or
 *     this
 * @param maxOutcomes most outcomes that are kept; the oldest are forgotten first, and ids as old as
 *     these are refused from then on
 * @param directory where commits are on disk before they are told; null for an engine in memory
 * @param segmentBytes length of a segment of the log, in bytes
 * @param checkpointBytes a checkpoint is written when the log has grown by so much since the last,
 *     or has 64 segments, in bytes
 */
public record EngineConfig(
    String protocol,
    boolean relaxed,
    int workers,
    int interactive,
    int waitingTransactions,
    int maxValueBytes,
    int maxKeysPerTransaction,
    int maxRounds,
    int maxTransactionBytes,
    long closeTimeoutNs,
    long outcomeRetentionMs,
    int maxOutcomes,
    Path directory,
    long segmentBytes,
    long checkpointBytes) {

  /** By default as many as there are cores, but not more than this. */
  private static final NumberSetting WORKERS = NumberSetting.of("workers", "threads", 1, 64, 64);

  private static final NumberSetting INTERACTIVE =
      NumberSetting.of("interactive", "transactions", 0, 100_000, 64);

  /** Checks every setting. */
  public EngineConfig {
    Objects.requireNonNull(protocol, "protocol");
    checkProtocol(protocol, relaxed);
    WORKERS.check(workers);
    INTERACTIVE.check(interactive);
    ServiceNumbers.WAITING_TRANSACTIONS.check(waitingTransactions);
    ServiceNumbers.MAX_VALUE_BYTES.check(maxValueBytes);
    ServiceNumbers.MAX_KEYS_PER_TRANSACTION.check(maxKeysPerTransaction);
    ServiceNumbers.MAX_ROUNDS.check(maxRounds);
    ServiceNumbers.MAX_TRANSACTION_BYTES.check(maxTransactionBytes);
    ServiceNumbers.CLOSE_TIMEOUT.check(closeTimeoutNs);
    ServiceNumbers.OUTCOME_RETENTION.check(outcomeRetentionMs);
    ServiceNumbers.MAX_OUTCOMES.check(maxOutcomes);
    LogNumbers.SEGMENT_BYTES.check(segmentBytes);
    LogNumbers.CHECKPOINT_BYTES.check(checkpointBytes);
  }

  private static void checkProtocol(String protocol, boolean relaxed) {
    if (!Protocols.names().contains(protocol)) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "protocol is one of " + Protocols.names(),
          "protocol",
          protocol.length() > 64 ? protocol.length() + " characters" : protocol);
    }
    if (!relaxed && !Protocols.named(protocol, 1).isStrict()) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "a protocol that does not keep the order of real time is taken if relaxed is set",
          "protocol",
          protocol,
          "relaxed",
          false);
    }
  }

  /** Silo in memory, with a worker for each core. */
  public static EngineConfig defaults() {
    return builder().build();
  }

  /** A builder that starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these settings. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.protocol = protocol;
    builder.relaxed = relaxed;
    builder.workers = workers;
    builder.interactive = interactive;
    builder.waitingTransactions = waitingTransactions;
    builder.maxValueBytes = maxValueBytes;
    builder.maxKeysPerTransaction = maxKeysPerTransaction;
    builder.maxRounds = maxRounds;
    builder.maxTransactionBytes = maxTransactionBytes;
    builder.closeTimeoutNs = closeTimeoutNs;
    builder.outcomeRetentionMs = outcomeRetentionMs;
    builder.maxOutcomes = maxOutcomes;
    builder.directory = directory;
    builder.segmentBytes = segmentBytes;
    builder.checkpointBytes = checkpointBytes;
    return builder;
  }

  /** Collects settings. Its setters are named as the settings; {@link #build} checks them. */
  public static final class Builder {
    private String protocol = "silo";
    private boolean relaxed;
    private int workers =
        Math.min(WORKERS.intDefault(), Runtime.getRuntime().availableProcessors());
    private int interactive = INTERACTIVE.intDefault();
    private int waitingTransactions = ServiceNumbers.WAITING_TRANSACTIONS.intDefault();
    private int maxValueBytes = ServiceNumbers.MAX_VALUE_BYTES.intDefault();
    private int maxKeysPerTransaction = ServiceNumbers.MAX_KEYS_PER_TRANSACTION.intDefault();
    private int maxRounds = ServiceNumbers.MAX_ROUNDS.intDefault();
    private int maxTransactionBytes = ServiceNumbers.MAX_TRANSACTION_BYTES.intDefault();
    private long closeTimeoutNs = ServiceNumbers.CLOSE_TIMEOUT.byDefault();
    private long outcomeRetentionMs = ServiceNumbers.OUTCOME_RETENTION.byDefault();
    private int maxOutcomes = ServiceNumbers.MAX_OUTCOMES.intDefault();
    private Path directory;
    private long segmentBytes = LogNumbers.SEGMENT_BYTES.byDefault();
    private long checkpointBytes = LogNumbers.CHECKPOINT_BYTES.byDefault();

    private Builder() {}

    /** The name of its concurrency control. */
    public Builder protocol(String value) {
      protocol = value;
      return this;
    }

    /** Whether a protocol may be chosen that does not keep the order of real time. */
    public Builder relaxed(boolean value) {
      relaxed = value;
      return this;
    }

    /** Threads that run procedures. */
    public Builder workers(int value) {
      workers = value;
      return this;
    }

    /** Most interactive transactions that are open at once. */
    public Builder interactive(int value) {
      interactive = value;
      return this;
    }

    /** Most procedure calls that wait for a worker; one more is OVERLOADED. */
    public Builder waitingTransactions(int value) {
      waitingTransactions = value;
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

    /** Most bytes of the values that one transaction writes, together. */
    public Builder maxTransactionBytes(int value) {
      maxTransactionBytes = value;
      return this;
    }

    /** Longest that closing waits for transactions in flight, in ns. */
    public Builder closeTimeoutNs(long value) {
      closeTimeoutNs = value;
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

    /** Where commits are on disk before they are told; null for an engine in memory. */
    public Builder directory(Path value) {
      directory = value;
      return this;
    }

    /** Length of a segment of the log, in bytes. */
    public Builder segmentBytes(long value) {
      segmentBytes = value;
      return this;
    }

    /** Growth of the log that makes a checkpoint due, in bytes. */
    public Builder checkpointBytes(long value) {
      checkpointBytes = value;
      return this;
    }

    /**
     * The settings.
     *
     * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, naming the first setting out of
     *     range
     */
    public EngineConfig build() {
      return new EngineConfig(
          protocol,
          relaxed,
          workers,
          interactive,
          waitingTransactions,
          maxValueBytes,
          maxKeysPerTransaction,
          maxRounds,
          maxTransactionBytes,
          closeTimeoutNs,
          outcomeRetentionMs,
          maxOutcomes,
          directory,
          segmentBytes,
          checkpointBytes);
    }
  }
}

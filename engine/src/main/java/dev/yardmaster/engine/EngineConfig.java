package dev.yardmaster.engine;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Every setting of an in-process engine, checked. Immutable.
 *
 * @param protocol the name of its concurrency control, one of {@link Protocols#names}
 * @param relaxed whether a protocol may be chosen that does not keep the order of real time: with
 *     one, a transaction may take its place before another whose outcome was known before it began
 * @param workers threads that run procedures; 1 to 64
 * @param interactive most interactive transactions that are open at once; more wait until their
 *     timeout, and then are OVERLOADED; 0 to 100,000
 * @param waitingTransactions most procedure calls that wait for a worker, rounded up to a power of
 *     two, 2 at least; one more is OVERLOADED; 1 to 1,048,576
 * @param maxValueBytes longest value, in bytes; 8 to 1,073,741,824
 * @param maxKeysPerTransaction most keys that one transaction reads, and most that it writes; 1 to
 *     4,096
 * @param maxRounds most rounds in which a procedure declares keys; 1 to 1,024
 * @param maxTransactionBytes most bytes of the values that one transaction writes, together; 1,024
 *     to 268,435,456
 * @param closeTimeoutNs longest that closing waits for transactions in flight, in ns; 0 to
 *     3,600,000,000,000
 * @param outcomeRetentionMs for how long after its id was made the outcome of a transaction is
 *     kept, in ms; ids that are older are refused, and so are ids from more than 10 s ahead, or
 *     this; 1,000 to 604,800,000
 * @param maxOutcomes most outcomes that are kept; the oldest are forgotten first, and ids as old as
 *     these are refused from then on; 1,000 to 268,435,456
 * @param directory where commits are on disk before they are told; null for an engine in memory
 * @param segmentBytes length of a segment of the log, in bytes; 65,536 to 1,073,741,824
 * @param checkpointBytes a checkpoint is written when the log has grown by so much since the last,
 *     or has 64 segments, in bytes; 65,536 to 1,099,511,627,776
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

  /** Checks every setting. */
  public EngineConfig {
    Objects.requireNonNull(protocol, "protocol");
    checkProtocol(protocol, relaxed);
    check("workers", workers, 1, 64);
    check("interactive", interactive, 0, 100_000);
    check("waitingTransactions", waitingTransactions, 1, 1_048_576);
    check("maxValueBytes", maxValueBytes, 8, 1_073_741_824);
    check("maxKeysPerTransaction", maxKeysPerTransaction, 1, 4_096);
    check("maxRounds", maxRounds, 1, 1_024);
    check("maxTransactionBytes", maxTransactionBytes, 1_024, 268_435_456);
    check("closeTimeoutNs", closeTimeoutNs, 0L, 3_600_000_000_000L);
    check("outcomeRetentionMs", outcomeRetentionMs, 1_000L, 604_800_000L);
    check("maxOutcomes", maxOutcomes, 1_000, 268_435_456);
    check("segmentBytes", segmentBytes, 1L << 16, 1L << 30);
    check("checkpointBytes", checkpointBytes, 1L << 16, 1L << 40);
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

  private static void check(String setting, long value, long min, long max) {
    if (value < min || value > max) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, setting + " is " + min + " to " + max, setting, value);
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
    private int workers = Math.min(64, Runtime.getRuntime().availableProcessors());
    private int interactive = 64;
    private int waitingTransactions = 4096;
    private int maxValueBytes = 1 << 20;
    private int maxKeysPerTransaction = 1024;
    private int maxRounds = 16;
    private int maxTransactionBytes = 16 << 20;
    private long closeTimeoutNs = 5_000_000_000L;
    private long outcomeRetentionMs = 600_000L;
    private int maxOutcomes = 1 << 20;
    private Path directory;
    private long segmentBytes = 16L << 20;
    private long checkpointBytes = 128L << 20;

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

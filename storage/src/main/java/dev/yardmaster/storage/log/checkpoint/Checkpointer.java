package dev.yardmaster.storage.log.checkpoint;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;

/**
 * Writes a checkpoint whenever the log has grown by the configured length. Transactions continue
 * while the checkpoint is written. The checkpointer reads the watermark, and its {@link
 * CheckpointTarget} then copies entries from the storage workers. Commits above the watermark may
 * already have replaced some entries. So the checkpoint becomes valid only when the log has these
 * commits on disk; recovery replays them.
 *
 * <p>If the checkpointer cannot write a checkpoint, for example because the disk is full, it
 * abandons the checkpoint. The log still contains all commits, so the service continues. The
 * checkpointer tries again after a pause that doubles with each failure.
 *
 * <p>The checkpointer runs on its own thread, because it waits for the disk.
 */
public final class Checkpointer implements Agent {

  /**
   * After this number of segments, the checkpointer writes a checkpoint even if the segments are
   * short.
   */
  private static final int MANY_SEGMENTS = 64;

  private static final long MIN_PAUSE_NS = 1_000_000_000L;
  private static final long MAX_PAUSE_NS = 60_000_000_000L;

  private final CommitLog log;
  private final CheckpointTarget target;
  private final LongSupplier watermark;
  private final LongSupplier newestVersion;
  private final LongSupplier horizonMs;
  private final long logBytes;
  private final long epoch;
  private final LongSupplier clockNs;

  private boolean inProgress;
  private CheckpointFormat.Header header;
  private long neededVersion;
  private long lastWatermark;

  /** The total number of bytes that the log had written when the last checkpoint began. */
  private long writtenBefore;

  /** The total number of bytes that the log had written when the current checkpoint began. */
  private long began;

  private long beganNs;

  /** The number of the newest segment that the last checkpoint covers completely. */
  private long segmentBefore;

  /** The number of the newest segment when the current checkpoint began. */
  private long beganSegment;

  private long pauseNs;
  private long failedNs;

  @Shared(
      writers = "the checkpointer",
      readers = "any thread, for health and metrics",
      access = "volatile; null unless the last attempt failed")
  private volatile String problem;

  @Shared(
      writers = "the checkpointer",
      readers = "any thread, for metrics",
      access = "atomic increment")
  private final AtomicLong failures = new AtomicLong();

  @Shared(
      writers = "the checkpointer",
      readers = "any thread, for metrics",
      access = "atomic increment")
  private final AtomicLong written = new AtomicLong();

  @Shared(writers = "the checkpointer", readers = "any thread, for metrics", access = "volatile")
  private volatile long lastBytes;

  @Shared(writers = "the checkpointer", readers = "any thread, for metrics", access = "volatile")
  private volatile long lastDurationNs;

  @Shared(
      writers = "the checkpointer",
      readers = "any thread, for metrics",
      access = "volatile, set before the number of checkpoints is incremented")
  private volatile long lastEndedNs;

  /**
   * Creates a checkpointer with no checkpoint in progress.
   *
   * @param target the target of each checkpoint
   * @param watermark supplies a commit version such that all writes at or below this version are
   *     installed
   * @param newestVersion supplies a version at or above every version in the workers' entries; all
   *     commits up to the supplied version are in the log or will be appended to the log
   * @param horizonMs supplies the time, in ms since 1970, before which outcomes of transaction ids
   *     may have been dropped; each checkpoint contains this time
   * @param logBytes the growth of the log, in bytes, after which the next checkpoint is written
   * @param clockNs measures the pause after a failed attempt and the duration of a checkpoint, in
   *     ns; any thread may read it
   */
  public Checkpointer(
      CommitLog log,
      Recovered recovered,
      CheckpointTarget target,
      LongSupplier watermark,
      LongSupplier newestVersion,
      LongSupplier horizonMs,
      long logBytes,
      LongSupplier clockNs) {
    this.log = log;
    this.target = target;
    this.watermark = watermark;
    this.newestVersion = newestVersion;
    this.horizonMs = horizonMs;
    this.logBytes = Math.min(logBytes, target.mostLogBytes());
    this.clockNs = clockNs;
    this.epoch = recovered.epoch();
    this.lastWatermark = recovered.checkpointVersion();
    // At the start of the service, the whole existing log counts as growth since the last
    // checkpoint.
    this.writtenBefore = -log.size().bytes();
    this.segmentBefore = log.forced().sequence() - 1 - log.size().segments();
  }

  @Override
  public int doWork() {
    try {
      if (!inProgress) {
        int steps = target.tidy();
        return target.isReady() && isDue() ? begin() : steps;
      }
      return target.isCopied() ? end() : copy();
    } catch (IOException e) {
      abandon(e);
      return 0;
    }
  }

  private boolean isDue() {
    if (pauseNs > 0 && clockNs.getAsLong() - failedNs < pauseNs) {
      return false;
    }
    LogSize size = log.size();
    return (size.writtenBytes() - writtenBefore >= logBytes
            || log.forced().sequence() - segmentBefore >= MANY_SEGMENTS)
        && watermark.getAsLong() > lastWatermark;
  }

  private int begin() throws IOException {
    log.fence().check();
    header = new CheckpointFormat.Header(epoch, watermark.getAsLong());
    began = log.size().writtenBytes();
    beganNs = clockNs.getAsLong();
    beganSegment = log.forced().sequence();
    inProgress = true;
    target.begin(header);
    return 1;
  }

  private void abandon(IOException failure) {
    try {
      if (inProgress) {
        inProgress = false;
        target.abandon();
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    pauseNs = Math.max(MIN_PAUSE_NS, Math.min(2 * pauseNs, MAX_PAUSE_NS));
    failedNs = clockNs.getAsLong();
    failures.incrementAndGet();
    problem = failure.toString();
  }

  private int copy() throws IOException {
    int copied = target.copy();
    if (target.isCopied()) {
      // Entries may have been replaced during the copy, by values with at most this version. These
      // values must be on disk before the checkpoint is valid.
      neededVersion = newestVersion.getAsLong();
    }
    return copied;
  }

  private int end() throws IOException {
    if (log.forcedVersion() < neededVersion) {
      return 0;
    }
    // The horizon is read after the copy. Outcomes that a shard discarded during the copy have ids
    // that are older than the horizon that is read now.
    log.fence().check();
    lastBytes = target.finish(horizonMs.getAsLong(), Math.max(neededVersion, header.watermark()));
    inProgress = false;
    lastWatermark = header.watermark();
    writtenBefore = began;
    segmentBefore = beganSegment - 1;
    log.coveredThrough(lastWatermark);
    lastEndedNs = clockNs.getAsLong();
    lastDurationNs = lastEndedNs - beganNs;
    written.incrementAndGet();
    pauseNs = 0;
    problem = null;
    return 1 + target.tidy();
  }

  @Override
  public void onClose() {
    try {
      target.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String roleName() {
    return "checkpointer";
  }

  /**
   * Returns the figures of the checkpoints since the start of the service. Any thread may call this
   * method.
   */
  public CheckpointFigures figures() {
    long soFar = written.get();
    long endedNs = lastEndedNs; // This value is read before the clock, so the age is not negative.
    long ageNs = soFar == 0 ? 0 : clockNs.getAsLong() - endedNs;
    return new CheckpointFigures(soFar, failures.get(), lastBytes, lastDurationNs, ageNs);
  }

  /**
   * Returns a warning for the operator if the last attempt failed; empty if the last attempt
   * succeeded or there was no attempt. Any thread may call this method.
   */
  public Optional<String> warning() {
    return Optional.ofNullable(problem)
        .map(why -> "no checkpoint can be written, so the commit log grows: " + why);
  }
}

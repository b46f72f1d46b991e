package dev.yardmaster.storage.log;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.StorageRequest;
import dev.yardmaster.storage.log.disk.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;

/**
 * Writes a checkpoint whenever the log has grown by the configured length. Transactions continue
 * while the checkpoint is written. The checkpointer reads the watermark. It then requests entries
 * from one storage worker after the other, a bounded number at a time, and writes those at or below
 * the watermark. If an entry was overwritten after the checkpoint began, it is omitted, because its
 * newer value is in the log above the watermark. The checkpoint becomes valid only when this part
 * of the log is on disk too.
 *
 * <p>If the checkpointer cannot write a checkpoint, for example because the disk is full, it
 * abandons the checkpoint and deletes the checkpoint's file. The log still contains all commits, so
 * the service continues. The checkpointer tries again after a pause that doubles with each failure.
 *
 * <p>The checkpointer runs on its own thread, because it waits for the disk.
 */
public final class Checkpointer implements Agent {

  /** After this number of segments a checkpoint is written, even if the segments are short. */
  private static final int MANY_SEGMENTS = 64;

  private static final long MIN_PAUSE_NS = 1_000_000_000L;
  private static final long MAX_PAUSE_NS = 60_000_000_000L;

  private final Disk disk;
  private final CommitLog log;
  private final ShardEntries entries;
  private final LongSupplier watermark;
  private final LongSupplier newestVersion;
  private final LongSupplier horizonMs;
  private final long logBytes;
  private final long epoch;
  private final ByteBuffer block;
  private final LongSupplier clockNs;

  private CheckpointWriter writer;
  private CheckpointFormat.Header header;
  private long neededVersion;
  private long lastWatermark;

  /** The total number of bytes that the log had written when the last checkpoint began. */
  private long writtenBefore;

  /** The total number of bytes that the log had written when the present checkpoint began. */
  private long began;

  private long beganNs;

  /** The number of the newest segment that the last checkpoint covers completely. */
  private long segmentBefore;

  /** The number of the newest segment when the present checkpoint began. */
  private long beganSegment;

  /** The watermarks of replaced checkpoints that an archive or a backup may still need. */
  private final List<Long> replaced = new ArrayList<>();

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
   * @param shards the queue of each shard's worker
   * @param replies the queue for the workers' answers; at most one request is in progress
   * @param watermark supplies a commit version; every version up to it is installed or belongs to
   *     no write
   * @param newestVersion supplies a version that is at least as high as every version in the
   *     workers' entries; all commits up to this version are in the log or will be appended to it
   * @param horizonMs supplies the horizon of transaction ids (ids created earlier are refused), in
   *     ms since 1970; each checkpoint contains it
   * @param logBytes the growth of the log, in bytes, after which the next checkpoint is written
   * @param maxValueBytes the maximum length of a value, in bytes, which determines how much direct
   *     memory is reserved
   * @param clockNs measures the pause after a failed attempt and the duration of a checkpoint, in
   *     ns; any thread may read it
   */
  public Checkpointer(
      Disk disk,
      CommitLog log,
      Recovered recovered,
      List<Queue<StorageRequest>> shards,
      Queue<StorageRequest> replies,
      LongSupplier watermark,
      LongSupplier newestVersion,
      LongSupplier horizonMs,
      long logBytes,
      int maxValueBytes,
      LongSupplier clockNs) {
    this.disk = disk;
    this.log = log;
    this.entries = new ShardEntries(shards, replies);
    this.watermark = watermark;
    this.newestVersion = newestVersion;
    this.horizonMs = horizonMs;
    this.logBytes = logBytes;
    this.block = CheckpointWriter.newBlock(maxValueBytes);
    this.clockNs = clockNs;
    this.epoch = recovered.epoch();
    this.lastWatermark = recovered.checkpointVersion();
    // The log that exists at the start of the service counts as growth since the last checkpoint.
    this.writtenBefore = -log.size().bytes();
    this.segmentBefore = log.forced().sequence() - 1 - log.size().segments();
  }

  @Override
  public int doWork() {
    try {
      if (writer == null) {
        return isDue() ? begin() : removeReplaced();
      }
      return entries.areComplete() ? end() : collect();
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
        && watermark.getAsLong() > lastWatermark
        // A new checkpoint begins only after the last one is in the archive, because a second
        // checkpoint that waits for the archive would only occupy disk space.
        && !log.retention().lacksCheckpoint(lastWatermark);
  }

  private int begin() throws IOException {
    log.fence().check();
    deleteUnfinished();
    header = new CheckpointFormat.Header(epoch, watermark.getAsLong());
    began = log.size().writtenBytes();
    beganNs = clockNs.getAsLong();
    beganSegment = log.forced().sequence();
    writer = new CheckpointWriter(disk, header, block);
    entries.begin(header.watermark());
    return 1;
  }

  /** Deletes the files of abandoned checkpoints, to free disk space. */
  private void deleteUnfinished() throws IOException {
    for (String name : DirectoryListing.of(disk).unfinished()) {
      if (CheckpointFormat.isUnfinished(name)) {
        disk.delete(name);
      }
    }
  }

  private void abandon(IOException failure) {
    if (writer != null) {
      Disk.closeAfter(failure, writer);
      writer = null;
    }
    try {
      deleteUnfinished();
    } catch (IOException e) { // The next attempt deletes the file.
      failure.addSuppressed(e);
    }
    pauseNs = Math.max(MIN_PAUSE_NS, Math.min(2 * pauseNs, MAX_PAUSE_NS));
    failedNs = clockNs.getAsLong();
    failures.incrementAndGet();
    problem = failure.toString();
  }

  private int collect() throws IOException {
    int copied = entries.copyTo(writer);
    if (entries.areComplete()) {
      // The values by which entries were replaced in the meantime have at most this version. These
      // values must be on disk before the checkpoint is valid.
      neededVersion = newestVersion.getAsLong();
    }
    return copied;
  }

  private int end() throws IOException {
    if (log.forcedVersion() < neededVersion) {
      return 0;
    }
    // If the shards discarded outcomes while they were read, the ids of these outcomes are older
    // than the current horizon.
    log.fence().check();
    lastBytes = writer.finish(horizonMs.getAsLong(), Math.max(neededVersion, header.watermark()));
    writer = null;
    lastWatermark = header.watermark();
    writtenBefore = began;
    segmentBefore = beganSegment - 1;
    log.retention().checkpointed(lastWatermark);
    log.coveredThrough(lastWatermark);
    lastEndedNs = clockNs.getAsLong();
    lastDurationNs = lastEndedNs - beganNs;
    written.incrementAndGet();
    pauseNs = 0;
    problem = null;
    replaced.clear();
    for (long watermarkOfOther : DirectoryListing.of(disk).checkpoints()) {
      if (watermarkOfOther < header.watermark()) {
        replaced.add(watermarkOfOther);
      }
    }
    return 1 + removeReplaced();
  }

  /** Removes replaced checkpoints, unless an archive or a backup needs them. */
  private int removeReplaced() throws IOException {
    int removed = 0;
    for (Iterator<Long> others = replaced.iterator(); others.hasNext(); ) {
      long other = others.next();
      String name = CheckpointFormat.fileName(other);
      if (log.retention().removeCheckpoint(other, () -> disk.delete(name))) {
        others.remove();
        removed++;
      }
    }
    return removed;
  }

  @Override
  public void onClose() {
    if (writer != null) {
      try {
        writer.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
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

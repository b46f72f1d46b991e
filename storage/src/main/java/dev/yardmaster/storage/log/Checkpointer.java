package dev.yardmaster.storage.log;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.SnapshotRequest;
import dev.yardmaster.storage.StorageRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;

/**
 * Writes a checkpoint whenever the log has grown by the configured length. Transactions continue
 * meanwhile. The checkpointer reads the watermark, requests a bounded number of entries at a time
 * from one storage worker after the other, and writes the entries at or below the watermark. An
 * entry that was overwritten after the checkpoint began is left out, because its newer value is in
 * the log above the watermark. The checkpoint becomes valid when that part of the log is also on
 * disk.
 *
 * <p>The checkpointer waits for the disk, so it has a thread of its own.
 */
public final class Checkpointer implements Agent {

  /** The number of segments after which a checkpoint is written, even if the segments are short. */
  private static final int MANY_SEGMENTS = 64;

  private final Disk disk;
  private final CommitLog log;
  private final List<Queue<StorageRequest>> shards;

  @Shared(
      writers = "storage workers",
      readers = "the checkpointer",
      access =
          "JCTools MPSC queue, or SPSC with one worker, bound 1: one request is in progress at "
              + "most")
  private final Queue<StorageRequest> replies;

  private final SnapshotRequest request;
  private final LongSupplier watermark;
  private final LongSupplier newestVersion;
  private final LongSupplier horizonMs;
  private final long logBytes;
  private final long epoch;

  private CheckpointWriter writer;
  private CheckpointFormat.Header header;
  private int shard;
  private boolean asked;
  private long neededVersion;
  private long lastWatermark;

  /** The bytes that had been written to the log when the last checkpoint began. */
  private long writtenBefore;

  @Shared(
      writers = "the checkpointer",
      readers = "any thread, for metrics",
      access = "atomic increment")
  private final AtomicLong written = new AtomicLong();

  @Shared(writers = "the checkpointer", readers = "any thread, for metrics", access = "volatile")
  private volatile long lastBytes;

  /**
   * Creates a checkpointer with no checkpoint in progress.
   *
   * @param shards the queue of each shard's worker
   * @param replies the queue of the workers' replies; at most one request is in progress
   * @param watermark supplies a commit version; every version up to it is installed or belongs to
   *     no write
   * @param newestVersion supplies a version such that the workers have no entry of a later version;
   *     all versions up to it are in the log or will be appended to it
   * @param horizonMs supplies the creation time before which ids are refused; it is stored in each
   *     checkpoint
   * @param logBytes the growth of the log, in bytes, after which the next checkpoint is written
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
      long logBytes) {
    this.disk = disk;
    this.log = log;
    this.shards = List.copyOf(shards);
    this.replies = replies;
    this.request = new SnapshotRequest(replies);
    this.watermark = watermark;
    this.newestVersion = newestVersion;
    this.horizonMs = horizonMs;
    this.logBytes = logBytes;
    this.epoch = recovered.epoch();
    this.lastWatermark = recovered.checkpointVersion();
    // The log that exists at the start counts as written since the last checkpoint.
    this.writtenBefore = -log.size().bytes();
  }

  @Override
  public int doWork() {
    try {
      if (writer == null) {
        return isDue() ? begin() : 0;
      }
      return shard < shards.size() ? collect() : end();
    } catch (IOException e) {
      throw new UncheckedIOException("a checkpoint could not be written: " + e.getMessage(), e);
    }
  }

  private boolean isDue() {
    LogSize size = log.size();
    return (size.writtenBytes() - writtenBefore >= logBytes || size.segments() >= MANY_SEGMENTS)
        && watermark.getAsLong() > lastWatermark;
  }

  private int begin() throws IOException {
    header = new CheckpointFormat.Header(epoch, watermark.getAsLong());
    writtenBefore = log.size().writtenBytes();
    writer = new CheckpointWriter(disk, header);
    shard = 0;
    request.begin(header.watermark());
    return 1;
  }

  private int collect() throws IOException {
    if (!asked) {
      asked = shards.get(shard).offer(request);
      return asked ? 1 : 0;
    }
    if (replies.poll() == null) {
      return 0;
    }
    asked = false;
    for (int i = 0; i < request.entries(); i++) {
      writer.add(request.key(i), request.value(i), request.version(i));
    }
    if (request.isComplete()) {
      shard++;
      request.begin(header.watermark());
      // Values that have replaced entries have at most this version. These values must be on disk
      // before the checkpoint is valid.
      neededVersion = newestVersion.getAsLong();
    }
    return 1;
  }

  private int end() throws IOException {
    if (log.forcedVersion() < neededVersion) {
      return 0;
    }
    // Outcomes that were dropped while the shards were read are older than the current horizon.
    lastBytes = writer.finish(horizonMs.getAsLong());
    writer = null;
    for (long watermarkOfOther : DirectoryListing.of(disk).checkpoints()) {
      if (watermarkOfOther < header.watermark()) {
        disk.delete(CheckpointFormat.fileName(watermarkOfOther));
      }
    }
    lastWatermark = header.watermark();
    log.coveredThrough(lastWatermark);
    written.incrementAndGet();
    return 1;
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

  /** Returns the number of checkpoints that were written since the start. */
  public long written() {
    return written.get();
  }

  /** Returns the length of the last checkpoint in bytes, or 0 if no checkpoint was written. */
  public long lastBytes() {
    return lastBytes;
  }
}

package dev.yardmaster.storage.log;

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
 * Writes a checkpoint whenever the log has grown long, while transactions go on. It notes the
 * watermark, asks one storage worker after the other for its entries, a few at a time, and writes
 * down those at or below the watermark. An entry that has been overwritten since is left out: what
 * replaced it is in the log, above the watermark. The checkpoint counts when all of that part of
 * the log is on the disk, too.
 *
 * <p>It waits for the disk, so it has a thread of its own.
 */
public final class Checkpointer implements Agent {

  /** So many segments make a checkpoint due, however short they are. */
  private static final int MANY_SEGMENTS = 64;

  private final Disk disk;
  private final CommitLog log;
  private final List<Queue<StorageRequest>> shards;
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

  /** What had been written to the log when the last checkpoint was begun. */
  private long writtenBefore;

  private final AtomicLong written = new AtomicLong();
  private volatile long lastBytes;

  /**
   * A checkpointer that has nothing to do yet.
   *
   * @param shards the queue of each shard's worker
   * @param replies where the workers answer; one message is under way at most
   * @param watermark every commit version up to this one is installed or will never write
   * @param newestVersion no entry that the workers have is of a later version; all up to it are in
   *     the log or on their way there
   * @param horizonMs ids created before are refused; saved with each checkpoint
   * @param logBytes a checkpoint is due when the log has grown by so much since the last
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
    // What was there at the start counts as written since.
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
      // Whatever has replaced an entry by now is no newer, and must be on the disk before the
      // checkpoint counts.
      neededVersion = newestVersion.getAsLong();
    }
    return 1;
  }

  private int end() throws IOException {
    if (log.forcedVersion() < neededVersion) {
      return 0;
    }
    // What was forgotten while the shards were read was forgotten below the horizon of now.
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

  // Any thread.

  /** Checkpoints written since the start. */
  public long written() {
    return written.get();
  }

  /** Length of the last of them in bytes; 0 if there is none. */
  public long lastBytes() {
    return lastBytes;
  }
}

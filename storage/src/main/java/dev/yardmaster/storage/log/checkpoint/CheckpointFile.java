package dev.yardmaster.storage.log.checkpoint;

import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes a single checkpoint of running stores to an empty disk. Entries above the checkpoint's
 * version are omitted.
 */
public final class CheckpointFile implements CheckpointTarget {

  private final Disk disk;
  private final ShardEntries entries;
  private final ByteBuffer block;
  private CheckpointWriter writer;

  /**
   * Creates the object with no checkpoint in progress.
   *
   * @param entries the entries of the shards
   * @param maxValueBytes the maximum length of a value, in bytes, which determines how much direct
   *     memory is reserved
   */
  public CheckpointFile(Disk disk, ShardEntries entries, int maxValueBytes) {
    this.disk = disk;
    this.entries = entries;
    block = CheckpointWriter.newBlock(maxValueBytes);
  }

  @Override
  public void begin(CheckpointFormat.Header header) throws IOException {
    writer = new CheckpointWriter(disk, header, block);
    entries.begin(header.watermark());
  }

  @Override
  public int copy() throws IOException {
    return entries.copyTo(writer::add);
  }

  @Override
  public boolean isCopied() {
    return entries.areComplete();
  }

  @Override
  public long finish(long horizonMs, long completeFrom) throws IOException {
    return writer.finish(horizonMs, completeFrom);
  }

  @Override
  public void abandon() throws IOException {
    close();
  }

  @Override
  public int tidy() {
    return entries.takeBack();
  }

  @Override
  public boolean isReady() {
    return entries.isIdle();
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
  }
}

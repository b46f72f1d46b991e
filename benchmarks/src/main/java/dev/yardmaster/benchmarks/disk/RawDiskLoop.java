package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.agrona.concurrent.NanoClock;

/**
 * Appends blocks of one length to a file and forces the file after each block. The loop measures
 * how fast the disk can serve a log that forces each group before it writes the next group. The
 * loop writes and forces by the calls that the commit log uses, from one off-heap buffer. It begins
 * a new file when a file has the length of a log segment. An instance is for use by one thread.
 */
public final class RawDiskLoop implements Closeable {

  private static final int BLOCK_BYTES = 4096;
  private static final String PREFIX = "raw-";

  private final FileDisk disk;
  private final ByteBuffer block;
  private final long segmentBytes;
  private DiskFile file;
  private int files;
  private long position;

  /**
   * Creates a loop that has written no block yet.
   *
   * @param meanBytes length of a block before the block is padded to a multiple of the log's block
   *     size
   */
  public RawDiskLoop(Path directory, double meanBytes, long segmentBytes) throws IOException {
    this.segmentBytes = segmentBytes;
    int blocks = (int) Math.max(1, Math.ceil(meanBytes / BLOCK_BYTES));
    block = ByteBuffer.allocateDirect(blocks * BLOCK_BYTES);
    SplittableRandom random = new SplittableRandom(1);
    while (block.hasRemaining()) {
      // The bytes are random, so that the disk cannot compress the block.
      block.putLong(random.nextLong());
    }
    disk = FileDisk.open(directory);
    file = disk.create(PREFIX + files);
  }

  /** Returns the length of a block, in bytes. */
  public int blockBytes() {
    return block.capacity();
  }

  /** Writes and forces blocks for an interval. Returns the number of blocks per second. */
  public double run(long intervalNs, NanoClock clock) throws IOException, InterruptedException {
    long beganNs = clock.nanoTime();
    long blocks = 0;
    long elapsedNs = 0;
    while (elapsedNs < intervalNs) {
      append();
      blocks++;
      elapsedNs = clock.nanoTime() - beganNs;
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return blocks * 1e9 / Math.max(1, elapsedNs);
  }

  private void append() throws IOException {
    if (position + block.capacity() > segmentBytes && position > 0) {
      rotate();
    }
    file.write(block.clear(), position);
    file.force();
    position += block.capacity();
  }

  private void rotate() throws IOException {
    DiskFile full = file;
    file = disk.create(PREFIX + (files + 1));
    full.close();
    disk.delete(PREFIX + files);
    files++;
    position = 0;
  }

  @Override
  public void close() throws IOException {
    try (disk) {
      file.close();
    }
  }
}

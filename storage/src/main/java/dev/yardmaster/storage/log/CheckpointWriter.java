package dev.yardmaster.storage.log;

import dev.yardmaster.api.Key;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes a checkpoint, which becomes valid when {@link #finish} has renamed its file. The writer
 * keeps one block in memory. One thread uses a writer.
 */
final class CheckpointWriter implements Closeable {

  private static final int BLOCK_BYTES = 1 << 20;

  private final Disk disk;
  private final CheckpointFormat.Header header;
  private final Salt salt;
  private final WriteFormat format = new WriteFormat();
  private final DiskFile file;
  private ByteBuffer block;
  private int entries;
  private long allEntries;
  private long position;

  CheckpointWriter(Disk disk, CheckpointFormat.Header header) throws IOException {
    this.disk = disk;
    this.header = header;
    this.salt = header.salt();
    this.block = newBlock(BLOCK_BYTES);
    this.file = disk.create(header.fileName() + SegmentFormat.UNFINISHED);
    try {
      file.write(CheckpointFormat.encode(header), 0);
    } catch (IOException e) {
      file.close();
      throw e;
    }
    position = CheckpointFormat.HEADER_BYTES;
  }

  private static ByteBuffer newBlock(int bytes) {
    ByteBuffer block = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return block.position(CheckpointFormat.BLOCK_HEADER_BYTES);
  }

  /** Adds an entry. */
  void add(Key key, byte[] value, long version) throws IOException {
    int needed = Long.BYTES + WriteFormat.room(value);
    if (block.remaining() < needed) {
      flush();
      if (block.remaining() < needed) {
        block = newBlock(CheckpointFormat.BLOCK_HEADER_BYTES + needed);
      }
    }
    block.putLong(version);
    format.put(block, key, value);
    entries++;
  }

  private void flush() throws IOException {
    if (entries > 0) {
      allEntries += entries;
      writeBlock();
      // The file is forced often, in small parts, because a force of the log may also wait for
      // unwritten data of other files.
      file.force();
    }
  }

  private void writeBlock() throws IOException {
    int end = block.position();
    CheckpointFormat.sealBlock(block, end, entries, salt);
    file.write(block.flip(), position);
    position += end;
    entries = 0;
    if (block.capacity() > BLOCK_BYTES) {
      block = newBlock(BLOCK_BYTES);
    } else {
      block.clear().position(CheckpointFormat.BLOCK_HEADER_BYTES);
    }
  }

  /**
   * Completes the checkpoint, which is valid when this method returns.
   *
   * @param horizonMs the creation time of ids, in ms; outcomes of transactions with older ids may
   *     be missing
   * @return the checkpoint's length in bytes
   */
  long finish(long horizonMs) throws IOException {
    flush();
    block.putLong(allEntries).putLong(horizonMs);
    writeBlock();
    file.force();
    file.close();
    disk.rename(header.fileName() + SegmentFormat.UNFINISHED, header.fileName());
    disk.forceNames();
    return position;
  }

  /** Closes the file, even if the checkpoint is not complete. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}

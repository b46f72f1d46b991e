package dev.yardmaster.storage.log.format;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes a checkpoint. The checkpoint becomes valid when {@link #finish} renames its file. The
 * writer collects entries in a block that the caller owns. One thread uses an instance.
 */
public final class CheckpointWriter implements Closeable {

  /** When a block has this length, in bytes, it is full and is written to the file. */
  private static final int BLOCK_BYTES = 1 << 20;

  /**
   * The maximum length of a value for which direct memory is reserved in advance. If a value is
   * longer, the memory for its entry is allocated when the entry is written.
   */
  private static final int MAX_RESERVED_BYTES = 1 << 24;

  private final Disk disk;
  private final CheckpointFormat.Header header;
  private final Salt salt;
  private final WriteFormat format = new WriteFormat();
  private final DiskFile file;
  private final ByteBuffer ownBlock;
  private ByteBuffer block;
  private int entries;
  private long allEntries;
  private long position;

  /**
   * Creates the file of a checkpoint.
   *
   * @param block a block that {@link #newBlock} returned; this writer uses the block until the
   *     writer is closed
   */
  public CheckpointWriter(Disk disk, CheckpointFormat.Header header, ByteBuffer block)
      throws IOException {
    this.disk = disk;
    this.header = header;
    this.salt = header.salt();
    this.ownBlock = block;
    this.block = cleared(block);
    this.file = disk.create(header.fileName() + SegmentFormat.UNFINISHED);
    try {
      file.write(CheckpointFormat.encode(header), 0);
    } catch (IOException e) {
      file.close();
      throw e;
    }
    position = CheckpointFormat.HEADER_BYTES;
  }

  /**
   * Allocates a block in direct memory. The block has room for any entry with a value of at most
   * the given length; a length above 16 MiB counts as 16 MiB.
   */
  public static ByteBuffer newBlock(int maxValueBytes) {
    return allocate(Math.max(BLOCK_BYTES, entryBytes(Math.min(maxValueBytes, MAX_RESERVED_BYTES))));
  }

  private static ByteBuffer allocate(int entryBytes) {
    return ByteBuffer.allocateDirect(CheckpointFormat.BLOCK_HEADER_BYTES + entryBytes)
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int entryBytes(int valueBytes) {
    return Long.BYTES + WriteFormat.room(valueBytes);
  }

  private static ByteBuffer cleared(ByteBuffer block) {
    return block.clear().position(CheckpointFormat.BLOCK_HEADER_BYTES);
  }

  /** Adds an entry. */
  public void add(Key key, byte[] value, long version) throws IOException {
    int needed = entryBytes(value == null ? 0 : value.length);
    if (block.position() >= BLOCK_BYTES || block.remaining() < needed) {
      flush();
      if (block.remaining() < needed) {
        block = cleared(allocate(needed));
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
      // The writer forces the file often, so that little unforced data accumulates. This is
      // important because a force of the log may also have to wait for unforced data of this file.
      file.force();
    }
  }

  private void writeBlock() throws IOException {
    int end = block.position();
    CheckpointFormat.sealBlock(block, end, entries, salt);
    file.write(block.flip(), position);
    position += end;
    entries = 0;
    block = cleared(ownBlock);
  }

  /**
   * Completes the checkpoint, which is valid when this method returns.
   *
   * @param horizonMs the horizon in ms since 1970; outcomes of ids that were created before the
   *     horizon may be missing
   * @param completeFrom the lowest version at which the checkpoint and the log together contain the
   *     complete state; entries that were replaced by commits up to this version may be missing
   *     from the checkpoint
   * @return the checkpoint's length in bytes
   */
  public long finish(long horizonMs, long completeFrom) throws IOException {
    flush();
    block.putLong(allEntries).putLong(horizonMs).putLong(completeFrom);
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

package dev.yardmaster.storage.log.format;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads a checkpoint from its beginning. The reader checks each block before it passes the block's
 * entries to the visitor.
 */
public final class CheckpointReader implements Closeable {

  /** The value of {@link #completeFrom} if the checkpoint does not contain this version. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  /** The length of a block's header and of the first field after it, in bytes. */
  private static final int MIN_BLOCK_BYTES = CheckpointFormat.BLOCK_HEADER_BYTES + Long.BYTES;

  private static final int SEARCHED_BYTES = 1 << 20;

  /**
   * No service commits so many transactions while it writes one checkpoint. Entries of a table's
   * checkpoint are above the watermark by at most this number. Without this limit, half of all
   * random bytes would look like a version, and a search in them would compute the checksums of
   * many long blocks that do not exist.
   */
  private static final long MAX_COMMITS_MEANWHILE = 1L << 40;

  private final DiskFile file;
  private final StoredWrite write;
  private final long size;
  private final CheckpointFormat.Header header;
  private ByteBuffer block = newBlock(CheckpointFormat.HEADER_BYTES);
  private long position;
  private long entries;
  private long horizonMs;
  private long completeFrom = UNKNOWN;

  /**
   * Opens a checkpoint.
   *
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if this release cannot read the
   *     checkpoint's format version
   */
  public static CheckpointReader open(Disk disk, String name, TableNames tables)
      throws IOException {
    DiskFile file = disk.open(name);
    try {
      return new CheckpointReader(file, name, tables);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private CheckpointReader(DiskFile file, String name, TableNames tables) throws IOException {
    this.file = file;
    this.write = new StoredWrite(tables);
    this.size = file.size();
    file.read(block, 0);
    this.header = CheckpointFormat.decode(block.flip(), name);
    this.position = CheckpointFormat.HEADER_BYTES;
  }

  private static ByteBuffer newBlock(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns the value of {@link #completeFrom()} for a checkpoint. The method reads only the header
   * and the end block, and returns -1 if either block is not intact.
   */
  public static long completeFrom(Disk disk, String name) throws IOException {
    try (CheckpointReader reader = open(disk, name, new TableNames())) {
      if (!reader.loadEnd()) {
        return -1;
      }
      reader.entries = reader.statedEntries();
      return reader.readEnd() ? reader.completeFrom : -1;
    }
  }

  /**
   * Returns the number of entries that the end block states, without reading the entries; 0 if the
   * header or the end block is not intact.
   */
  public long expectedEntries() throws IOException {
    long begin = position;
    long expected = loadEnd() ? statedEntries() : 0;
    position = begin;
    return expected;
  }

  /** Loads the end block. Returns whether the header and the end block are intact. */
  private boolean loadEnd() throws IOException {
    if (header == null) {
      return false;
    }
    int end = CheckpointFormat.BLOCK_HEADER_BYTES + header.endBytes();
    position = Math.max(CheckpointFormat.HEADER_BYTES, size - end);
    if (!loadBlock(header.salt()) || block.getInt(CheckpointFormat.BLOCK_ENTRIES_OFFSET) != 0) {
      return false;
    }
    block.position(CheckpointFormat.BLOCK_HEADER_BYTES);
    return true;
  }

  private long statedEntries() {
    return block.getLong(CheckpointFormat.BLOCK_HEADER_BYTES);
  }

  /** Returns the header, or null if the file has no intact header. */
  public CheckpointFormat.Header header() {
    return header;
  }

  public long size() {
    return size;
  }

  /** Returns the number of entries that the reader has read so far. */
  public long entries() {
    return entries;
  }

  /**
   * Returns the horizon in ms since 1970: outcomes of ids that were created before the horizon may
   * be missing. The horizon is known only after the checkpoint was read completely.
   */
  public long horizonMs() {
    return horizonMs;
  }

  /**
   * Returns the lowest version at which the checkpoint and the log together contain the complete
   * state; {@link #UNKNOWN} for version 1 of the format. The version is known only after the
   * checkpoint was read completely.
   */
  public long completeFrom() {
    return completeFrom;
  }

  /** Returns the position after the last intact block. */
  public long position() {
    return position;
  }

  /** Passes all entries to the visitor, and returns whether the checkpoint is intact. */
  public boolean read(EntryVisitor visitor) throws IOException {
    Salt salt = header.salt();
    while (loadBlock(salt)) {
      int count = block.getInt(CheckpointFormat.BLOCK_ENTRIES_OFFSET);
      int end = block.limit();
      block.position(CheckpointFormat.BLOCK_HEADER_BYTES);
      if (count == 0) {
        return readEnd();
      }
      show(count, visitor);
      entries += count;
      position += end;
    }
    return false;
  }

  /**
   * Receives the positions of the damaged parts of a checkpoint. A part begins at {@code from}
   * (inclusive) and ends at {@code to} (exclusive).
   */
  public interface Gaps {
    void gap(long from, long to);
  }

  /**
   * Passes the entries of all intact blocks to the visitor, and searches for the next intact block
   * after each damaged block. After the call, the horizon is known only if the end of the
   * checkpoint is intact.
   *
   * @return whether the end of the checkpoint is intact
   */
  public boolean readIntact(EntryVisitor visitor, Gaps gaps) throws IOException {
    Salt salt = header.salt();
    while (position < size) {
      if (loadBlock(salt)) {
        int count = block.getInt(CheckpointFormat.BLOCK_ENTRIES_OFFSET);
        int end = block.limit();
        block.position(CheckpointFormat.BLOCK_HEADER_BYTES);
        position += end;
        if (count == 0) {
          entries = block.remaining() == header.endBytes() ? block.getLong(block.position()) : -1;
          return readEnd();
        }
        show(count, visitor);
        entries += count;
      } else {
        long broken = position;
        position = nextBlock(broken, salt);
        gaps.gap(broken, position);
      }
    }
    return false;
  }

  /**
   * Returns the position of the next intact block after a damaged block, or the end of the file.
   */
  private long nextBlock(long broken, Salt salt) throws IOException {
    ByteBuffer window = newBlock(SEARCHED_BYTES);
    window.limit(0);
    long windowAt = broken;
    for (long at = broken + 1; at + MIN_BLOCK_BYTES <= size; at++) {
      if (at + MIN_BLOCK_BYTES > windowAt + window.limit()) {
        windowAt = at;
        window.clear();
        file.read(window, at);
        window.flip();
      }
      if (mayBeBlock(window, (int) (at - windowAt), size - at)) {
        position = at;
        if (loadBlock(salt)) {
          return at;
        }
      }
    }
    return size;
  }

  /**
   * Returns whether the bytes look like the header and the first entry of a block, or like the end
   * block.
   */
  private boolean mayBeBlock(ByteBuffer window, int at, long left) {
    int length = window.getInt(at + CheckpointFormat.BLOCK_LENGTH_OFFSET);
    int count = window.getInt(at + CheckpointFormat.BLOCK_ENTRIES_OFFSET);
    long first = window.getLong(at + CheckpointFormat.BLOCK_HEADER_BYTES);
    if (length < 0 || length > left - CheckpointFormat.BLOCK_HEADER_BYTES || count < 0) {
      return false;
    }
    return count == 0
        ? length == header.endBytes()
        : first > 0
            && first - header.watermark() <= MAX_COMMITS_MEANWHILE
            && count <= length / Long.BYTES;
  }

  private boolean readEnd() {
    if (block.remaining() != header.endBytes() || block.getLong() != entries) {
      return false;
    }
    horizonMs = block.getLong();
    completeFrom = block.hasRemaining() ? block.getLong() : UNKNOWN;
    return true;
  }

  private boolean loadBlock(Salt salt) throws IOException {
    block.clear().limit(CheckpointFormat.BLOCK_HEADER_BYTES);
    if (file.read(block, position) < CheckpointFormat.BLOCK_HEADER_BYTES) {
      return false;
    }
    long length =
        CheckpointFormat.BLOCK_HEADER_BYTES
            + (long) block.getInt(CheckpointFormat.BLOCK_LENGTH_OFFSET);
    if (length < CheckpointFormat.BLOCK_HEADER_BYTES || length > size - position) {
      return false;
    }
    if (length > block.capacity()) {
      block = newBlock((int) length);
    }
    block.clear().limit((int) length);
    file.read(block, position);
    block.flip();
    return block.limit() == length
        && block.getInt(CheckpointFormat.BLOCK_CRC_OFFSET)
            == salt.crc(block, CheckpointFormat.BLOCK_LENGTH_OFFSET, (int) length);
  }

  private void show(int count, EntryVisitor visitor) {
    int at = block.position();
    for (int i = 0; i < count; i++) {
      long version = block.getLong(at);
      at = write.read(block, at + Long.BYTES);
      visitor.entry(write, version);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

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
 * Reads one segment of the log from its beginning. The reader checks each group before it passes
 * the group's transactions to the visitor.
 */
public final class SegmentReader implements Closeable {

  /** The time of a group whose time is unknown. */
  public static final long NO_TIME = 0;

  /**
   * The size of the loaded part of the file, in bytes. This part fits into the CPU's second-level
   * cache.
   */
  private static final int WINDOW_BYTES = 1 << 18;

  private final DiskFile file;
  private final StoredWrite write;
  private final long size;
  private final SegmentFormat.Header header;
  private final Salt salt;

  /** The loaded part of the file, which starts at {@link #windowAt}. */
  private ByteBuffer window =
      ByteBuffer.allocateDirect(WINDOW_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);

  private long windowAt;
  private long transactions;
  private long lastVersion;
  private long forcedThrough = SegmentFormat.GROUPS_OFFSET;
  private boolean closed;

  /** Receives records that are copied to another log. */
  @FunctionalInterface
  public interface RecordSink {

    /**
     * Receives the record between a buffer's position and limit. {@code salt} is the salt with
     * which the record's checksum is combined.
     */
    void append(ByteBuffer record, long version, Salt salt);
  }

  /**
   * Opens a segment.
   *
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if this release cannot read the segment's
   *     format version
   */
  public static SegmentReader open(Disk disk, String name, TableNames tables) throws IOException {
    DiskFile file = disk.open(name);
    try {
      return new SegmentReader(file, name, tables);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Returns the epoch in a segment's header; 0 if the segment has no intact header. */
  public static long epoch(Disk disk, String name) throws IOException {
    SegmentFormat.Header header = header(disk, name);
    return header == null ? 0 : header.epoch();
  }

  /** Returns a segment's header; null if the segment has no intact header. */
  public static SegmentFormat.Header header(Disk disk, String name) throws IOException {
    try (DiskFile file = disk.open(name)) {
      ByteBuffer block = ByteBuffer.allocate(SegmentFormat.HEADER_BYTES);
      file.read(block.order(ByteOrder.LITTLE_ENDIAN), 0);
      return SegmentFormat.decode(block.flip(), name);
    }
  }

  private SegmentReader(DiskFile file, String name, TableNames tables) throws IOException {
    this.file = file;
    this.write = new StoredWrite(tables);
    this.size = file.size();
    load(0, SegmentFormat.HEADER_BYTES);
    this.header = SegmentFormat.decode(window, name);
    this.salt = header == null ? Salt.NONE : header.salt();
    this.lastVersion = header == null ? 0 : header.versionsAfter();
  }

  /** Returns the segment's header, or null if the segment has no intact header. */
  public SegmentFormat.Header header() {
    return header;
  }

  public long size() {
    return size;
  }

  /** Returns the number of transactions that the reader has read so far. */
  public long transactions() {
    return transactions;
  }

  /**
   * Returns the highest commit version that the reader has read so far. Before the first
   * transaction, the method returns the header's {@code versionsAfter}.
   */
  public long lastVersion() {
    return lastVersion;
  }

  /**
   * Returns the <em>forced through</em> position of the group that was read last; see {@link
   * GroupFormat}.
   */
  public long forcedThrough() {
    return forcedThrough;
  }

  /**
   * Returns whether the last group that was read is the closing group. A log writes the closing
   * group when the log is closed. The closing group has no records, and all groups before it are on
   * disk.
   */
  public boolean isClosed() {
    return closed;
  }

  /**
   * Passes the transactions of all groups that begin before {@code through} to the visitor, and
   * stops at the first group that is not intact.
   *
   * @return the end of the last intact group
   */
  public long read(long through, LogVisitor visitor) throws IOException {
    long at = SegmentFormat.GROUPS_OFFSET;
    while (at < through) {
      long next = check(at);
      if (next < 0) {
        break;
      }
      show(at, visitor);
      at = next;
    }
    return at;
  }

  /**
   * Checks the group at a position and all its records. Returns the end of the group, or -1 if the
   * group is not intact.
   */
  public long check(long at) throws IOException {
    if (!load(at, GroupFormat.HEADER_BYTES)
        || !GroupFormat.isHeader(window, windowOffset(at), salt)) {
      return -1;
    }
    long length = GroupFormat.HEADER_BYTES + (long) groupInt(at, GroupFormat.LENGTH_OFFSET);
    if (length > Math.min(size - at, Integer.MAX_VALUE - WINDOW_BYTES) || !load(at, (int) length)) {
      return -1;
    }
    int start = windowOffset(at);
    int end = start + (int) length;
    int record = start + GroupFormat.HEADER_BYTES;
    int left = groupInt(at, GroupFormat.RECORDS_OFFSET);
    while (record < end && left > 0) {
      record = CommitFormat.end(window, record, end, salt);
      if (record < 0) {
        return -1;
      }
      left--;
    }
    return left == 0 && record == end ? GroupFormat.align(at + length) : -1;
  }

  private void show(long at, LogVisitor visitor) {
    int record = windowOffset(at) + GroupFormat.HEADER_BYTES;
    int count = groupInt(at, GroupFormat.RECORDS_OFFSET);
    for (int i = 0; i < count; i++) {
      record = showRecord(record, visitor);
    }
    transactions += count;
    forcedThrough = window.getLong(windowOffset(at) + GroupFormat.FORCED_OFFSET);
    closed = count == 0 && forcedThrough == at;
  }

  private int showRecord(int at, LogVisitor visitor) {
    long version = window.getLong(at + CommitFormat.VERSION_OFFSET);
    long transactionId = window.getLong(at + CommitFormat.TRANSACTION_OFFSET);
    int writes = window.getInt(at + CommitFormat.WRITES_OFFSET);
    lastVersion = Math.max(lastVersion, version);
    if (visitor.transaction(version, transactionId, writes)) {
      int next = at + CommitFormat.HEADER_BYTES;
      for (int i = 0; i < writes; i++) {
        next = write.read(window, next);
        visitor.entry(write, version);
      }
    }
    return at + window.getInt(at + CommitFormat.LENGTH_OFFSET);
  }

  /**
   * Searches after the position {@code end} for a group whose <em>forced through</em> position is
   * above {@code end}. When such a group was written, the bytes at {@code end} were already on
   * disk. Returns the position of the group, or -1 if there is no such group.
   */
  public long laterGroup(long end) throws IOException {
    for (long at = end + GroupFormat.BLOCK_BYTES; at < size; at += GroupFormat.BLOCK_BYTES) {
      if (load(at, GroupFormat.HEADER_BYTES)
          && GroupFormat.isHeader(window, windowOffset(at), salt)
          && window.getLong(windowOffset(at) + GroupFormat.FORCED_OFFSET) > end) {
        return at;
      }
    }
    return -1;
  }

  /**
   * Returns the position after the group at {@code at}, or -1 if the group's header is not intact.
   * The method does not check the group's records.
   */
  public long headerEnd(long at) throws IOException {
    return load(at, GroupFormat.HEADER_BYTES)
            && GroupFormat.isHeader(window, windowOffset(at), salt)
        ? GroupFormat.align(at + GroupFormat.HEADER_BYTES + groupInt(at, GroupFormat.LENGTH_OFFSET))
        : -1;
  }

  /**
   * Returns the position of the next group after a damaged group, or the end of the file if there
   * is no such group. If the damaged group's header is intact, the method skips the group by its
   * length. Without this skip, the method could mistake bytes of a stored value for a group. If the
   * header is not intact, the method searches for a group header block by block. This search is
   * safe only in a segment with a nonce; without a nonce, the method returns the end of the file.
   */
  public long afterBroken(long broken) throws IOException {
    long behind = headerEnd(broken);
    if (behind > 0) {
      return Math.min(behind, size);
    }
    if (!header.hasTimes()) { // A segment without times has no nonce either.
      return size;
    }
    long at = broken + GroupFormat.BLOCK_BYTES;
    while (at < size && headerEnd(at) < 0) {
      at += GroupFormat.BLOCK_BYTES;
    }
    return Math.min(at, size);
  }

  /**
   * Returns the time of the group whose header was checked last, in ms since 1970; {@link #NO_TIME}
   * in format version 1.
   */
  public long timeMs(long at) {
    return header.hasTimes() ? window.getLong(windowOffset(at) + GroupFormat.TIME_OFFSET) : NO_TIME;
  }

  /** Returns the number of records in the group whose header was checked last. */
  public int records(long at) {
    return groupInt(at, GroupFormat.RECORDS_OFFSET);
  }

  /**
   * Returns the version of the first record in the group at {@code at}; the group must have
   * records.
   */
  public long firstVersion(long at) throws IOException {
    load(at, GroupFormat.HEADER_BYTES + CommitFormat.HEADER_BYTES);
    return window.getLong(
        windowOffset(at) + GroupFormat.HEADER_BYTES + CommitFormat.VERSION_OFFSET);
  }

  /**
   * Passes the records of the group that was checked last to a log.
   *
   * @param after only records with versions above this one are copied
   * @param through only records with versions up to this one are copied
   * @return the number of records that were copied
   */
  public int copy(long at, long after, long through, RecordSink into) {
    int record = windowOffset(at) + GroupFormat.HEADER_BYTES;
    int copied = 0;
    for (int i = 0; i < records(at); i++) {
      int length = window.getInt(record + CommitFormat.LENGTH_OFFSET);
      long version = window.getLong(record + CommitFormat.VERSION_OFFSET);
      lastVersion = Math.max(lastVersion, version);
      if (version > after && version <= through) {
        into.append(window.slice(record, length), version, salt);
        copied++;
      }
      record += length;
    }
    return copied;
  }

  private int groupInt(long at, int offset) {
    return window.getInt(windowOffset(at) + offset);
  }

  private int windowOffset(long at) {
    return (int) (at - windowAt);
  }

  /**
   * Loads at least {@code bytes} bytes, starting at a position. Returns false if the file has fewer
   * bytes.
   */
  private boolean load(long at, int bytes) throws IOException {
    long loadedEnd = windowAt + window.limit();
    if (at >= windowAt && at + bytes <= loadedEnd) {
      return true;
    }
    if (bytes > window.capacity()) {
      window = ByteBuffer.allocateDirect(bytes + WINDOW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    } else if (at >= windowAt && at < loadedEnd) {
      window.position(windowOffset(at)).compact(); // Keeps only the beginning of a group.
    } else {
      window.clear();
    }
    windowAt = at;
    file.read(window, at + window.position());
    window.flip();
    return window.limit() >= bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

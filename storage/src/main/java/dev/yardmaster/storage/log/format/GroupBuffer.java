package dev.yardmaster.storage.log.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The group that a log collects in direct memory before it writes the group to a segment. The
 * checksums of the records are combined with the segment's salt. One thread uses an instance.
 */
public final class GroupBuffer {

  /** A group that has this length, in bytes, is full. */
  public static final int FULL_BYTES = 1 << 22;

  private ByteBuffer bytes;
  private int records;
  private Salt salt = Salt.NONE;

  /**
   * Creates an empty group.
   *
   * @param capacity the direct memory to reserve, in bytes; a longer group allocates more memory
   */
  public GroupBuffer(int capacity) {
    bytes = allocate(capacity);
    clear();
  }

  private static ByteBuffer allocate(int capacity) {
    return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Removes all records. */
  public void clear() {
    bytes.clear().position(GroupFormat.HEADER_BYTES);
    records = 0;
  }

  /**
   * Assigns the group to a segment: combines the checksums of the records with this segment's salt.
   * A new group belongs to no segment.
   */
  public void moveTo(SegmentFormat.Header segment) {
    Salt before = salt;
    salt = segment.salt();
    int at = GroupFormat.HEADER_BYTES;
    while (at < bytes.position()) {
      CommitFormat.move(bytes, at, before, salt);
      at += bytes.getInt(at + CommitFormat.LENGTH_OFFSET);
    }
  }

  /** Adds a transaction's record, and then empties the record object. */
  public void append(LogRecord record) {
    append(record.bytes(), Salt.NONE);
    record.done();
  }

  /**
   * Adds the record between a buffer's position and limit.
   *
   * @param from the salt of the segment from which the record was read; {@link Salt#NONE} if the
   *     record belongs to no segment
   */
  public void append(ByteBuffer record, Salt from) {
    ensureRoom(record.remaining());
    int at = bytes.position();
    bytes.put(record);
    CommitFormat.move(bytes, at, from, salt);
    records++;
  }

  private void ensureRoom(int needed) {
    if (bytes.remaining() < needed) {
      long least = GroupFormat.align((long) bytes.position() + needed);
      long capacity = Math.max(least, Math.min(2L * bytes.capacity(), Integer.MAX_VALUE));
      bytes = allocate((int) capacity).put(bytes.flip());
    }
  }

  /** Returns whether the group is so long that no further record should be added. */
  public boolean isFull() {
    return bytes.position() >= FULL_BYTES;
  }

  /** Returns the number of records. */
  public int records() {
    return records;
  }

  /** Returns the length of the completed group, in bytes. */
  public int length() {
    return (int) GroupFormat.align(bytes.position());
  }

  /**
   * Completes the group and returns the group's bytes. They are valid until {@link #clear}.
   *
   * @param forcedThrough the position up to which the segment is on disk
   * @param timeMs the time in ms since 1970
   */
  public ByteBuffer seal(long forcedThrough, long timeMs) {
    int length = length();
    GroupFormat.seal(bytes, bytes.position(), records, forcedThrough, timeMs, salt);
    while (bytes.position() < length) {
      bytes.put((byte) 0);
    }
    return bytes.flip();
  }
}

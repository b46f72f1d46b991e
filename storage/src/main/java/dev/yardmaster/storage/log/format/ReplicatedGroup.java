package dev.yardmaster.storage.log.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The layout of a group of commits in a log that several machines share. A group contains the
 * results of transactions, not their requests, so replicas need not run the transactions' logic.
 *
 * <pre>
 *   0         4         8         16                24             32             40        44
 *   +---------+---------+---------+-----------------+--------------+--------------+---------+----
 *   | CRC32C  | "GRR1"  | term    | previous        | last version | horizon, ms  | records | ...
 *   +---------+---------+---------+-----------------+--------------+--------------+---------+----
 *             |&lt;-- what the CRC covers, without the records -------------------------------&gt;|
 * </pre>
 *
 * <p><em>Term</em> is the term in which a leader created the group. <em>Previous</em> is the last
 * version of the leader's preceding group. A group counts only if the group's log entry has the
 * group's term, and <em>previous</em> is the last version of the last group that counted. All
 * replicas skip a group that does not count. The records have the layout of {@link CommitFormat},
 * without a salt. All numbers are little-endian.
 */
public final class ReplicatedGroup {

  private static final int MAGIC = 0x31525247;
  private static final int CRC_OFFSET = 0;
  private static final int MAGIC_OFFSET = 4;
  private static final int TERM_OFFSET = 8;
  private static final int PREVIOUS_OFFSET = 16;
  private static final int LAST_OFFSET = 24;
  private static final int HORIZON_OFFSET = 32;
  private static final int RECORDS_OFFSET = 40;
  private static final int HEADER_BYTES = 44;
  private static final int FIRST_BYTES = 1 << 12;

  /** A group that has this length, in bytes, is full. */
  private static final int FULL_BYTES = 1 << 19;

  private ByteBuffer bytes = newBuffer(FIRST_BYTES);
  private long lastVersion;
  private int records;

  /** Creates an empty group. One thread at a time uses it. */
  public ReplicatedGroup() {
    clear();
  }

  private static ByteBuffer newBuffer(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Receives the records of a group. */
  @FunctionalInterface
  public interface RecordVisitor {

    /**
     * Receives the version of a record, and the record's bytes between the buffer's position and
     * limit.
     */
    void record(ByteBuffer record, long version);
  }

  /** The header of a group, which determines the group's place in the log. */
  public record Header(long term, long previousVersion, long lastVersion, long horizonMs) {}

  /** Removes all records. */
  public void clear() {
    bytes.clear().position(HEADER_BYTES);
    records = 0;
  }

  /** Adds a transaction, whose version must be higher than all earlier versions. */
  public void append(LogRecord record) {
    ByteBuffer added = record.bytes();
    if (bytes.remaining() < added.remaining()) {
      int capacity = Math.max(2 * bytes.capacity(), bytes.position() + added.remaining());
      bytes = newBuffer(capacity).put(bytes.flip());
    }
    bytes.put(added);
    lastVersion = record.version();
    records++;
    record.done();
  }

  /** Returns whether the group has no record. */
  public boolean isEmpty() {
    return records == 0;
  }

  /** Returns whether the group is full, so that no further transaction should be added. */
  public boolean isFull() {
    return bytes.position() >= FULL_BYTES;
  }

  /**
   * Returns the maximum length of a group, in bytes.
   *
   * @param maxTransactionBytes the maximum total length of the values that one transaction writes
   * @param maxKeys the maximum number of keys that one transaction writes
   */
  public static long maxBytes(int maxTransactionBytes, int maxKeys) {
    return FULL_BYTES
        + (long) CommitFormat.HEADER_BYTES
        + (long) maxKeys * WriteFormat.room(0)
        + maxTransactionBytes;
  }

  /** Returns the version of the last record. */
  public long lastVersion() {
    return lastVersion;
  }

  /**
   * Completes the group and returns the group's bytes. They are valid until {@link #clear}.
   *
   * @param previousVersion the last version of the preceding group
   * @param horizonMs the time, in ms since 1970, before which outcomes of transaction ids may have
   *     been dropped
   */
  public ByteBuffer seal(long term, long previousVersion, long horizonMs) {
    bytes.putInt(MAGIC_OFFSET, MAGIC);
    bytes.putLong(TERM_OFFSET, term);
    bytes.putLong(PREVIOUS_OFFSET, previousVersion);
    bytes.putLong(LAST_OFFSET, lastVersion);
    bytes.putLong(HORIZON_OFFSET, horizonMs);
    bytes.putInt(RECORDS_OFFSET, records);
    bytes.putInt(CRC_OFFSET, crc(bytes));
    return bytes.flip();
  }

  /** Returns a copy of the bytes of a completed group. */
  ByteBuffer copy() {
    ByteBuffer copy = newBuffer(bytes.limit());
    return copy.put(bytes.duplicate().position(0)).flip();
  }

  private static int crc(ByteBuffer group) {
    CRC32C crc = new CRC32C();
    crc.update(group.duplicate().limit(HEADER_BYTES).position(MAGIC_OFFSET));
    return (int) crc.getValue();
  }

  /**
   * Reads the header of the group at the beginning of a buffer.
   *
   * @throws IllegalArgumentException if the bytes are not a group of this format
   */
  public static Header header(ByteBuffer group) {
    ByteBuffer from = group.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (from.limit() < HEADER_BYTES
        || from.getInt(MAGIC_OFFSET) != MAGIC
        || from.getInt(CRC_OFFSET) != crc(from)) {
      throw new IllegalArgumentException(
          "an entry of " + from.limit() + " bytes is not a group of format 1");
    }
    return new Header(
        from.getLong(TERM_OFFSET),
        from.getLong(PREVIOUS_OFFSET),
        from.getLong(LAST_OFFSET),
        from.getLong(HORIZON_OFFSET));
  }

  /**
   * Passes the records of the group at the beginning of a buffer to a visitor.
   *
   * @throws IllegalArgumentException if a record is damaged; the visitor has then received the
   *     records before it
   */
  public static void visit(ByteBuffer group, RecordVisitor visitor) {
    ByteBuffer from = group.slice().order(ByteOrder.LITTLE_ENDIAN);
    Salt unsalted = new Salt(0, 0, 0); // One thread uses an instance.
    int at = HEADER_BYTES;
    for (int i = from.getInt(RECORDS_OFFSET); i > 0; i--) {
      int end = CommitFormat.end(from, at, from.limit(), unsalted);
      if (end < 0) {
        throw new IllegalArgumentException("the record at " + at + " of a group is damaged");
      }
      ByteBuffer record = from.slice(at, end - at).order(ByteOrder.LITTLE_ENDIAN);
      visitor.record(record, record.getLong(CommitFormat.VERSION_OFFSET));
      at = end;
    }
  }

  /**
   * Passes the writes of the group at the beginning of a buffer to a visitor, in the order of their
   * versions.
   *
   * @throws IllegalArgumentException if a record is damaged; the visitor has then received the
   *     writes of the records before it
   */
  public static void read(ByteBuffer group, EntryVisitor visitor) {
    StoredWrite write = new StoredWrite(new TableNames());
    visit(
        group,
        (record, version) -> {
          int next = CommitFormat.HEADER_BYTES;
          for (int i = record.getInt(CommitFormat.WRITES_OFFSET); i > 0; i--) {
            next = write.read(record, next);
            visitor.entry(write, version);
          }
        });
  }
}

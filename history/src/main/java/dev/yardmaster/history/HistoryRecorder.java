package dev.yardmaster.history;

import dev.yardmaster.api.Key;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records the committed transactions of one thread. The thread calls {@code begin}, then records
 * reads and writes in any order, and then calls {@code end}.
 *
 * <p>A recorder allocates memory only while its buffer grows to the size of the largest block.
 * After a disk error, for example a lack of space, a recorder throws no exception; {@link
 * HistoryLog#close()} throws the exception.
 */
public final class HistoryRecorder {

  /**
   * The value for an unknown end time: the transaction committed, but its caller did not get the
   * outcome.
   */
  public static final long UNKNOWN_END = Long.MAX_VALUE;

  private static final int FIRST_BUFFER_BYTES = 4 << 10;

  /**
   * The number of tables that a recorder finds by comparing references. The recorder searches for
   * all other tables in a map.
   */
  private static final int NEAR_TABLES = 8;

  /** The maximum number of bytes of a BEGIN, or of an access without its key's bytes. */
  private static final int MAX_RECORD_BYTES =
      4 * HistoryFormat.MAX_VARINT_BYTES + HistoryFormat.DIGEST_BYTES;

  private final HistoryLog log;
  private final int number;
  private final int blockBytes;
  private final int maxBlockBytes;

  private byte[] buffer = new byte[FIRST_BUFFER_BYTES];
  private int position = HistoryFormat.PAYLOAD_OFFSET;
  private int transactionStart = position;
  private int transactions;
  private boolean open;
  private boolean oversized;

  private final String[] nearTables = new String[NEAR_TABLES];
  private final Map<String, Integer> tables = new HashMap<>();

  private long commitVersion;
  private long lastId;
  private long lastCommitVersion;
  private long lastBeginNs;

  HistoryRecorder(HistoryLog log, int number, int blockBytes, int maxBlockBytes) {
    this.log = log;
    this.number = number;
    this.blockBytes = blockBytes;
    this.maxBlockBytes = maxBlockBytes;
  }

  /**
   * Begins a committed transaction.
   *
   * @param transactionId the id that identifies the transaction in error messages
   * @param commitVersion the commit version; 0 if the transaction has no version, for example
   *     because it only reads
   * @param beginNs the time at which the caller began, in ns; all recorders must use the same
   *     origin
   * @param endNs the time at which the caller got the outcome of the commit, or {@link
   *     #UNKNOWN_END}
   * @throws IllegalStateException if the previous transaction has not ended
   * @throws IllegalArgumentException if the end is before the begin
   */
  public void begin(long transactionId, long commitVersion, long beginNs, long endNs) {
    if (open || endNs < beginNs) {
      throw refusedBegin(transactionId, beginNs, endNs);
    }
    open = true;
    reserve(MAX_RECORD_BYTES);
    int flags =
        (commitVersion == 0 ? 0 : HistoryFormat.HAS_COMMIT_VERSION)
            | (endNs == UNKNOWN_END ? HistoryFormat.HAS_UNKNOWN_END : 0);
    byte[] bytes = buffer;
    int at = position;
    bytes[at++] = (byte) (flags << HistoryFormat.TAG_BITS | HistoryFormat.BEGIN);
    at = HistoryFormat.putVarint(bytes, at, HistoryFormat.zigzag(transactionId - lastId));
    if (commitVersion != 0) {
      at =
          HistoryFormat.putVarint(
              bytes, at, HistoryFormat.zigzag(commitVersion - lastCommitVersion));
      lastCommitVersion = commitVersion;
    }
    at = HistoryFormat.putVarint(bytes, at, HistoryFormat.zigzag(beginNs - lastBeginNs));
    if (endNs != UNKNOWN_END) {
      at = HistoryFormat.putVarint(bytes, at, endNs - beginNs);
    }
    position = at;
    this.commitVersion = commitVersion;
    lastId = transactionId;
    lastBeginNs = beginNs;
  }

  private RuntimeException refusedBegin(long transactionId, long beginNs, long endNs) {
    return open
        ? new IllegalStateException(
            "the previous transaction has not ended: transactionId=" + lastId)
        : new IllegalArgumentException(
            "a transaction cannot end before it begins: transactionId="
                + transactionId
                + ", beginNs="
                + beginNs
                + ", endNs="
                + endNs);
  }

  /**
   * Records a read of a version of the key.
   *
   * @param version the version that was read; 0 if no transaction had written the key. {@code -v}
   *     says only that the key was absent at version {@code v}: the key may never have been
   *     written, or the version of its deletion is no longer known
   * @param value the value; null if the key was absent
   */
  public void read(Key key, long version, byte @Nullable [] value) {
    access(HistoryFormat.ACCESS, key, lastCommitVersion - version, ValueDigest.of(value));
  }

  /**
   * Records a write of a version of the key.
   *
   * @param version the position of the written version in the key's write order; greater than 0
   * @param value the value; null if the transaction deleted the key
   */
  public void write(Key key, long version, byte @Nullable [] value) {
    access(
        HistoryFormat.ACCESS | HistoryFormat.WRITE,
        key,
        version - commitVersion,
        ValueDigest.of(value));
  }

  private void access(int kind, Key key, long versionDifference, int digest) {
    if (!open) {
      throw new IllegalStateException("no transaction has begun: key=" + key);
    }
    int detail = tableNumber(key.table()) << HistoryFormat.TAG_BITS;
    int at;
    if (key.kind() == Key.Kind.NUMBER) {
      reserve(MAX_RECORD_BYTES);
      at = HistoryFormat.putVarint(buffer, position, detail | kind | HistoryFormat.NUMBER_KEY);
      at = HistoryFormat.putVarint(buffer, at, HistoryFormat.zigzag(key.number()));
    } else {
      at = putBytesKey(detail | kind, key);
    }
    at = HistoryFormat.putVarint(buffer, at, HistoryFormat.zigzag(versionDifference));
    HistoryFormat.putInt(buffer, at, digest);
    position = at + HistoryFormat.DIGEST_BYTES;
  }

  private int putBytesKey(int tag, Key key) {
    int length = key.idLength();
    reserve(MAX_RECORD_BYTES + length);
    int keyKind = key.kind() == Key.Kind.TEXT ? HistoryFormat.TEXT_KEY : HistoryFormat.BYTES_KEY;
    int at = HistoryFormat.putVarint(buffer, position, tag | keyKind);
    at = HistoryFormat.putVarint(buffer, at, length);
    for (int i = 0; i < length; i++) {
      buffer[at++] = key.idByte(i);
    }
    return at;
  }

  @SuppressWarnings(
      "ReferenceEquality") // If no reference is equal, the recorder searches in the map.
  private int tableNumber(String table) {
    for (int i = 0; i < NEAR_TABLES; i++) {
      if (nearTables[i] == table) {
        return i;
      }
    }
    Integer found = tables.get(table);
    return found == null ? defineTable(table) : found;
  }

  private int defineTable(String table) {
    int defined = tables.size();
    reserve((2 + table.length()) * HistoryFormat.MAX_VARINT_BYTES);
    int at = HistoryFormat.putVarint(buffer, position, HistoryFormat.TABLE);
    at = HistoryFormat.putVarint(buffer, at, table.length());
    for (int i = 0; i < table.length(); i++) {
      at = HistoryFormat.putVarint(buffer, at, table.charAt(i));
    }
    position = at;
    tables.put(table, defined);
    if (defined < NEAR_TABLES) {
      nearTables[defined] = table;
    }
    return defined;
  }

  /**
   * Ends the transaction.
   *
   * @throws IllegalStateException if no transaction has begun
   */
  public void end() {
    if (!open) {
      throw new IllegalStateException("no transaction has begun");
    }
    reserve(1);
    buffer[position++] = HistoryFormat.END;
    open = false;
    if (oversized) {
      oversized = false;
      position = transactionStart;
      return;
    }
    transactionStart = position;
    transactions++;
    if (position >= blockBytes) {
      flush();
    }
  }

  /** Appends the complete transactions to the log, and starts a new block. */
  void flush() {
    if (transactions > 0) {
      HistoryFormat.seal(buffer, transactionStart, HistoryFormat.TRANSACTIONS_BLOCK, number);
      log.append(buffer, transactionStart, transactions);
    }
    position = HistoryFormat.PAYLOAD_OFFSET;
    transactionStart = position;
    transactions = 0;
    tables.clear();
    Arrays.fill(nearTables, null);
    lastId = 0;
    lastCommitVersion = 0;
    lastBeginNs = 0;
  }

  private void reserve(int bytes) {
    if (bytes > buffer.length - position) {
      grow(bytes);
    }
  }

  private void grow(int bytes) {
    long needed = (long) position + bytes;
    if (needed > maxBlockBytes) {
      giveUpTransaction();
      return;
    }
    long doubled = 2L * buffer.length;
    buffer = Arrays.copyOf(buffer, (int) Math.min(maxBlockBytes, Math.max(needed, doubled)));
  }

  /**
   * Drops the current transaction. Further reads and writes of the transaction overwrite one
   * another in the buffer until {@link #end()} discards them.
   */
  private void giveUpTransaction() {
    oversized = true;
    position = transactionStart;
    log.fail(
        new IOException(
            "a transaction is too large for a history: transactionId="
                + lastId
                + ", maxBytes="
                + maxBlockBytes));
  }
}

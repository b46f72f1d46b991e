package dev.yardmaster.history;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryFormatException.Problem;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * Decodes the payloads of blocks into calls of a visitor, and counts transactions; see {@link
 * HistoryFormat}. Each block numbers its tables from 0. The decoder translates these numbers, so
 * that the visitor gets numbers that are unique within the whole history.
 */
@NullUnmarked // Internal: fields and results may be null.
final class BlockDecoder {

  private final HistoryVisitor visitor;
  private final Map<String, Integer> tables = new HashMap<>();
  private int[] blockTables = new int[8];
  private int blockTableCount;
  private long transactions;

  private byte[] block;
  private int position;
  private int limit;
  private long blockOffset;

  private boolean open;
  private long commitVersion;
  private long lastId;
  private long lastCommitVersion;
  private long lastBeginNs;

  BlockDecoder(HistoryVisitor visitor) {
    this.visitor = visitor;
  }

  long transactions() {
    return transactions;
  }

  /**
   * Decodes a TRANSACTIONS block.
   *
   * @param offset the block's offset in the history, in bytes, for error messages
   */
  void decode(byte[] bytes, int blockBytes, long offset) throws HistoryFormatException {
    start(bytes, blockBytes, offset);
    while (position < limit) {
      int recordStart = position;
      long tag = varint();
      long detail = tag >>> HistoryFormat.TAG_BITS;
      int kind = (int) tag & HistoryFormat.TAG_MASK;
      if ((kind & HistoryFormat.ACCESS) != 0) {
        access(kind, detail, recordStart);
        continue;
      }
      switch (kind) {
        case HistoryFormat.BEGIN -> begin(detail, recordStart);
        case HistoryFormat.TABLE -> defineTable(detail, recordStart);
        case HistoryFormat.END -> end(detail, recordStart);
        default -> throw malformed(recordStart, "unknown kind of record: kind=" + kind);
      }
    }
    if (open) {
      throw malformed(position, "a block ends within a transaction");
    }
  }

  /** Decodes an END block. Returns the number of transactions in the history. */
  long decodeEnd(byte[] bytes, int blockBytes, long offset) throws HistoryFormatException {
    start(bytes, blockBytes, offset);
    long recorded = varint();
    if (position != limit) {
      throw malformed(position, "an END block is too long");
    }
    return recorded;
  }

  private void start(byte[] bytes, int blockBytes, long offset) {
    block = bytes;
    position = HistoryFormat.PAYLOAD_OFFSET;
    limit = blockBytes;
    blockOffset = offset;
    blockTableCount = 0;
    open = false;
    lastId = 0;
    lastCommitVersion = 0;
    lastBeginNs = 0;
  }

  private void begin(long flags, int recordStart) throws HistoryFormatException {
    int known = HistoryFormat.HAS_COMMIT_VERSION | HistoryFormat.HAS_UNKNOWN_END;
    if (open || (flags & ~known) != 0) {
      throw malformed(
          recordStart,
          open ? "a transaction begins within another" : "unknown flags: flags=" + flags);
    }
    open = true;
    lastId += HistoryFormat.unzigzag(varint());
    commitVersion = 0;
    if ((flags & HistoryFormat.HAS_COMMIT_VERSION) != 0) {
      lastCommitVersion += HistoryFormat.unzigzag(varint());
      commitVersion = lastCommitVersion;
    }
    lastBeginNs += HistoryFormat.unzigzag(varint());
    long endNs = HistoryRecorder.UNKNOWN_END;
    if ((flags & HistoryFormat.HAS_UNKNOWN_END) == 0) {
      endNs = lastBeginNs + varint();
      if (endNs < lastBeginNs) {
        throw malformed(recordStart, "a transaction ends before it begins: id=" + lastId);
      }
    }
    visitor.begin(lastId, commitVersion, lastBeginNs, endNs);
  }

  private void end(long detail, int recordStart) throws HistoryFormatException {
    if (!open || detail != 0) {
      throw malformed(
          recordStart, open ? "unknown detail of an end" : "an end without a transaction");
    }
    open = false;
    transactions++;
    visitor.end();
  }

  private void defineTable(long detail, int recordStart) throws HistoryFormatException {
    long length = varint();
    if (detail != 0 || length < 1 || length > Key.MAX_TABLE_LENGTH) {
      throw malformed(recordStart, "invalid table name: detail=" + detail + ", length=" + length);
    }
    char[] name = new char[(int) length];
    for (int i = 0; i < name.length; i++) {
      long unit = varint();
      if (unit < 0 || unit > Character.MAX_VALUE) {
        throw malformed(recordStart, "invalid character in a table name: " + unit);
      }
      name[i] = (char) unit;
    }
    if (blockTableCount == blockTables.length) {
      blockTables = Arrays.copyOf(blockTables, 2 * blockTableCount);
    }
    blockTables[blockTableCount++] = tableNumber(new String(name));
  }

  private int tableNumber(String name) {
    Integer known = tables.get(name);
    if (known != null) {
      return known;
    }
    int table = tables.size();
    tables.put(name, table);
    visitor.table(table, name);
    return table;
  }

  private void access(int kind, long tableInBlock, int recordStart) throws HistoryFormatException {
    if (!open || tableInBlock >= blockTableCount) {
      throw malformed(
          recordStart,
          open ? "unknown table: table=" + tableInBlock : "an access without a transaction");
    }
    int table = blockTables[(int) tableInBlock];
    boolean write = (kind & HistoryFormat.WRITE) != 0;
    switch (kind & HistoryFormat.KEY_KIND_MASK) {
      case HistoryFormat.NUMBER_KEY -> {
        long number = HistoryFormat.unzigzag(varint());
        if (write) {
          visitor.write(table, number, writtenVersion(), digest());
        } else {
          visitor.read(table, number, readVersion(), digest());
        }
      }
      case HistoryFormat.TEXT_KEY -> accessBytes(write, table, Key.Kind.TEXT, recordStart);
      case HistoryFormat.BYTES_KEY -> accessBytes(write, table, Key.Kind.BYTES, recordStart);
      default -> throw malformed(recordStart, "unknown kind of record: kind=" + kind);
    }
  }

  private void accessBytes(boolean write, int table, Key.Kind kind, int recordStart)
      throws HistoryFormatException {
    long length = varint();
    if (length < 1 || length > Key.MAX_ID_BYTES || length > limit - position) {
      throw malformed(recordStart, "invalid length of a key's id: length=" + length);
    }
    int idOffset = position;
    int idLength = (int) length;
    position += idLength;
    if (write) {
      visitor.write(table, kind, block, idOffset, idLength, writtenVersion(), digest());
    } else {
      visitor.read(table, kind, block, idOffset, idLength, readVersion(), digest());
    }
  }

  private long readVersion() throws HistoryFormatException {
    return lastCommitVersion - HistoryFormat.unzigzag(varint());
  }

  private long writtenVersion() throws HistoryFormatException {
    return commitVersion + HistoryFormat.unzigzag(varint());
  }

  private int digest() throws HistoryFormatException {
    if (limit - position < HistoryFormat.DIGEST_BYTES) {
      throw malformed(position, "a block ends within a digest");
    }
    int digest = HistoryFormat.getInt(block, position);
    position += HistoryFormat.DIGEST_BYTES;
    return digest;
  }

  private long varint() throws HistoryFormatException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (position == limit) {
        throw malformed(position, "a block ends within a number");
      }
      byte next = block[position++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw malformed(
        position, "a number has more than " + HistoryFormat.MAX_VARINT_BYTES + " bytes");
  }

  private HistoryFormatException malformed(int at, String text) {
    return new HistoryFormatException(Problem.MALFORMED, blockOffset + at, text);
  }
}

package dev.yardmaster.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The layout of a history: a header, blocks of transactions, and one END block, which distinguishes
 * a complete history from a truncated one. Fixed-length integers are little-endian.
 *
 * <pre>
 *   header
 *   0               8         12
 *   +---------------+---------+
 *   | "YARDHIST"    | version |
 *   +---------------+---------+
 *
 *   block
 *   0         4         8         12         16
 *   +---------+---------+---------+----------+---------------------+
 *   | CRC32C  | length  | kind    | recorder | payload ...         |
 *   +---------+---------+---------+----------+---------------------+
 *             |&lt;-- bytes under the CRC -----------------------------&gt;|
 *                                            |&lt;-- length bytes ---&gt;|
 *
 *   payload of a TRANSACTIONS block: records, each with a tag of detail &lt;&lt; 4 | kind
 *   +---------------------------+-----+--------------------------+------------+------+-----------+
 *   | BEGIN, detail: flags      | tag | id                       | [commit]   | begin | [lasted] |
 *   | TABLE, detail: 0          | tag | length, characters       |            |       |          |
 *   | READ_*,  detail: table    | tag | number or length, bytes  | version    | digest (4 bytes) |
 *   | WRITE_*, detail: table    | tag | number or length, bytes  | version    | digest (4 bytes) |
 *   | END, detail: 0            | tag |                          |            |       |          |
 *   +---------------------------+-----+--------------------------+------------+-------+----------+
 *
 *   payload of the END block
 *   +--------------+
 *   | transactions |
 *   +--------------+
 * </pre>
 *
 * <p>All fields except the digests of values are varints: 7 bits in each byte, lowest first, with
 * the top bit set in every byte except the last. Differences and numbers may be negative and are
 * zigzag-encoded. Differences are computed modulo 2^64, so that every pair of longs has a
 * difference. The differences are:
 *
 * <ul>
 *   <li>id, commit version and begin: the difference from the block's previous transaction;
 *   <li>the version of a read: the most recent commit version in the block (of the same or an
 *       earlier transaction) minus the read version;
 *   <li>the version of a write: the written version minus the commit version of its transaction.
 * </ul>
 *
 * <p>A table is defined before its first use in each block and numbered from 0 in order of
 * definition, so that every block can be read independently. The table's name is stored as UTF-16
 * units, because two names with unpaired surrogates may have the same UTF-8. No transaction spans
 * two blocks.
 */
final class HistoryFormat {

  static final byte[] MAGIC = "YARDHIST".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;
  static final int VERSION_OFFSET = 8;
  static final int HEADER_BYTES = 12;

  static final int CRC_OFFSET = 0;
  static final int LENGTH_OFFSET = 4;
  static final int KIND_OFFSET = 8;
  static final int RECORDER_OFFSET = 12;
  static final int PAYLOAD_OFFSET = 16;

  static final int TRANSACTIONS_BLOCK = 1;
  static final int END_BLOCK = 2;

  /**
   * The size at which a recorder flushes its block. A block of this size usually has room for one
   * more transaction within 128 KiB.
   */
  static final int BLOCK_BYTES = 120 << 10;

  /**
   * The maximum length of a block. The limit lets a reader reject an invalid length before it
   * allocates a buffer.
   */
  static final int MAX_BLOCK_BYTES = 256 << 20;

  static final int TAG_BITS = 4;
  static final int TAG_MASK = (1 << TAG_BITS) - 1;

  static final int BEGIN = 1;
  static final int END = 2;
  static final int TABLE = 3;

  /**
   * The bit that distinguishes accesses from the other records of a block. The record kind of an
   * access consists of this bit, the key's kind in the lowest two bits, and the bit {@link #WRITE}
   * for a write.
   */
  static final int ACCESS = 8;

  static final int WRITE = 4;
  static final int KEY_KIND_MASK = 3;
  static final int NUMBER_KEY = 0;
  static final int TEXT_KEY = 1;
  static final int BYTES_KEY = 2;

  /**
   * The flag of a BEGIN record with a commit version. Without the flag, the transaction has no
   * commit version.
   */
  static final int HAS_COMMIT_VERSION = 1;

  /** The flag of a BEGIN record without a duration. The end of the transaction is unknown. */
  static final int HAS_UNKNOWN_END = 2;

  static final int MAX_VARINT_BYTES = 10;
  static final int DIGEST_BYTES = Integer.BYTES;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private HistoryFormat() {}

  static int getInt(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INTS.set(bytes, at, value);
  }

  /**
   * Writes a number as a varint of at most {@link #MAX_VARINT_BYTES} bytes. Returns the offset of
   * the next field.
   */
  static int putVarint(byte[] bytes, int at, long value) {
    int next = at;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[next++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[next++] = (byte) rest;
    return next;
  }

  static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  static long unzigzag(long coded) {
    return (coded >>> 1) ^ -(coded & 1);
  }

  static byte[] header() {
    byte[] header = new byte[HEADER_BYTES];
    System.arraycopy(MAGIC, 0, header, 0, MAGIC.length);
    putInt(header, VERSION_OFFSET, VERSION);
    return header;
  }

  /** Sets the header fields of a block whose payload ends at {@code blockBytes}. */
  static void seal(byte[] block, int blockBytes, int kind, int recorder) {
    putInt(block, LENGTH_OFFSET, blockBytes - PAYLOAD_OFFSET);
    putInt(block, KIND_OFFSET, kind);
    putInt(block, RECORDER_OFFSET, recorder);
    putInt(block, CRC_OFFSET, crc(block, blockBytes));
  }

  static int crc(byte[] block, int blockBytes) {
    CRC32C crc = new CRC32C();
    crc.update(block, LENGTH_OFFSET, blockBytes - LENGTH_OFFSET);
    return (int) crc.getValue();
  }

  static byte[] endBlock(long transactions) {
    byte[] room = new byte[PAYLOAD_OFFSET + MAX_VARINT_BYTES];
    int blockBytes = putVarint(room, PAYLOAD_OFFSET, transactions);
    byte[] block = new byte[blockBytes];
    System.arraycopy(room, 0, block, 0, blockBytes);
    seal(block, blockBytes, END_BLOCK, 0);
    return block;
  }
}

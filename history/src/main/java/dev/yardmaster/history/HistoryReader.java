package dev.yardmaster.history;

import dev.yardmaster.history.HistoryFormatException.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Streams a history to a visitor, on the caller's thread. The reader reads one block at a time, so
 * that its memory use does not depend on the length of the history.
 *
 * <p>The reader checks a whole block before it passes the block to the visitor. A later block may
 * be damaged, so the history is known to be complete only when the method {@code read} returns
 * normally.
 */
public final class HistoryReader {

  private static final int FIRST_BUFFER_BYTES = 8 << 10;

  private final InputStream in;
  private final BlockDecoder decoder;
  private byte[] block = new byte[FIRST_BUFFER_BYTES];
  private long offset;

  private HistoryReader(InputStream in, HistoryVisitor visitor) {
    this.in = in;
    this.decoder = new BlockDecoder(visitor);
  }

  /**
   * Reads a file.
   *
   * @throws HistoryFormatException if the file is not a complete history
   * @throws IOException if the file cannot be read
   */
  public static void read(Path file, HistoryVisitor visitor) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      new HistoryReader(in, visitor).read();
    }
  }

  /**
   * Reads a history in memory.
   *
   * @throws HistoryFormatException if the bytes are not a complete history
   */
  public static void read(byte[] history, HistoryVisitor visitor) throws HistoryFormatException {
    try (InputStream in = new ByteArrayInputStream(history)) {
      new HistoryReader(in, visitor).read();
    } catch (HistoryFormatException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException("reading memory failed", e);
    }
  }

  private void read() throws IOException {
    readHeader();
    while (readBlock() == HistoryFormat.TRANSACTIONS_BLOCK) {
      decoder.decode(block, blockBytes(), offset);
      offset += blockBytes();
    }
    readEnd();
  }

  private void readHeader() throws IOException {
    int got = in.readNBytes(block, 0, HistoryFormat.HEADER_BYTES);
    int magicBytes = Math.min(got, HistoryFormat.MAGIC.length);
    if (Arrays.mismatch(block, 0, magicBytes, HistoryFormat.MAGIC, 0, magicBytes) >= 0) {
      throw new HistoryFormatException(
          Problem.NOT_A_HISTORY, 0, "the history does not start with YARDHIST");
    }
    if (got < HistoryFormat.HEADER_BYTES) {
      throw truncated(got, "in its header");
    }
    int version = HistoryFormat.getInt(block, HistoryFormat.VERSION_OFFSET);
    if (version != HistoryFormat.VERSION) {
      throw new HistoryFormatException(
          Problem.UNSUPPORTED_VERSION,
          HistoryFormat.VERSION_OFFSET,
          "version=" + version + ", supported=" + HistoryFormat.VERSION);
    }
    offset = HistoryFormat.HEADER_BYTES;
  }

  /** Reads and checks a block. Returns the kind of the block. */
  private int readBlock() throws IOException {
    int got = in.readNBytes(block, 0, HistoryFormat.PAYLOAD_OFFSET);
    if (got < HistoryFormat.PAYLOAD_OFFSET) {
      throw truncated(offset + got, got == 0 ? "before its END block" : "in a block");
    }
    int length = HistoryFormat.getInt(block, HistoryFormat.LENGTH_OFFSET);
    if (length < 0 || length > HistoryFormat.MAX_BLOCK_BYTES - HistoryFormat.PAYLOAD_OFFSET) {
      throw new HistoryFormatException(
          Problem.MALFORMED, offset, "invalid length of a block: length=" + length);
    }
    readPayload(length);
    int expected = HistoryFormat.getInt(block, HistoryFormat.CRC_OFFSET);
    int found = HistoryFormat.crc(block, HistoryFormat.PAYLOAD_OFFSET + length);
    if (expected != found) {
      throw new HistoryFormatException(
          Problem.CRC_MISMATCH,
          offset,
          String.format("a block is damaged: stored crc=%08x, computed crc=%08x", expected, found));
    }
    int kind = HistoryFormat.getInt(block, HistoryFormat.KIND_OFFSET);
    if (kind != HistoryFormat.TRANSACTIONS_BLOCK && kind != HistoryFormat.END_BLOCK) {
      throw new HistoryFormatException(
          Problem.MALFORMED, offset, "unknown kind of block: kind=" + kind);
    }
    return kind;
  }

  private void readPayload(int length) throws IOException {
    int blockBytes = HistoryFormat.PAYLOAD_OFFSET + length;
    int filled = HistoryFormat.PAYLOAD_OFFSET;
    while (filled < blockBytes) {
      if (filled == block.length) {
        // The buffer grows step by step as bytes arrive, because a damaged length field may state
        // far more bytes than the file has.
        block = Arrays.copyOf(block, Math.min(blockBytes, 2 * block.length));
      }
      int wanted = Math.min(blockBytes, block.length) - filled;
      int got = in.readNBytes(block, filled, wanted);
      filled += got;
      if (got < wanted) {
        throw truncated(offset + filled, "in a block");
      }
    }
  }

  private void readEnd() throws IOException {
    long expected = decoder.decodeEnd(block, blockBytes(), offset);
    if (expected != decoder.transactions()) {
      throw new HistoryFormatException(
          Problem.COUNT_MISMATCH,
          offset,
          "transactions=" + decoder.transactions() + ", recorded=" + expected);
    }
    offset += blockBytes();
    if (in.read() >= 0) {
      throw new HistoryFormatException(Problem.MALFORMED, offset, "bytes follow the END block");
    }
  }

  private int blockBytes() {
    return HistoryFormat.PAYLOAD_OFFSET + HistoryFormat.getInt(block, HistoryFormat.LENGTH_OFFSET);
  }

  private static HistoryFormatException truncated(long offset, String where) {
    return new HistoryFormatException(Problem.TRUNCATED, offset, "the history ends " + where);
  }
}

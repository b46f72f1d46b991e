package dev.yardmaster.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryFormatException.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that the reader rejects a damaged history, and that the error names the problem and its
 * offset.
 */
class HistoryDamageTest {

  /** Returns a history of three blocks of transactions and the END block. */
  private static byte[] smallHistory() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistoryLog log = new HistoryLog(bytes, 1, HistoryFormat.MAX_BLOCK_BYTES);
    HistoryRecorder recorder = log.recorder();
    for (int i = 1; i <= 3; i++) {
      recorder.begin(i, i, 10L * i, 10L * i + 5);
      recorder.read(Key.of("savings", i), i - 1, i == 1 ? null : new byte[8]);
      recorder.write(Key.of("names", "user" + i), i, new byte[] {(byte) i});
      recorder.end();
    }
    log.close();
    return bytes.toByteArray();
  }

  private static HistoryFormatException refused(byte[] history, String damage) {
    return assertThrows(
        HistoryFormatException.class, () -> HistoryReader.read(history, new Transcript()), damage);
  }

  @Test
  void everyTruncationIsRefused() throws IOException {
    byte[] whole = smallHistory();
    for (int length = 0; length < whole.length; length++) {
      HistoryFormatException refusal = refused(Arrays.copyOf(whole, length), "length=" + length);
      assertEquals(Problem.TRUNCATED, refusal.problem(), "length=" + length);
      assertEquals(length, refusal.offset(), "length=" + length);
    }
  }

  @Test
  void everyChangedByteIsRefused() throws IOException {
    byte[] whole = smallHistory();
    for (int at = 0; at < whole.length; at++) {
      for (int flip = 1; flip < 256; flip++) {
        byte[] changed = whole.clone();
        changed[at] ^= (byte) flip;
        refused(changed, "at=" + at + ", flip=" + flip);
      }
    }
  }

  @Test
  void namesWhatWasChanged() throws IOException {
    byte[] whole = smallHistory();
    byte[] magic = whole.clone();
    magic[0] = 'L';
    assertEquals(Problem.NOT_A_HISTORY, refused(magic, "magic").problem());
    byte[] version = whole.clone();
    version[HistoryFormat.VERSION_OFFSET] = 2;
    HistoryFormatException unsupported = refused(version, "version");
    assertEquals(
        "UNSUPPORTED_VERSION: version=2, supported=1 (offset=8)", unsupported.getMessage());
    byte[] payload = whole.clone();
    payload[HistoryFormat.HEADER_BYTES + HistoryFormat.PAYLOAD_OFFSET] ^= 1;
    HistoryFormatException mismatch = refused(payload, "payload");
    assertEquals(Problem.CRC_MISMATCH, mismatch.problem());
    assertEquals(HistoryFormat.HEADER_BYTES, mismatch.offset());
    assertEquals(
        Problem.NOT_A_HISTORY,
        refused("{\"throughput\": 1}".getBytes(StandardCharsets.UTF_8), "JSON").problem());
  }

  @Test
  void aMissingOrRepeatedBlockIsRefused() throws IOException {
    byte[] whole = smallHistory();
    int second =
        HistoryFormat.HEADER_BYTES
            + HistoryFormat.PAYLOAD_OFFSET
            + HistoryFormat.getInt(whole, HistoryFormat.HEADER_BYTES + HistoryFormat.LENGTH_OFFSET);
    byte[] header = Arrays.copyOf(whole, HistoryFormat.HEADER_BYTES);
    byte[] first = Arrays.copyOfRange(whole, HistoryFormat.HEADER_BYTES, second);
    byte[] rest = Arrays.copyOfRange(whole, second, whole.length);

    HistoryFormatException missing = refused(join(header, rest), "missing");
    assertEquals(Problem.COUNT_MISMATCH, missing.problem());
    assertTrue(missing.getMessage().contains("transactions=2, recorded=3"), missing.getMessage());
    assertEquals(
        Problem.COUNT_MISMATCH, refused(join(header, first, first, rest), "repeated").problem());
    assertEquals(Problem.MALFORMED, refused(join(whole, first), "after the end").problem());
  }

  /** Payloads with a correct CRC but invalid content. Each payload is in hexadecimal. */
  @ParameterizedTest
  @CsvSource({
    "00,unknown kind of record",
    "04,unknown kind of record",
    "02,an end without a transaction",
    "01020200,a block ends within a transaction",
    "0100000001,a transaction begins within another",
    "410000,unknown flags",
    "0100,a block ends within a number",
    "01ffffffffffffffffffff00,a number has more than 10 bytes",
    "0100000008,unknown table",
    "08,an access without a transaction",
    "0300,invalid table name",
    "038101,invalid table name",
    "130161,invalid table name",
    "0301ffff7f,invalid character in a table name",
    "030161010000000900,invalid length of a key's id",
    "03016101000000098108,invalid length of a key's id",
    "030161010000000b00,unknown kind of record",
    "030161010000000800000102,a block ends within a digest",
    "010000feffffffffffffffff01ffffffffffffffffff0102,a transaction ends before it begins",
  })
  void aBlockWithoutMeaningIsRefused(String payload, String expected) throws IOException {
    HistoryFormatException refusal =
        refused(join(HistoryFormat.header(), block(payload, 1)), payload);
    assertEquals(Problem.MALFORMED, refusal.problem(), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
  }

  @Test
  void anUnknownBlockOrABadLengthIsRefused() throws IOException {
    HistoryFormatException kind =
        refused(join(HistoryFormat.header(), block("", 3)), "unknown kind of block");
    assertTrue(kind.getMessage().contains("unknown kind of block: kind=3"), kind.getMessage());
    for (int length : new int[] {-1, Integer.MIN_VALUE, HistoryFormat.MAX_BLOCK_BYTES}) {
      byte[] block = block("", 1);
      HistoryFormat.putInt(block, HistoryFormat.LENGTH_OFFSET, length);
      HistoryFormatException refusal =
          refused(join(HistoryFormat.header(), block), "length=" + length);
      assertEquals(Problem.MALFORMED, refusal.problem(), refusal.getMessage());
    }
    assertEquals(
        Problem.MALFORMED,
        refused(join(HistoryFormat.header(), block("0000", 2)), "a long end").problem());
  }

  @Test
  void randomPayloadsAreRefusedOrReadButNeverBreakTheReader() throws IOException {
    for (long seed = 1; seed <= 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] block = Arrays.copyOf(block("030161", 1), 20 + random.nextInt(60));
      for (int at = HistoryFormat.PAYLOAD_OFFSET + 3; at < block.length; at++) {
        block[at] = (byte) (random.nextBoolean() ? random.nextInt(16) : random.nextInt());
      }
      HistoryFormat.seal(block, block.length, HistoryFormat.TRANSACTIONS_BLOCK, 0);
      // The input has no END block, so the reader must reject it, at its end or earlier.
      refused(join(HistoryFormat.header(), block), "seed=" + seed);
    }
  }

  private static byte[] block(String payloadInHex, int kind) {
    byte[] payload = HexFormat.of().parseHex(payloadInHex);
    byte[] block = join(new byte[HistoryFormat.PAYLOAD_OFFSET], payload);
    HistoryFormat.seal(block, block.length, kind, 0);
    return block;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }
}

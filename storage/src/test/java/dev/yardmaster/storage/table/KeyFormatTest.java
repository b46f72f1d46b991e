package dev.yardmaster.storage.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFormatTest {

  private static final int EFFORT = Integer.getInteger("tests.effort", 1);

  /** The units where the length of the encoding or the class of the character changes. */
  private static final char[] UNITS = {
    0, 1, 2, 'a', 'b', 0x7F, 0x80, 0xFF, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF,
    0xE000, 0xFFFE, 0xFFFF
  };

  private static final long[] NUMBERS = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -256, -1, 0, 1, 255, 256, Long.MAX_VALUE
  };

  static Key randomKey(SplittableRandom random) {
    String table = randomText(random, 3);
    return switch (random.nextInt(4)) {
      case 0 ->
          Key.of(
              table,
              random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextLong());
      case 1 -> Key.of(table, randomText(random, 3));
      case 2 -> Key.of(table, randomBytes(random));
      default ->
          random.nextBoolean()
              ? Key.restored("yardmaster.outcomes", randomBytes(random))
              : Key.ofDefinition("t" + random.nextInt(20));
    };
  }

  private static String randomText(SplittableRandom random, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append(
          random.nextInt(8) == 0
              ? (char) random.nextInt(1 << 16)
              : UNITS[random.nextInt(UNITS.length)]);
    }
    return text.toString();
  }

  private static byte[] randomBytes(SplittableRandom random) {
    byte[] bytes = new byte[1 + random.nextInt(4)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextBoolean() ? random.nextInt(-1, 2) : random.nextInt());
    }
    return bytes;
  }

  @Test
  void theBytesAreOrderedLikeTheKeysAndGiveTheKeysBack() throws IOException {
    for (int seed = 0; seed < 20 * EFFORT; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Key> keys = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        keys.add(randomKey(random));
      }
      checkOrder(keys, "seed=" + seed);
      KeyFormat format = new KeyFormat();
      for (Key key : keys) {
        Key decoded = format.decode(KeyFormat.encode(key));
        assertEquals(key, decoded, "seed=" + seed);
        assertEquals(key.isReserved(), decoded.isReserved(), "seed=" + seed);
      }
    }
  }

  private static void checkOrder(List<Key> keys, String replay) {
    List<byte[]> encoded = keys.stream().map(KeyFormat::encode).toList();
    for (int i = 0; i < keys.size(); i++) {
      for (int j = 0; j < keys.size(); j++) {
        assertEquals(
            Integer.signum(keys.get(i).compareTo(keys.get(j))),
            Integer.signum(Arrays.compareUnsigned(encoded.get(i), encoded.get(j))),
            () -> replay);
      }
    }
  }

  @Test
  void everyUnitKeepsItsPlace() throws IOException {
    KeyFormat format = new KeyFormat();
    byte[] previous = KeyFormat.lowest();
    for (int unit = 0; unit <= Character.MAX_VALUE; unit++) {
      Key key = Key.of(String.valueOf((char) unit), 0);
      byte[] bytes = KeyFormat.encode(key);
      assertTrue(Arrays.compareUnsigned(previous, bytes) < 0, "unit=" + unit);
      assertEquals(key, format.decode(bytes), "unit=" + unit);
      previous = bytes;
    }
    assertTrue(Arrays.compareUnsigned(previous, KeyFormat.end()) < 0);
  }

  @Test
  void theEndOfATableIsAboveItsKeysAndBelowTheNextTable() {
    String longest = "t".repeat(Key.MAX_TABLE_LENGTH);
    for (String table : List.of("t", "tt", longest, "\uFFFF")) {
      Key end = Scan.forward(Key.of(table, 0), null, 1).to();
      checkOrder(
          List.of(
              Key.of(table, Long.MIN_VALUE),
              Key.of(table, new byte[] {-1, -1}),
              end,
              Key.of(table.length() < Key.MAX_TABLE_LENGTH ? table + '\1' : "u", 0)),
          "table=" + table);
    }
  }

  @Test
  void theBoundsSurroundAllEntriesAndLeaveOutTheState() {
    Key lowest = Key.of("\0", Long.MIN_VALUE);
    assertTrue(Arrays.compareUnsigned(KeyFormat.state(), KeyFormat.lowest()) < 0);
    assertTrue(Arrays.compareUnsigned(KeyFormat.lowest(), KeyFormat.encode(lowest)) < 0);
  }

  @Test
  void theLayoutIsThatOfEarlierReleases() {
    assertArrayEquals(hex("61 00 00 00 80 00 00 00 00 00 00 07"), encode(Key.of("a", 7)));
    assertArrayEquals(hex("61 00 00 00 7f ff ff ff ff ff ff ff"), encode(Key.of("a", -1)));
    assertArrayEquals(
        hex("00 01 c3 a9 ed a0 80 00 00 01 c3 a9"), encode(Key.of("\0\u00e9\ud800", "\u00e9")));
    assertArrayEquals(hex("62 00 00 02 00 ff"), encode(Key.of("b", new byte[] {0, -1})));
    assertArrayEquals(hex("00 00"), KeyFormat.state());
  }

  private static byte[] encode(Key key) {
    return KeyFormat.encode(key);
  }

  private static byte[] hex(String text) {
    return HexFormat.ofDelimiter(" ").parseHex(text);
  }

  @Test
  void successiveKeysOfATableShareItsName() throws IOException {
    KeyFormat format = new KeyFormat();
    Key first = format.decode(encode(Key.of("table", 1)));
    assertSame(first.table(), format.decode(encode(Key.of("table", "x"))).table());
    assertNotSame(first.table(), format.decode(encode(Key.of("tabl", 1))).table());
    assertEquals("tablee", format.decode(encode(Key.of("tablee", 1))).table());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00 00", // the state
        "00 00 00 80 00 00 00 00 00 00 07", // an empty name
        "61", // no end of the name
        "61 00", // half an end
        "61 00 00", // no kind
        "61 00 02 00 00 00 80 00 00 00 00 00 00 07", // neither a character 0 nor an end
        "80 00 00 00 80 00 00 00 00 00 00 07", // a later byte of a character
        "f0 80 80 00 00 00 80 00 00 00 00 00 00 07", // a lead of four bytes
        "c3 29 00 00 00 80 00 00 00 00 00 00 07", // a second byte that is none
        "e3 80 00 00 00 80 00 00 00 00 00 00 07", // a third byte that is none
        "61 00 00 03 61", // no such kind
        "61 00 00 ff 61", // no such kind
        "61 00 00 00 80 00 00 00 00 00 00", // a number of 7 bytes
        "61 00 00 00 80 00 00 00 00 00 00 07 00", // a number of 9 bytes
        "61 00 00 01", // an empty text
        "79 61 72 64 6d 61 73 74 65 72 2e 78 00 00 02 00" // a reserved table that is not in use
      })
  void otherBytesAreRefused(String text) {
    IOException refused = assertThrows(IOException.class, () -> new KeyFormat().decode(hex(text)));
    String shown = "0x" + text.replace(" ", "");
    assertEquals("these bytes are not a key: " + shown, refused.getMessage());
  }
}

package dev.yardmaster.api.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeyTupleTest {

  private static final String TABLE = "orders";

  private static ErrorCode codeOf(Runnable action) {
    return assertThrows(YardmasterException.class, action::run).code();
  }

  @Test
  void partsComeBack() {
    Instant time = Instant.parse("2026-02-03T04:05:06.789Z");
    UUID uuid = UUID.fromString("ffffffff-0000-4000-8000-000000000001");
    byte[] bytes = {0, -1, 0};
    KeyTuple tuple = KeyTuple.of("zwölf\0🙂", 17, -2.5, bytes, uuid, time);
    bytes[0] = 5;
    KeyTuple back = KeyTuple.of(tuple.key(TABLE));
    assertEquals(tuple, back);
    assertEquals(tuple.hashCode(), back.hashCode());
    assertEquals(6, back.size());
    assertEquals("zwölf\0🙂", back.part(0, String.class));
    assertEquals(17L, back.part(1, Long.class));
    assertEquals(-2.5, back.part(2, Double.class));
    assertArrayEquals(new byte[] {0, -1, 0}, back.part(3, byte[].class));
    assertEquals(uuid, back.part(4, UUID.class));
    assertEquals(time, back.part(5, Instant.class));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> back.part(0, Long.class)));
    assertEquals("(\"ada\", 17, 0x00ff)", KeyTuple.of("ada", 17, new byte[] {0, -1}).toString());
  }

  /** These bytes are in data directories, so they must not change. */
  @Test
  void theFormatStays() {
    KeyTuple tuple =
        KeyTuple.of(
            -1,
            1.5,
            -1.5,
            "a\0b",
            new byte[] {0, 1},
            new UUID(1, 2),
            Instant.ofEpochSecond(-1, 999_999_999));
    byte[] expected =
        HexFormat.of()
            .parseHex(
                ("10 7fffffffffffffff 20 bff8000000000000 20 4007ffffffffffff 30 6100ff62 00"
                        + " 40 00ff01 00 50 0000000000000001 0000000000000002"
                        + " 60 7fffffffffffffff 3b9ac9ff")
                    .replace(" ", ""));
    assertEquals(Key.of(TABLE, expected), tuple.key(TABLE));
  }

  @Test
  void badTuplesAreRefused() {
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> KeyTuple.of()));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> KeyTuple.of("a", null)));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> KeyTuple.of(1.5f)));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> KeyTuple.of("\ud800")));
    KeyTuple longest = KeyTuple.of("a".repeat(KeyTuple.MAX_BYTES - 2));
    assertEquals(Key.MAX_ID_BYTES, longest.end(TABLE).idLength());
    YardmasterException error =
        assertThrows(
            YardmasterException.class,
            () -> KeyTuple.of(1, "a".repeat(KeyTuple.MAX_BYTES - 2 - 9 + 1)));
    assertEquals("1024 bytes", error.details().get("length"));
  }

  @Test
  void otherKeysAreNoTuples() {
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> KeyTuple.of(Key.of(TABLE, 1))));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> KeyTuple.of(Key.of(TABLE, "a"))));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> KeyTuple.of(KeyTuple.of(1).end(TABLE))));
    Random random = new Random(3);
    byte[] sound = bytes(KeyTuple.of("a\0", 1, 2.5, new byte[] {0}, new UUID(1, 2), Instant.MAX));
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = Arrays.copyOf(sound, 1 + random.nextInt(sound.length));
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      Key key = Key.of(TABLE, changed);
      try {
        assertEquals(key, KeyTuple.of(key).key(TABLE));
      } catch (YardmasterException notATuple) {
        assertEquals(ErrorCode.BAD_KEY, notATuple.code());
      }
    }
  }

  private static byte[] bytes(KeyTuple tuple) {
    Key key = tuple.key(TABLE);
    byte[] bytes = new byte[key.idLength()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = key.idByte(i);
    }
    return bytes;
  }

  @Test
  void keysAreInTheOrderOfTheParts() {
    Random random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      Object[] one = parts(random);
      Object[] other = random.nextInt(3) == 0 ? changed(one, random) : parts(random);
      KeyTuple first = KeyTuple.of(one);
      KeyTuple second = KeyTuple.of(other);
      int expected = Integer.signum(compare(one, other));
      String pair = first + " and " + second + ", step " + i;
      assertEquals(expected, Integer.signum(first.compareTo(second)), pair);
      assertEquals(expected, Integer.signum(first.key(TABLE).compareTo(second.key(TABLE))), pair);
      assertEquals(first, KeyTuple.of(first.key(TABLE)), pair);
      Scan prefix = first.prefix(TABLE, 1);
      assertEquals(beginsWith(other, one), prefix.covers(second.key(TABLE)), pair);
    }
  }

  private static Object[] parts(Random random) {
    Object[] parts = new Object[1 + random.nextInt(3)];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = part(random);
    }
    return parts;
  }

  /** Returns the parts with another last part, or with one part more or less. */
  private static Object[] changed(Object[] parts, Random random) {
    int length = Math.max(1, parts.length - 1 + random.nextInt(3));
    Object[] changed = Arrays.copyOf(parts, length);
    changed[length - 1] = part(random);
    return changed;
  }

  private static Object part(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextBoolean() ? random.nextLong() : (long) random.nextInt(3) - 1;
      case 1 -> random.nextBoolean() ? Double.longBitsToDouble(random.nextLong()) : small(random);
      case 2 -> text(random);
      case 3 -> text(random).getBytes(StandardCharsets.UTF_8);
      case 4 -> new UUID(random.nextLong(), random.nextInt(3) - 1);
      default -> Instant.ofEpochSecond(random.nextInt(3) - 1, random.nextInt(3));
    };
  }

  private static double small(Random random) {
    double[] values = {0.0, -0.0, 1, -1, Double.NaN, Double.MIN_VALUE, Double.NEGATIVE_INFINITY};
    return values[random.nextInt(values.length)];
  }

  private static String text(Random random) {
    String[] letters = {"\0", "\1", "a", "b", "ÿ", "\uffff", "🙂"};
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(letters[random.nextInt(letters.length)]);
    }
    return text.toString();
  }

  /** Compares parts without their encoding. */
  private static int compare(Object[] one, Object[] other) {
    for (int i = 0; i < Math.min(one.length, other.length); i++) {
      int order = compare(one[i], other[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(one.length, other.length);
  }

  private static int compare(Object one, Object other) {
    if (one.getClass() != other.getClass()) {
      return Integer.compare(rank(one), rank(other));
    }
    if (one instanceof Long number) {
      return Long.compare(number, (Long) other);
    }
    if (one instanceof Double number) {
      return Double.compare(number, (Double) other);
    }
    if (one instanceof String text) {
      int[] points = text.codePoints().toArray();
      return Arrays.compare(points, ((String) other).codePoints().toArray());
    }
    if (one instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) other);
    }
    return one instanceof Instant time
        ? time.compareTo((Instant) other)
        : one.toString().compareTo(other.toString());
  }

  private static int rank(Object part) {
    if (part instanceof Long) {
      return 0;
    }
    if (part instanceof Double) {
      return 1;
    }
    if (part instanceof String) {
      return 2;
    }
    if (part instanceof byte[]) {
      return 3;
    }
    return part instanceof UUID ? 4 : 5;
  }

  private static boolean beginsWith(Object[] parts, Object[] first) {
    return parts.length >= first.length && compare(Arrays.copyOf(parts, first.length), first) == 0;
  }

  @Test
  void aPrefixDoesNotHaveLongerTexts() {
    Scan ada = KeyTuple.of("ada").prefix(TABLE, 10);
    assertTrue(ada.covers(KeyTuple.of("ada").key(TABLE)));
    assertTrue(ada.covers(KeyTuple.of("ada", Long.MAX_VALUE, "more").key(TABLE)));
    assertFalse(ada.covers(KeyTuple.of("adam", 1).key(TABLE)));
    assertFalse(ada.covers(KeyTuple.of("ada\0", 1).key(TABLE)));
  }
}

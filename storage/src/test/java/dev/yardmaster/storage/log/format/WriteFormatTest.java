package dev.yardmaster.storage.log.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.api.Key;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WriteFormatTest {

  private final WriteFormat format = new WriteFormat();
  private final TableNames tables = new TableNames();

  private Key roundTrip(Key key, byte[] value) {
    ByteBuffer bytes =
        ByteBuffer.allocate(WriteFormat.room(value == null ? 0 : value.length))
            .order(ByteOrder.LITTLE_ENDIAN);
    format.put(bytes, key, value);
    StoredWrite write = new StoredWrite(tables);
    assertEquals(bytes.position(), write.read(bytes.flip(), 0), key::toString);
    Key read = write.key();
    assertEquals(key, read);
    assertEquals(value == null, write.isDeletion());
    assertArrayEquals(value, write.value());
    return read;
  }

  @Test
  void everyKindOfKeyComesBack() {
    List<Key> keys =
        List.of(
            Key.of("accounts", Long.MIN_VALUE),
            Key.of("accounts", 17),
            Key.of("a", "text"),
            Key.of("a", "\u00fcml\u00e4ut \ud83d\ude80"),
            Key.of("b", new byte[] {0, -1, 127}),
            Key.of("t".repeat(Key.MAX_TABLE_LENGTH), "x".repeat(Key.MAX_ID_BYTES)),
            Key.of("\u00ff", 1),
            Key.of("\u0100\ud800", 1),
            Key.of("\u4e16".repeat(Key.MAX_TABLE_LENGTH), new byte[Key.MAX_ID_BYTES]));
    for (Key key : keys) {
      roundTrip(key, new byte[] {1, 2, 3});
      roundTrip(key, new byte[0]);
      roundTrip(key, null);
    }
  }

  @Test
  void keysOfATableShareItsName() {
    Key first = roundTrip(Key.of("accounts", 1), null);
    roundTrip(Key.of("accountz", 1), null);
    Key second = roundTrip(Key.of(new String("accounts".toCharArray()), 2), null);
    assertSame(first.table(), second.table());
  }

  /**
   * The second name's character may have two bytes, of which the lower one equals the first name's
   * character.
   */
  @Test
  void namesThatDifferInOneCharacterAreNotConfused() {
    for (int length = 1; length <= 17; length++) {
      for (int at = 0; at < length; at++) {
        for (char other : new char[] {'b', '\u0161'}) {
          String name = "a".repeat(length);
          String similar = name.substring(0, at) + other + name.substring(at + 1);
          for (String table : List.of(name, similar, name, similar + "a", name)) {
            roundTrip(Key.of(table, 1), null);
            roundTrip(Key.of(table, "x"), null);
          }
        }
      }
    }
  }

  @Test
  void randomWritesComeBack() {
    for (long seed = 1; seed <= 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      char[] table = new char[1 + random.nextInt(12)];
      for (int i = 0; i < table.length; i++) {
        table[i] = (char) random.nextInt(random.nextBoolean() ? 0x80 : 0x10000);
      }
      byte[] id = new byte[1 + random.nextInt(40)];
      random.nextBytes(id);
      byte[] value = random.nextInt(4) == 0 ? null : new byte[random.nextInt(300)];
      if (value != null) {
        random.nextBytes(value);
      }
      roundTrip(Key.of("x" + new String(table), id), value);
    }
  }
}

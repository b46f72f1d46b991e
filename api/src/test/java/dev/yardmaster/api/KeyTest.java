package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyTest {

  private static final List<Key> IN_ORDER =
      List.of(
          Key.of("a", Long.MIN_VALUE),
          Key.of("a", -1),
          Key.of("a", 0),
          Key.of("a", Long.MAX_VALUE),
          Key.of("a", "A"),
          Key.of("a", "AB"),
          Key.of("a", "é"),
          Key.of("a", new byte[] {0}),
          Key.of("a", new byte[] {0, 1}),
          Key.of("a", new byte[] {127}),
          Key.of("a", new byte[] {-1}),
          Key.of("b", -5));

  @Test
  void keysAreOrderedByTableKindAndId() {
    List<Key> shuffled = new ArrayList<>(IN_ORDER);
    Collections.shuffle(shuffled, new Random(1));
    Collections.sort(shuffled);
    assertEquals(IN_ORDER, shuffled);
  }

  @Test
  void orderAndHashAgreeWithEquality() {
    for (Key one : IN_ORDER) {
      for (Key other : IN_ORDER) {
        assertEquals(one.equals(other), one.compareTo(other) == 0, one + " " + other);
      }
    }
    assertEquals(Key.of("t", "x"), Key.of("t", "x"));
    assertEquals(Key.of("t", new byte[] {1}).hashCode(), Key.of("t", new byte[] {1}).hashCode());
    assertNotEquals(Key.of("t", 1), Key.of("t", "1"));
  }

  @Test
  void bytesAreCopied() {
    byte[] id = {1};
    Key key = Key.of("t", id);
    id[0] = 2;
    assertEquals(Key.of("t", new byte[] {1}), key);
  }

  @Test
  void keysReadWell() {
    assertEquals("checking/17", Key.of("checking", 17).toString());
    assertEquals("user/\"ann\"", Key.of("user", "ann").toString());
    assertEquals("blob/0x00ff", Key.of("blob", new byte[] {0, -1}).toString());
  }

  @Test
  void anErrorNamesTheValueAndTheLimit() {
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> Key.of("t", new byte[Key.MAX_ID_BYTES + 1]));
    assertEquals(ErrorCode.BAD_KEY, error.code());
    assertEquals(
        "BAD_KEY: a key's id has 1 to 1024 bytes (table=t, id=1025 bytes)", error.getMessage());
    assertEquals("1025 bytes", error.details().get("id"));
    assertTrue(Key.of("t", new byte[Key.MAX_ID_BYTES]).idLength() == Key.MAX_ID_BYTES);
  }

  @Test
  void optionsAreChecked() {
    TransactionOptions options = TransactionOptions.defaults();
    assertThrows(YardmasterException.class, () -> options.withMaxAttempts(0));
    assertThrows(YardmasterException.class, () -> options.withWeight(0));
    assertThrows(YardmasterException.class, () -> options.withTimeout(java.time.Duration.ZERO));
    assertThrows(YardmasterException.class, () -> options.withTimeout(null));
    assertEquals(7, options.withWeight(7).weight());
  }
}

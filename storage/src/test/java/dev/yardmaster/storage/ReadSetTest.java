package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.api.Key;
import org.junit.jupiter.api.Test;

class ReadSetTest {

  /** Returns a read set of {@code size} keys, each with distinct contents. */
  private static ReadSet filled(int size, int salt) {
    ReadSet reads = new ReadSet();
    for (int i = 0; i < size; i++) {
      int number = salt + i;
      reads.add(key(number), 10L * number);
      reads.found(i, new byte[] {(byte) number}, 100L * number, 1000L * number);
    }
    return reads;
  }

  private static Key key(int number) {
    return Key.of("t", number);
  }

  private static void assertFilled(int size, int salt, ReadSet reads) {
    assertEquals(size, reads.size());
    for (int i = 0; i < size; i++) {
      int number = salt + i;
      assertEquals(key(number), reads.key(i));
      assertEquals(10L * number, reads.fingerprint(i));
      assertEquals((byte) number, reads.value(i)[0]);
      assertEquals(100L * number, reads.version(i));
      assertEquals(1000L * number, reads.freshThrough(i));
    }
  }

  @Test
  void exchangesEverythingThatItHolds() {
    ReadSet small = filled(2, 1);
    ReadSet large = filled(20, 50);
    small.exchange(large);
    assertFilled(20, 50, small);
    assertFilled(2, 1, large);
    small.exchange(large);
    assertFilled(2, 1, small);
    assertFilled(20, 50, large);
  }

  @Test
  void afterAnExchangeEachIsClearedAndGrowsByItself() {
    ReadSet first = filled(2, 1);
    ReadSet second = filled(8, 50);
    first.exchange(second);
    second.clear();
    assertFilled(8, 50, first);
    first.add(key(7), 70);
    second.add(key(9), 90);
    assertEquals(9, first.size());
    assertEquals(1, second.size());
    assertEquals(key(9), second.key(0));
    assertSame(null, second.value(0));
  }

  @Test
  void findsAKeyWhereItIsLikelyOrElsewhere() {
    ReadSet reads = filled(3, 1);
    assertEquals(1, reads.find(key(2), 1), "the key must be found at the likely position");
    assertEquals(1, reads.find(key(2), 0), "at another place");
    assertEquals(
        1,
        reads.find(key(2), 3),
        "the key must be found if the likely position is beyond the last key");
    assertEquals(1, reads.find(key(2), 100), "beyond all room");
    assertEquals(-1, reads.find(key(9), 1));
  }

  @Test
  void doesNotFindWhatItHasForgotten() {
    ReadSet reads = filled(3, 1);
    reads.clear();
    reads.add(key(8), 80);
    assertEquals(-1, reads.find(key(2), 1));
    assertEquals(0, reads.find(key(8), 0));
  }
}

package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.api.Key;
import org.junit.jupiter.api.Test;

class WriteSetTest {

  /**
   * Returns a write set of {@code size} keys. Every second key is written, and the last written key
   * is deleted.
   */
  private static WriteSet filled(int size, int salt) {
    WriteSet writes = new WriteSet();
    for (int i = 0; i < size; i++) {
      int number = salt + i;
      writes.add(Key.of("t", number), 10L * number);
      if (i % 2 == 0) {
        writes.write(i, i + 2 < size ? new byte[] {(byte) number} : null);
      }
    }
    return writes;
  }

  private static void assertFilled(int size, int salt, WriteSet writes) {
    assertEquals(size, writes.size());
    assertEquals((size + 1) / 2, writes.writtenCount());
    for (int i = 0; i < size; i++) {
      int number = salt + i;
      assertEquals(Key.of("t", number), writes.key(i));
      assertEquals(10L * number, writes.fingerprint(i));
      assertEquals(i % 2 == 0, writes.isWritten(i));
      if (i % 2 == 0 && i + 2 < size) {
        assertEquals((byte) number, writes.value(i)[0]);
      } else {
        assertSame(null, writes.value(i));
      }
    }
  }

  @Test
  void exchangesEverythingThatItHolds() {
    WriteSet small = filled(3, 1);
    WriteSet large = filled(20, 50);
    small.exchange(large);
    assertFilled(20, 50, small);
    assertFilled(3, 1, large);
    small.exchange(large);
    assertFilled(3, 1, small);
    assertFilled(20, 50, large);
  }

  @Test
  void afterAnExchangeEachIsDiscardedAndGrowsByItself() {
    WriteSet first = filled(3, 1);
    WriteSet second = filled(8, 50);
    first.exchange(second);
    second.discardValues();
    assertEquals(0, second.writtenCount());
    assertFilled(8, 50, first);
    first.write(first.add(Key.of("t", 7), 70), new byte[] {7});
    assertEquals(5, first.writtenCount());
    assertEquals(3, second.size());
    assertEquals(0, second.writtenCount());
  }
}

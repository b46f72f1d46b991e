package dev.yardmaster.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests that equal values have equal digests, that different values have different digests, and
 * that only null has the digest of an absent value.
 */
class ValueDigestTest {

  @Test
  void onlyNullIsAbsent() {
    assertEquals(HistoryVisitor.ABSENT, ValueDigest.of(null));
    assertNotEquals(HistoryVisitor.ABSENT, ValueDigest.of(new byte[0]));
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      byte[] value = new byte[random.nextInt(30)];
      random.nextBytes(value);
      assertNotEquals(HistoryVisitor.ABSENT, ValueDigest.of(value));
      assertEquals(ValueDigest.of(value), ValueDigest.of(value.clone()));
    }
  }

  @Test
  void everyBitAndTheLengthCount() {
    for (int length = 0; length <= 40; length++) {
      byte[] value = new byte[length];
      Set<Integer> digests = new HashSet<>();
      digests.add(ValueDigest.of(value));
      digests.add(ValueDigest.of(new byte[length + 1]));
      for (int bit = 0; bit < 8 * length; bit++) {
        value[bit / 8] ^= (byte) (1 << bit % 8);
        digests.add(ValueDigest.of(value));
        value[bit / 8] ^= (byte) (1 << bit % 8);
      }
      assertEquals(8 * length + 2, digests.size(), "length=" + length);
    }
  }

  @Test
  void smallNumbersSpread() {
    int values = 1 << 16;
    Set<Integer> digests = new HashSet<>();
    byte[] value = new byte[8];
    for (int i = 0; i < values; i++) {
      value[6] = (byte) (i >>> 8);
      value[7] = (byte) i;
      digests.add(ValueDigest.of(value));
    }
    // Among 65,536 random 32-bit numbers, about 0.5 colliding pairs are expected: there are about
    // two billion pairs, and one pair in four billion collides.
    assertTrue(digests.size() >= values - 5, "distinct=" + digests.size());
  }
}

package dev.yardmaster.engine.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyRangesTest {

  private static final List<KeyRanges> EXTREMES =
      List.of(
          KeyRanges.ONE,
          new KeyRanges(0, 610, 16_384),
          new KeyRanges(-5, 1, 11),
          new KeyRanges(Long.MIN_VALUE, 1L << 62, 4),
          new KeyRanges(Long.MIN_VALUE, Long.MAX_VALUE, 3),
          new KeyRanges(Long.MAX_VALUE - 9, 3, 4),
          new KeyRanges(Long.MAX_VALUE, Long.MAX_VALUE, 1));

  /**
   * Computes the range of a key directly from the definition, with numbers that cannot overflow.
   */
  private static int expected(KeyRanges ranges, long key) {
    BigInteger above = BigInteger.valueOf(key).subtract(BigInteger.valueOf(ranges.lowest()));
    BigInteger range =
        above.signum() < 0
            ? BigInteger.ZERO
            : above.divide(BigInteger.valueOf(ranges.keysPerRange()));
    return range.min(BigInteger.valueOf(ranges.count() - 1L)).intValueExact();
  }

  private static void check(KeyRanges ranges, long key) {
    int range = ranges.rangeOf(key);
    assertEquals(expected(ranges, key), range, ranges + ", key=" + key);
    assertTrue(ranges.isFirst(range) || ranges.firstOf(range) <= key, ranges + ", key=" + key);
    assertTrue(ranges.isLast(range) || key < ranges.firstOf(range + 1), ranges + ", key=" + key);
  }

  @Test
  void everyKeyIsInTheRangeThatHasIt() {
    SplittableRandom random = new SplittableRandom(1);
    for (KeyRanges ranges : EXTREMES) {
      for (long key : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
        check(ranges, key);
      }
      for (int i = 0; i < 1_000; i++) {
        check(ranges, random.nextLong());
        long bound = ranges.firstOf(random.nextInt(ranges.count()));
        check(ranges, bound);
        check(ranges, Math.max(bound, Long.MIN_VALUE + 1) - 1);
      }
    }
  }

  @Test
  void dividesKeysEvenly() {
    assertEquals(new KeyRanges(0, 611, 16_384), KeyRanges.dividing(10_000_000, 16_384));
    assertEquals(new KeyRanges(0, 1, 10), KeyRanges.dividing(3, 10));
  }

  @Test
  void whatIsNoDivisionIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new KeyRanges(0, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new KeyRanges(0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new KeyRanges(1, Long.MAX_VALUE, 2));
    assertThrows(IllegalArgumentException.class, () -> new KeyRanges(0, 1L << 60, 1 << 30));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            TableDefinition.hashed("table", RowLayout.value(), 9)
                .dividedInto(new KeyRanges(0, 5, 2)));
  }
}

package dev.yardmaster.benchmarks.workload.tpce.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests how trades match with lots. */
class LotMatchingTest {

  @Test
  void aSaleTakesSharesOfLots() {
    LotMatching matching = new LotMatching();
    matching.begin(-300);
    assertTrue(matching.matches(500));
    assertFalse(matching.matches(0));
    assertFalse(matching.matches(-500));
    assertTrue(matching.offer(1, 100, 2_000));
    assertFalse(matching.offer(2, 400, 2_500));
    assertEquals(2, matching.lots());
    assertEquals(0, matching.after(0));
    assertEquals(400, matching.before(1));
    assertEquals(200, matching.after(1));
    assertEquals(0, matching.left());
    // The price of 100 shares rose from 20 to 30 dollars, and the price of 200 shares from 25 to
    // 30.
    assertEquals(100 * 1_000 + 200 * 500, matching.gainCents(true, 3_000));
  }

  @Test
  void aPurchaseCoversAShortPositionAndOpensALot() {
    LotMatching matching = new LotMatching();
    matching.begin(500);
    assertTrue(matching.matches(-200));
    assertTrue(matching.offer(1, -200, 3_000));
    assertEquals(0, matching.after(0));
    assertEquals(300, matching.left());
    assertEquals(200 * 1_000, matching.gainCents(false, 2_000));
  }

  /** Compares the result with the same trades in single shares, where each share is its own lot. */
  @Test
  void matchesAsSingleSharesWould() {
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<long[]> lots = new ArrayList<>();
      List<Long> shares = new ArrayList<>();
      int sign = 0;
      for (int step = 0; step < 50; step++) {
        String at = "seed " + seed + ", step " + step;
        long quantity = (random.nextBoolean() ? 1 : -1) * (1L + random.nextInt(8));
        long price = 1L + random.nextInt(100);
        LotMatching matching = new LotMatching();
        matching.begin(quantity);
        long gain = 0;
        long left = Math.abs(quantity);
        while (left > 0 && !shares.isEmpty() && Long.signum(quantity) == -sign) {
          long cost = shares.remove(0);
          gain += quantity < 0 ? price - cost : cost - price;
          left--;
        }
        if (left > 0) {
          sign = Long.signum(quantity);
          for (int i = 0; i < left; i++) {
            shares.add(price);
          }
        }
        long position = lots.stream().mapToLong(lot -> lot[0]).sum();
        boolean goesOn = matching.matches(position);
        for (int i = 0; goesOn && i < lots.size(); i++) {
          goesOn = matching.offer(i, lots.get(i)[0], lots.get(i)[1]);
        }
        assertEquals(gain, matching.gainCents(quantity < 0, price), at);
        for (int i = 0; i < matching.lots(); i++) {
          lots.get(i)[0] = matching.after(i);
        }
        lots.removeIf(lot -> lot[0] == 0);
        if (matching.left() != 0) {
          lots.add(new long[] {matching.left(), price});
        }
        long sum = lots.stream().mapToLong(lot -> lot[0]).sum();
        assertEquals((long) sign * shares.size(), sum, at);
      }
    }
  }
}

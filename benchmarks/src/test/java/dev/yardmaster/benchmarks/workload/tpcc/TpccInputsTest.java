package dev.yardmaster.benchmarks.workload.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import dev.yardmaster.benchmarks.workload.tpcc.calls.NewOrder;
import dev.yardmaster.benchmarks.workload.tpcc.random.LastNames;
import dev.yardmaster.benchmarks.workload.tpcc.random.NonUniformRandom;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.CrossWarehouses;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks that drawn inputs have the shares and ranges of the standard. */
class TpccInputsTest {

  private static final int DRAWN = 1 << 14;

  private static TpccSettings settings(TpccMix mix) {
    return TpccSettings.of(4, mix, 11);
  }

  @Test
  void theStandardMixHasItsShares() {
    int[] counts = new int[5];
    DrawnInputs drawn = TpccInputs.draw(settings(TpccMix.STANDARD), 2);
    for (int i = 0; i < DRAWN; i++) {
      counts[drawn.values()[drawn.next()]]++;
    }
    int[] percent = {45, 43, 4, 4, 4};
    for (int type = 0; type < percent.length; type++) {
      assertNear(percent[type] / 100.0, counts[type] / (double) DRAWN, "type " + type);
    }
  }

  private static void assertNear(double expected, double share, String what) {
    assertTrue(Math.abs(expected - share) < 0.02, what + ": share=" + share);
  }

  @Test
  void newOrdersAndPaymentsAreDrawnAsTheStandardSays() {
    TpccSettings settings = settings(TpccMix.NEW_ORDER_PAYMENT);
    DrawnInputs drawn = TpccInputs.draw(settings, 2);
    int[] values = drawn.values();
    int home = 3;
    int orders = 0;
    int rollbacks = 0;
    int lines = 0;
    int remoteLines = 0;
    int payments = 0;
    int remotePayments = 0;
    int byName = 0;
    for (int i = 0; i < DRAWN; i++) {
      int at = drawn.next();
      assertEquals(home, values[at + 1]);
      inRange(values[at + 2], 1, 10);
      if (values[at] == TpccMix.NEW_ORDER) {
        orders++;
        inRange(values[at + 3], 1, 3_000);
        int count = values[at + 4];
        inRange(count, 5, 15);
        for (int line = 0; line < count; line++) {
          int item = values[at + 5 + 3 * line];
          inRange(item, line == count - 1 ? 0 : 1, 100_000);
          rollbacks += item == NewOrder.NO_ITEM ? 1 : 0;
          inRange(values[at + 6 + 3 * line], 1, 4);
          remoteLines += values[at + 6 + 3 * line] == home ? 0 : 1;
          inRange(values[at + 7 + 3 * line], 1, 10);
          lines++;
        }
      } else {
        payments++;
        inRange(values[at + 3], 1, 4);
        inRange(values[at + 4], 1, 10);
        remotePayments += values[at + 3] == home ? 0 : 1;
        byName += values[at + 5] == 0 ? 1 : 0;
        inRange(values[at + 5], 0, 3_000);
        inRange(values[at + 6], 0, 999);
        inRange(values[at + 7], 100, 500_000);
      }
    }
    assertNear(0.01, rollbacks / (double) orders, "rollbacks");
    assertTrue(rollbacks > 0);
    assertNear(0.01, remoteLines / (double) lines, "remote lines");
    assertTrue(remoteLines > 0);
    assertNear(0.15, remotePayments / (double) payments, "remote payments");
    assertNear(0.60, byName / (double) payments, "payments by last name");
  }

  @Test
  void theMixOfTheRoccPaperHasItsShares() {
    TpccSettings settings = settings(TpccMix.ROCC).withScanLength(700);
    DrawnInputs drawn = TpccInputs.draw(settings, 2);
    int[] values = drawn.values();
    int[] counts = new int[6];
    int remoteOrders = 0;
    int remotePayments = 0;
    int overDistricts = 0;
    for (int i = 0; i < DRAWN; i++) {
      int at = drawn.next();
      counts[values[at]]++;
      assertEquals(3, values[at + 1], "the home");
      if (values[at] == TpccMix.NEW_ORDER) {
        int supplier = values[at + 6];
        for (int line = 1; line < values[at + 4]; line++) {
          assertEquals(
              supplier, values[at + 6 + 3 * line], "one warehouse supplies the whole order");
        }
        remoteOrders += supplier == 3 ? 0 : 1;
      } else if (values[at] == TpccMix.PAYMENT) {
        remotePayments += values[at + 3] == 3 ? 0 : 1;
      } else if (values[at] == TpccMix.TOP_SHOPPER) {
        long from = TpccKeys.customer(3, values[at + 2], values[at + 3]);
        long to = TpccKeys.customer(3, values[at + 4], values[at + 5]);
        assertEquals(700, to - from);
        assertTrue(from >= TpccKeys.customer(3, 1, 1) && to <= TpccKeys.customer(4, 1, 1));
        inRange(values[at + 6], 1, 10_000);
        overDistricts += values[at + 2] == values[at + 4] ? 0 : 1;
      }
    }
    int[] percent = {40, 40, 4, 4, 2, 10};
    for (int type = 0; type < percent.length; type++) {
      double share = percent[type] / 100.0;
      assertEquals(
          share,
          counts[type] / (double) DRAWN,
          4 * Math.sqrt(share * (1 - share) / DRAWN),
          "type " + type);
    }
    assertNear(0.15, remoteOrders / (double) counts[TpccMix.NEW_ORDER], "remote orders");
    assertNear(0.15, remotePayments / (double) counts[TpccMix.PAYMENT], "remote payments");
    assertTrue(overDistricts > 0, "some ranges must span several districts");
  }

  private static void inRange(int value, int least, int most) {
    assertTrue(least <= value && value <= most, () -> value + " in " + least + " to " + most);
  }

  /** Zipf's law with theta 1 over 4 warehouses has the shares 12, 6, 4 and 3 of 25. */
  @Test
  void aHomeWithASkewIsDrawnForEachTransaction() {
    TpccSettings settings = settings(TpccMix.STANDARD).withHomeTheta(1.0);
    DrawnInputs drawn = TpccInputs.draw(settings.withCross(new CrossWarehouses(4, 100)), 2);
    int[] values = drawn.values();
    int[] counts = new int[4];
    for (int i = 0; i < DRAWN; i++) {
      int at = drawn.next();
      int home = values[at + 1];
      counts[home - 1]++;
      if (values[at] == TpccMix.PAYMENT) {
        assertNotEquals(home, values[at + 3], "the customer's warehouse");
      } else if (values[at] == TpccMix.NEW_ORDER) {
        assertEquals(home, values[at + 6], "the supplier of the first line");
        assertNotEquals(home, values[at + 9], "the supplier of the second line");
      }
    }
    int[] shares = {12, 6, 4, 3};
    for (int warehouse = 0; warehouse < shares.length; warehouse++) {
      assertNear(shares[warehouse] / 25.0, counts[warehouse] / (double) DRAWN, "home " + warehouse);
    }
  }

  @Test
  void clientsDrawDifferently() {
    TpccSettings settings = settings(TpccMix.STANDARD);
    int[] first = TpccInputs.draw(settings, 0).values();
    int[] fifth = TpccInputs.draw(settings, 4).values();
    int same = 0;
    for (int i = 0; i < 1_000; i++) {
      same += first[i] == fifth[i] ? 1 : 0;
    }
    assertNotEquals(1_000, same);
  }

  @Test
  void nonUniformNumbersAreInTheirRangesAndNotUniform() {
    SplittableRandom random = new SplittableRandom(1);
    int[] counts = new int[3_001];
    for (int i = 0; i < 300_000; i++) {
      counts[NonUniformRandom.customer(random, 3_000)]++;
    }
    int most = 0;
    for (int i = 1; i <= 3_000; i++) {
      most = Math.max(most, counts[i]);
    }
    assertEquals(0, counts[0]);
    assertTrue(
        most > 300, "the most popular customer must be drawn far more than 100 times: " + most);
    int difference = NonUniformRandom.LAST_NAME_RUNNING - NonUniformRandom.LAST_NAME_LOADING;
    assertTrue(difference >= 65 && difference <= 119 && difference != 96 && difference != 112);
  }

  @Test
  void lastNamesAreSyllables() {
    assertEquals("PRICALLYOUGHT", new String(LastNames.of(371), StandardCharsets.US_ASCII));
    assertEquals("BARBARBAR", new String(LastNames.of(0), StandardCharsets.US_ASCII));
    assertEquals("EINGEINGEING", new String(LastNames.of(999), StandardCharsets.US_ASCII));
  }
}

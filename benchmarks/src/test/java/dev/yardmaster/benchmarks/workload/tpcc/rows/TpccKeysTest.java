package dev.yardmaster.benchmarks.workload.tpcc.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Checks that packed keys are ordered by their parts, and that the parts can be extracted again.
 */
class TpccKeysTest {

  @Test
  void keysAreOrderedByTheirParts() {
    SplittableRandom random = new SplittableRandom(5);
    int[] before = parts(random);
    for (int i = 0; i < 100_000; i++) {
      int[] next = parts(random);
      int compared = Integer.signum(Arrays.compare(before, next));
      String what = Arrays.toString(before) + " and " + Arrays.toString(next);
      assertEquals(compared, Long.signum(Long.compare(line(before), line(next))), what);
      assertEquals(
          Integer.signum(Arrays.compare(before, 0, 3, next, 0, 3)),
          Long.signum(Long.compare(order(before), order(next))),
          what);
      assertEquals(before[2], TpccKeys.orderOf(order(before)), what);
      assertEquals(before[2], TpccKeys.orderOfLine(line(before)), what);
      before = next;
    }
  }

  /** Draws warehouse, district, order and line from a few values, so that parts are often equal. */
  private static int[] parts(SplittableRandom random) {
    return new int[] {
      random.nextInt(2) == 0 ? 1 : TpccKeys.MAX_WAREHOUSE,
      1 + random.nextInt(10),
      random.nextInt(2) == 0 ? random.nextInt(4) : (1 << 28) - 1 - random.nextInt(3),
      1 + random.nextInt(15)
    };
  }

  private static long line(int[] parts) {
    return TpccKeys.orderLine(parts[0], parts[1], parts[2], parts[3]);
  }

  private static long order(int[] parts) {
    return TpccKeys.order(parts[0], parts[1], parts[2]);
  }

  @Test
  void rangesEndBeforeTheNextCustomerDistrictAndName() {
    int w = TpccKeys.MAX_WAREHOUSE;
    int c = TpccKeys.MAX_CUSTOMER;
    int lastOrder = (1 << 28) - 1;
    assertTrue(
        TpccKeys.customerOrder(w, 10, c, lastOrder) < TpccKeys.customerOrder(w, 10, c + 1, 0));
    assertTrue(TpccKeys.customerOrder(w, 9, c + 1, 0) <= TpccKeys.customerOrder(w, 10, 1, 1));
    assertTrue(TpccKeys.customerName(w, 9, 999, c) < TpccKeys.customerName(w, 9, 1_000, 0));
    assertTrue(TpccKeys.customerName(w, 9, 1_000, 0) <= TpccKeys.customerName(w, 10, 0, 1));
  }

  @Test
  void customersOfAWarehouseHaveKeysWithoutGaps() {
    long key = TpccKeys.customer(3, 1, 1);
    for (int district = 1; district <= 10; district++) {
      for (int customer = 1; customer <= TpccKeys.MAX_CUSTOMER; customer++) {
        assertEquals(key, TpccKeys.customer(3, district, customer));
        assertEquals(district, TpccKeys.districtOfCustomer(key));
        assertEquals(customer, TpccKeys.customerOf(key));
        key++;
      }
    }
    assertEquals(key, TpccKeys.customer(4, 1, 1));
    assertEquals(17, TpccKeys.customerOfName(TpccKeys.customerName(3, 2, 999, 17)));
  }

  @Test
  void historiesOfClientsAndOfLoadingDiffer() {
    long loaded = TpccKeys.loadedHistory(TpccKeys.MAX_WAREHOUSE, 10, TpccKeys.MAX_CUSTOMER);
    assertTrue(loaded < TpccKeys.history(0, 0));
    assertTrue(TpccKeys.history(254, (1L << 40) - 1) < TpccKeys.history(255, 0));
    assertTrue(TpccKeys.history(255, (1L << 40) - 1) > 0);
  }
}

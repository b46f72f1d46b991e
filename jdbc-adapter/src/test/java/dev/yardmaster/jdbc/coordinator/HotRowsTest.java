package dev.yardmaster.jdbc.coordinator;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HotRowsTest {
  private static final long NOW_NS = 5 * HotRows.PERIOD_NS;

  private final HotRows hot = new HotRows();

  private void count(int times, long row, long nowNs) {
    for (int i = 0; i < times; i++) {
      hot.count(row, nowNs);
    }
  }

  @Test
  void aRowIsHotFromTheThirdConflictOn() {
    count(HotRows.HOT - 1, 7, NOW_NS);
    assertFalse(hot.isHot(7, NOW_NS));
    count(1, 7, NOW_NS);
    assertTrue(hot.isHot(7, NOW_NS));
    assertFalse(hot.isHot(8, NOW_NS));
  }

  @Test
  void conflictsCountInTheirPeriodAndTheNext() {
    count(2, 7, NOW_NS);
    count(1, 7, NOW_NS + HotRows.PERIOD_NS);
    assertTrue(hot.isHot(7, NOW_NS + HotRows.PERIOD_NS));
    assertFalse(hot.isHot(7, NOW_NS + 2 * HotRows.PERIOD_NS), "only one conflict is left");
    count(5, 9, NOW_NS);
    assertTrue(hot.isHot(9, NOW_NS + HotRows.PERIOD_NS));
    assertFalse(hot.isHot(9, NOW_NS + 2 * HotRows.PERIOD_NS));
    assertFalse(hot.isHot(9, NOW_NS + 20 * HotRows.PERIOD_NS));
  }

  @Test
  void manyConflictsDoNotOverflowTheCounter() {
    count(70_000, 7, NOW_NS);
    assertTrue(hot.isHot(7, NOW_NS));
    assertTrue(hot.isHot(7, NOW_NS + HotRows.PERIOD_NS));
    assertFalse(hot.isHot(7, NOW_NS + 2 * HotRows.PERIOD_NS));
  }

  @Test
  void aClockMayBeNegative() {
    count(HotRows.HOT, 7, -NOW_NS);
    assertTrue(hot.isHot(7, -NOW_NS));
    assertFalse(hot.isHot(7, -NOW_NS + 3 * HotRows.PERIOD_NS));
  }
}

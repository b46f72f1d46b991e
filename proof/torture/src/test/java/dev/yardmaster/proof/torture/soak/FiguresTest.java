package dev.yardmaster.proof.torture.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests how much growth of a figure counts as a violation. */
class FiguresTest {

  private static final long MIB = 1 << 20;
  private static final Figures FIRST = new Figures(50 * MIB, 60 * MIB, 10 * MIB, 30, 20);

  @Test
  void growthWithinTheTolerancesIsAllowed() {
    assertEquals(
        Optional.empty(), new Figures(170 * MIB, 156 * MIB, 42 * MIB, 46, 24).growthSince(FIRST));
  }

  @Test
  void everyGrowthBeyondItsToleranceIsNamed() {
    String grown =
        new Figures(172 * MIB, 157 * MIB, 43 * MIB, 47, 25).growthSince(FIRST).orElseThrow();
    assertEquals(5, grown.split("; the (?!bound)").length, grown);
    assertTrue(grown.contains("the data has grown from 62,914,560 to 164,626,432 bytes"), grown);
  }

  @Test
  void heapCountsFromBelowTheEstimateOfTheData() {
    Figures now = new Figures(80 * MIB, 60 * MIB, 10 * MIB, 30, 20);
    assertTrue(
        now.growthSince(FIRST).orElseThrow().contains("the heap in use without data has grown"));
  }
}

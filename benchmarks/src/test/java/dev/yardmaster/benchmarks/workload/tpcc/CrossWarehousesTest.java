package dev.yardmaster.benchmarks.workload.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.benchmarks.workload.tpcc.schema.CrossWarehouses;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests transactions over two warehouses, the skew inside a warehouse, and loads that change. */
class CrossWarehousesTest {

  private static final int WAREHOUSES = 6;
  private static final int DRAWN = 1 << 12;

  private static TpccSettings settings(TpccMix mix) {
    return TpccSettings.of(WAREHOUSES, mix, 42).withDrawn(DRAWN);
  }

  /** Returns the warehouses that a drawn NewOrder or Payment accesses. */
  private static Set<Integer> warehouses(int[] values, int at) {
    Set<Integer> accessed = new TreeSet<>(List.of(values[at + 1]));
    if (values[at] == TpccMix.PAYMENT) {
      accessed.add(values[at + 3]);
    } else {
      for (int line = 0; line < values[at + 4]; line++) {
        accessed.add(values[at + 6 + 3 * line]);
      }
    }
    return accessed;
  }

  @ParameterizedTest
  @CsvSource({"0, 100", "4, 100", "4, 60", "4, 0", "6, 50"})
  void theFirstWarehousesHaveTransactionsOverTwo(int count, int percent) {
    TpccSettings settings =
        settings(TpccMix.NEW_ORDER_PAYMENT).withCross(new CrossWarehouses(count, percent));
    for (int client = 0; client < WAREHOUSES; client++) {
      int home = client + 1;
      DrawnInputs drawn = TpccInputs.draw(settings, client);
      TreeSet<Integer> all = new TreeSet<>();
      int cross = 0;
      for (int i = 0; i < DRAWN; i++) {
        Set<Integer> accessed = warehouses(drawn.values(), drawn.next());
        assertTrue(accessed.contains(home) && accessed.size() <= 2, home + ": " + accessed);
        cross += accessed.size() - 1;
        all.addAll(accessed);
      }
      String run = "home=" + home + ", cross=" + cross + ", " + all;
      assertEquals(home <= count ? percent / 100.0 : 0, (double) cross / DRAWN, 0.03, run);
      TreeSet<Integer> expected = new TreeSet<>(List.of(home));
      for (int other = 1; cross > 0 && other <= count; other++) {
        expected.add(other);
      }
      assertEquals(expected, all, run);
    }
  }

  @Test
  void halfOfTheLinesOfACrossOrderComeFromTheOtherWarehouse() {
    TpccSettings settings =
        settings(TpccMix.NEW_ORDER_PAYMENT).withCross(new CrossWarehouses(WAREHOUSES, 100));
    DrawnInputs drawn = TpccInputs.draw(settings, 0);
    int[] values = drawn.values();
    for (int i = 0; i < DRAWN; i++) {
      int at = drawn.next();
      if (values[at] == TpccMix.NEW_ORDER) {
        int remote = 0;
        for (int line = 0; line < values[at + 4]; line++) {
          remote += values[at + 6 + 3 * line] == 1 ? 0 : 1;
        }
        assertEquals(values[at + 4] / 2, remote);
      }
    }
  }

  /** Compares the share of the most popular customer and item with Zipf's law. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.9, 1.5})
  void numbersFollowZipfsLaw(double theta) {
    DrawnInputs drawn =
        TpccInputs.draw(settings(TpccMix.NEW_ORDER_PAYMENT).withItems(1_000).withTheta(theta), 0);
    int[] values = drawn.values();
    int[] customers = new int[3_001];
    int[] items = new int[1_001];
    int orders = 0;
    int lines = 0;
    for (int i = 0; i < DRAWN; i++) {
      int at = drawn.next();
      if (values[at] == TpccMix.NEW_ORDER) {
        orders++;
        customers[values[at + 3]]++;
        for (int line = 0; line < values[at + 4]; line++) {
          items[values[at + 5 + 3 * line]]++;
          lines++;
        }
      }
    }
    assertEquals(0, customers[0]);
    assertNear(1 / harmonic(3_000, theta), customers, orders);
    assertNear(1 / harmonic(1_000, theta), items, lines);
  }

  private static double harmonic(int n, double theta) {
    double sum = 0;
    for (int i = 1; i <= n; i++) {
      sum += Math.pow(i, -theta);
    }
    return sum;
  }

  /**
   * The greatest of several uniform shares exceeds their mean, so six standard deviations are
   * allowed.
   */
  private static void assertNear(double share, int[] counts, int all) {
    int most = 0;
    for (int i = 1; i < counts.length; i++) {
      most = Math.max(most, counts[i]);
    }
    assertEquals(share, (double) most / all, 6 * Math.sqrt(share / all), "most=" + most);
  }

  @Test
  void randomMixesAreFixedByTheirNumbersAndDiffer() {
    List<TpccMix> mixes = TpccMix.all();
    assertEquals(12, mixes.stream().map(TpccMix::name).distinct().count());
    assertEquals(
        12,
        mixes.stream()
            .map(mix -> mix.toString().substring(mix.name().length()))
            .collect(Collectors.toSet())
            .size());
    assertEquals(TpccMix.random(3), TpccMix.random(3));
    assertThrows(IllegalArgumentException.class, () -> TpccMix.random(0));
    assertThrows(IllegalArgumentException.class, () -> TpccMix.random(10));
    assertThrows(IllegalArgumentException.class, () -> new TpccMix("too much", 50, 50, 1, 0, 0, 0));
  }

  @Test
  void theSameSeedGivesTheSamePhases() {
    TpccSettings first = settings(TpccMix.STANDARD).withTheta(0.0);
    List<TpccSettings> phases = TpccRedraws.of(first, 50);
    assertEquals(phases, TpccRedraws.of(first, 50));
    assertEquals(TpccMix.STANDARD, phases.get(0).mix());
    assertNotEquals(phases.get(1), phases.get(2));
    TreeSet<String> mixes = new TreeSet<>();
    TreeSet<Integer> cross = new TreeSet<>();
    for (TpccSettings phase : phases.subList(1, 50)) {
      mixes.add(phase.mix().name());
      cross.add(phase.cross().count());
      assertTrue(List.of(0.0, 0.5, 1.0, 1.5).contains(phase.theta()), phase.toString());
      assertTrue(phase.cross().percent() >= 50, phase.toString());
    }
    assertEquals(10, mixes.size(), mixes.toString());
    assertEquals(new TreeSet<>(List.of(0, 2, 4, 6)), cross);
    assertThrows(IllegalArgumentException.class, () -> Tpcc.redrawn(first, 0));
    assertThrows(IllegalArgumentException.class, () -> Tpcc.redrawn(settings(TpccMix.ROCC), 2));
    assertThrows(
        IllegalArgumentException.class,
        () -> Tpcc.redrawn(TpccSettings.of(1, TpccMix.STANDARD, 42), 2));
  }

  @ParameterizedTest
  @CsvSource({"partcc, 1.5", "cormcc, 1.5", "cormcc, 0", "silo, 0.9", "no-wait, 0.9"})
  void theConsistencyConditionsHold(String protocol, double theta) throws Exception {
    TpccSettings settings =
        TpccSettings.of(4, TpccMix.STANDARD, 7)
            .scaledDown(3, 60, 200)
            .withCross(new CrossWarehouses(2, 80))
            .withTheta(theta);
    RunOnEngine run = new RunOnEngine(new Tpcc(settings), protocol, 4);
    run.runClients(800);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @ParameterizedTest
  @ValueSource(strings = {"partcc", "cormcc"})
  void theConsistencyConditionsHoldOverAllPhases(String protocol) throws Exception {
    int phases = 12;
    TpccSettings first = TpccSettings.of(4, TpccMix.STANDARD, 7).scaledDown(3, 60, 200);
    RunOnEngine run = new RunOnEngine(Tpcc.redrawn(first, phases), protocol, 4);
    for (int phase = 0; phase < phases; phase++) {
      for (int client = 0; client < 4; client++) {
        run.client(client).enter(phase);
      }
      run.runClients(100);
    }
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 50, cross-warehouses=1",
    "-1, 50, cross-warehouses=-1",
    "4, 101, cross-percent=101",
    "7, 50, cross-warehouses=7"
  })
  void valuesOutOfRangeAreNamed(int count, int percent, String named) {
    IllegalArgumentException wrong =
        assertThrows(
            IllegalArgumentException.class,
            () -> settings(TpccMix.STANDARD).withCross(new CrossWarehouses(count, percent)));
    assertTrue(wrong.getMessage().contains(named), wrong.getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 2.1, Double.NaN})
  void theSkewIsFromZeroToTwo(double theta) {
    assertThrows(IllegalArgumentException.class, () -> settings(TpccMix.STANDARD).withTheta(theta));
  }
}

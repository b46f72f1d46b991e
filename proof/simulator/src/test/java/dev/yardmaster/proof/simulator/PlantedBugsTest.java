package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.proof.simulator.scenario.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that each planted bug is caught within {@link #BOUND} seeds, and that a pipeline without
 * bugs passes the seed that catches the bug. With {@code -Dplanted.seeds=N}, the test prints for
 * each bug how many of N seeds catch it.
 */
class PlantedBugsTest {

  private static final int BOUND = 50;

  /**
   * The number of seeds to run for each bug; if it is 0, the test ends at the first seed that
   * catches the bug.
   */
  private static final int COUNTED_SEEDS = Integer.getInteger("planted.seeds", 0);

  @ParameterizedTest
  @EnumSource
  void isCaught(PlantedBug bug) {
    int begin = COUNTED_SEEDS > 0 ? 1 : bug.knownSeed();
    long first = 0;
    int caught = 0;
    String how = "";
    for (int tried = 0; tried < (first == 0 ? BOUND : COUNTED_SEEDS); tried++) {
      // All seeds from 1 to BOUND, and then those above.
      long seed = tried < BOUND ? 1 + (begin - 1 + tried) % BOUND : tried + 1;
      Scenario scenario = bug.scenario(seed);
      RunResult result = Simulation.run(scenario, bug::plant);
      if (!result.passed()) {
        caught++;
        if (first == 0) {
          first = seed;
          assertTrue(
              result.failures().stream()
                  .anyMatch(line -> line.matches("(?s).*" + bug.sign() + ".*")),
              bug.words() + ": caught for another reason: " + result.failures());
          how = result.failures().get(0).lines().findFirst().orElse("");
          assertTrue(
              Simulation.run(scenario).passed(), "a pipeline without bugs fails: seed=" + seed);
        }
      }
    }
    assertTrue(first > 0, bug.words() + ": not caught by seeds 1 to " + BOUND);
    if (COUNTED_SEEDS > 0) {
      System.out.printf(
          "| %s | %d | %d of %d | %s |%n", bug.words(), first, caught, COUNTED_SEEDS, how);
    }
  }
}

package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each planted bug is caught within a bounded number of seeds, all of which a correct pipeline
 * passes. Prints a line for each bug, in the form of the table in docs/results.
 */
class PlantedBugsTest {

  private static final int BOUND = 50;

  /** More seeds show how often a bug is caught. */
  private static final int SEEDS = Integer.getInteger("planted.seeds", BOUND);

  @ParameterizedTest
  @EnumSource
  void isCaught(PlantedBug bug) {
    long first = 0;
    int caught = 0;
    String how = "";
    for (long seed = 1; seed <= SEEDS; seed++) {
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
          assertTrue(Simulation.run(scenario).passed(), "a sound pipeline fails: seed=" + seed);
        }
      }
    }
    System.out.printf("| %s | %d | %d of %d | %s |%n", bug.words(), first, caught, SEEDS, how);
    assertTrue(
        first > 0 && first <= BOUND,
        bug.words() + ": caught first with seed " + first + ", the bound is " + BOUND);
  }
}

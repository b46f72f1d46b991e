package dev.yardmaster.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each planted bug is caught within a bounded number of seeds, where a sound pipeline passes. */
class PlantedBugsTest {

  private static final int SEEDS = 1_000;

  @ParameterizedTest
  @EnumSource
  void isCaught(PlantedBug bug) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Scenario scenario = Scenario.draw(seed);
      RunResult result = Simulation.run(scenario, bug::plant);
      if (!result.passed()) {
        assertTrue(Simulation.run(scenario).passed(), "a sound pipeline fails: seed=" + seed);
        System.out.println(
            "| "
                + bug.words()
                + " | "
                + seed
                + " | "
                + result.failures().get(0).lines().findFirst().orElse("")
                + " |");
        return;
      }
    }
    fail(bug.words() + ": not caught with seeds 1 to " + SEEDS);
  }
}

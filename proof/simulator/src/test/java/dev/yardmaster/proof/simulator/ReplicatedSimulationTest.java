package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs a cluster whose leaders are lost, with a scenario for each seed. */
class ReplicatedSimulationTest {

  private static final int EFFORT = Integer.getInteger("tests.effort", 1);

  /**
   * The number of seeds. The command {@code ./yardmaster simulate --replicated --seeds 1..10000}
   * runs more seeds.
   */
  private static final int SEEDS = EFFORT == 1 ? 40 : 60 * EFFORT;

  /** The number of seeds within which each planted bug is caught. */
  private static final int BOUND = 100;

  private static PlayedSeeds played;

  @BeforeAll
  static void play() throws InterruptedException {
    played = PlayedSeeds.play(SEEDS, Scenarios::drawReplicated, ReplicatedSimulation::run);
  }

  @AfterAll
  static void forget() {
    played = null;
  }

  @Test
  void everythingHoldsWhoeverLeads() {
    played.assertPassed();
  }

  @Test
  void aSeedIsReplayedByteForByte() {
    for (int seed = 1; seed <= (EFFORT == 1 ? 4 : 10 * EFFORT); seed++) {
      RunResult first = played.ofSeed(seed);
      RunResult second = ReplicatedSimulation.run(Scenarios.drawReplicated(seed));
      assertArrayEquals(first.history(), second.history(), "seed=" + seed);
      assertEquals(first.outcomes(), second.outcomes(), "seed=" + seed);
      assertEquals(first.elapsedNs(), second.elapsedNs(), "seed=" + seed);
    }
  }

  @Test
  void clientsMeetEveryKindOfOutcomeAndMembersCrash() {
    Map<String, Long> outcomes = new TreeMap<>();
    long crashes = 0;
    for (RunResult result : played.results()) {
      result.outcomes().forEach((kind, count) -> outcomes.merge(kind, count, Long::sum));
      crashes += result.crashes();
    }
    assertTrue(
        outcomes
            .keySet()
            .containsAll(
                Set.of(
                    "COMMITTED",
                    "USER",
                    "VALIDATION",
                    "LOGIC_FAILED",
                    "ID_ABORTED",
                    "EXPIRED_ID",
                    "OVERLOADED",
                    "CLOSED",
                    "UNKNOWN")),
        outcomes.toString());
    assertTrue(crashes > SEEDS / 3, "crashes: " + crashes);
  }

  @ParameterizedTest
  @EnumSource
  void isCaught(ReplicationBug bug) {
    for (int tried = 0; tried < BOUND; tried++) {
      long seed = 1L + (bug.knownSeed() - 1 + tried) % BOUND;
      Scenario scenario = bug.scenario(seed);
      RunResult result = ReplicatedSimulation.run(scenario, bug::plant);
      if (!result.passed()) {
        assertTrue(
            result.failures().stream().anyMatch(line -> line.matches("(?s).*" + bug.sign() + ".*")),
            bug.words() + ": caught for another reason: " + result.failures());
        assertTrue(
            ReplicatedSimulation.run(scenario).passed(), "a run without bugs fails: seed=" + seed);
        String how = result.failures().get(0).lines().findFirst().orElse("");
        System.out.printf("| %s | %d | %s |%n", bug.words(), seed, how);
        return;
      }
    }
    throw new AssertionError(bug.words() + ": not caught within " + BOUND + " seeds");
  }
}

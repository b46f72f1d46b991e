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
import org.junit.jupiter.params.provider.ValueSource;

/** Runs both ends of the protocol over a network with faults, with a scenario for each seed. */
class WireSimulationTest {

  private static final int EFFORT = Integer.getInteger("tests.effort", 1);

  /**
   * The number of seeds. The command {@code ./yardmaster simulate --wire --seeds 1..10000} runs
   * more seeds.
   */
  private static final int SEEDS = 30 * EFFORT;

  /** The number of seeds within which each planted bug is caught. */
  private static final int BOUND = 40;

  private static PlayedSeeds played;

  @BeforeAll
  static void play() throws InterruptedException {
    played = PlayedSeeds.play(SEEDS, Scenarios::drawWire, WireSimulation::run);
  }

  @AfterAll
  static void forget() {
    played = null;
  }

  @Test
  void everythingHoldsWhateverTheNetworkDoes() {
    played.assertPassed();
  }

  /**
   * Runs seeds that failed at some time in the past. Their runs contain rare events: a client stops
   * reading, so that the server must disconnect it; steps of interactive transactions are refused,
   * so that their logic runs again; a server's process ends after a connection is closed and before
   * its buffers are released; or a client opens snapshots while the server closes.
   */
  @ParameterizedTest
  @ValueSource(longs = {141, 686, 1889, 2365, 6594})
  void whatOnceFailedHolds(long seed) {
    RunResult result = WireSimulation.run(Scenarios.drawWire(seed));
    assertTrue(result.passed(), "seed=" + seed + " " + result.failures());
  }

  @Test
  void aSeedIsReplayedByteForByte() {
    for (int seed = 1; seed <= 5 * EFFORT; seed++) {
      RunResult first = played.ofSeed(seed);
      RunResult second = WireSimulation.run(Scenarios.drawWire(seed));
      assertArrayEquals(first.history(), second.history(), "seed=" + seed);
      assertEquals(first.outcomes(), second.outcomes(), "seed=" + seed);
      assertEquals(first.elapsedNs(), second.elapsedNs(), "seed=" + seed);
    }
  }

  @Test
  void clientsMeetEveryKindOfOutcomeAndOutliveTheService() {
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
                    "TIMEOUT",
                    "LOGIC_FAILED",
                    "ID_ABORTED",
                    "OVERLOADED",
                    "UNAVAILABLE",
                    "CLOSED",
                    "UNKNOWN")),
        outcomes.toString());
    assertTrue(crashes > SEEDS / 3, "crashes: " + crashes);
  }

  @ParameterizedTest
  @EnumSource
  void isCaught(WireBug bug) {
    for (long seed = 1; seed <= BOUND; seed++) {
      Scenario scenario = Scenarios.drawWire(seed);
      RunResult result = WireSimulation.run(scenario, SimulatedParts::new, bug.plant());
      if (!result.passed()) {
        assertTrue(
            result.failures().stream()
                .anyMatch(line -> line.matches("(?s).*(" + bug.sign() + ").*")),
            bug.words() + ": caught for another reason: " + result.failures());
        assertTrue(WireSimulation.run(scenario).passed(), "a run without bugs fails: seed=" + seed);
        String how = result.failures().get(0).lines().findFirst().orElse("");
        System.out.printf("| %s | %d | %s |%n", bug.words(), seed, how);
        return;
      }
    }
    throw new AssertionError(bug.words() + ": not caught within " + BOUND + " seeds");
  }
}

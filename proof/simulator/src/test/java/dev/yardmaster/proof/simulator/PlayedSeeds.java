package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.proof.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongFunction;

/** The results of the scenarios of the seeds from 1, which are run once for several tests. */
final class PlayedSeeds {

  private final int seeds;
  private final List<RunResult> results;

  private PlayedSeeds(int seeds, List<RunResult> results) {
    this.seeds = seeds;
    this.results = results;
  }

  /** Runs seeds on all processors, up to the first that fails. */
  static PlayedSeeds play(int seeds, LongFunction<Scenario> scenarios, Campaign.Player player)
      throws InterruptedException {
    NavigableMap<Long, RunResult> results = new ConcurrentSkipListMap<>();
    var unused =
        Campaign.run(
            1,
            seeds,
            Runtime.getRuntime().availableProcessors(),
            scenarios,
            scenario -> {
              RunResult result = player.play(scenario);
              results.put(scenario.seed(), result);
              return result;
            },
            totals -> {});
    return new PlayedSeeds(seeds, new ArrayList<>(results.values()));
  }

  /** Returns the results in the order of their seeds. */
  List<RunResult> results() {
    return results;
  }

  RunResult ofSeed(int seed) {
    return results.get(seed - 1);
  }

  void assertPassed() {
    for (RunResult result : results) {
      assertTrue(
          result.passed(), () -> "seed=" + result.scenario().seed() + " " + result.failures());
    }
    assertEquals(seeds, results.size());
  }
}

package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Runs random settings and workloads on real threads, and checks each run. */
class ThreadedRunTest {

  /** The number of seeds. The command {@code ./yardmaster fuzz --seeds 1..1000} runs more seeds. */
  private static final int SEEDS = 40 * Integer.getInteger("tests.effort", 1);

  @Test
  void everythingHoldsOnTheMachinesOwnSchedules() throws InterruptedException {
    Optional<RunResult> failed = Campaign.run(1, SEEDS, 1, ThreadedRun::run, totals -> {});
    failed.ifPresent(
        run -> assertTrue(run.passed(), "seed=" + run.scenario().seed() + " " + run.failures()));
  }
}

package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Random settings and workloads on real threads, each checked. */
class ThreadedRunTest {

  /** The long form is {@code ./yardmaster fuzz --seeds 1..1000}. */
  private static final int SEEDS = Integer.getInteger("fuzz.seeds", 100);

  @Test
  void everythingHoldsOnTheMachinesOwnSchedules() throws InterruptedException {
    Optional<RunResult> failed = Campaign.run(1, SEEDS, 1, ThreadedRun::run, totals -> {});
    failed.ifPresent(
        run -> assertTrue(run.passed(), "seed=" + run.scenario().seed() + " " + run.failures()));
  }
}

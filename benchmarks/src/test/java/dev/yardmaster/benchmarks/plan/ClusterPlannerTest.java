package dev.yardmaster.benchmarks.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.plan.ClusterPlan.Verdict;
import dev.yardmaster.benchmarks.plan.PlannedLoad.Mix;
import dev.yardmaster.benchmarks.plan.PlannedPart.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans clusters for small tables. */
class ClusterPlannerTest {

  private static final double HOP_NS = 50_000;
  private static final double WANTED = 0.7;
  private static final int SEEDS = 3 * Integer.getInteger("tests.effort", 1);

  private static PlannedLoad load(double rate, Mix mix, double skew, long seed) {
    return new PlannedLoad(rate, mix, 2_000, 3, 1, skew, seed);
  }

  private static ClusterPlan plan(PlannedLoad load, int cores) throws InterruptedException {
    return new ClusterPlanner(HOP_NS, cores, WANTED).plan(load);
  }

  @Test
  void equalLoadsHaveEqualPlans() throws InterruptedException {
    ClusterPlan plan = plan(load(100_000, Mix.SMALLBANK, 0.9, 1), 8);

    assertEquals(plan, plan(load(100_000, Mix.SMALLBANK, 0.9, 1), 8));
    assertNotEquals(plan.round(), plan(load(100_000, Mix.SMALLBANK, 0.9, 2), 8).round());
    assertEquals(List.of(), plan.round().findings());
  }

  @Test
  void aLowRateNeedsOneThread() throws InterruptedException {
    ClusterPlan plan = plan(load(5_000, Mix.ACCESSES, 0, 1), 1);

    assertTrue(plan.isEnough() && plan.isOneMachine(), plan::toString);
    assertEquals(1, plan.machines());
    assertEquals(1, plan.threads());
    assertEquals(5_000, plan.parts().get(0).rate(), 150);
    assertEquals("all parts", plan.fullFirst().text());
    assertTrue(plan.round().values().get(Latency.P99) > 0, plan::toString);
    assertEquals(List.of(), plan.round().findings());
  }

  @Test
  void chanceDoesNotMakeALowRateTooMuch() throws InterruptedException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      ClusterPlan plan = plan(load(20_000, Mix.ACCESSES, 0, seed), 4);

      assertTrue(plan.isEnough(), plan::toString);
      assertEquals(1, plan.threads());
    }
  }

  @Test
  void aHigherRateNeedsMoreThreadsOfOneMachine() throws InterruptedException {
    ClusterPlan plan = plan(load(400_000, Mix.SMALLBANK, 0, 1), 4);

    assertTrue(plan.isEnough() && plan.isOneMachine(), plan::toString);
    assertTrue(plan.threads() > 1 && plan.threads() <= 4, plan::toString);
    for (PlannedPart part : plan.parts()) {
      assertTrue(part.busy() <= WANTED, plan::toString);
    }
  }

  @Test
  void onSmallMachinesTheSameRateNeedsSeveralMachinesAndHops() throws InterruptedException {
    ClusterPlan plan = plan(load(500_000, Mix.MICRO, 0, 1), 3);

    assertTrue(plan.isEnough() && !plan.isOneMachine(), plan::toString);
    assertEquals(3, plan.machines());
    assertTrue(plan.threads(Kind.PROCESSORS) >= 2, plan::toString);
    // A read and a decision take two hops each.
    double p50Us = plan.round().values().get(Latency.P50);
    assertTrue(p50Us > 200 && p50Us < 300, plan::toString);
    for (PlannedPart part : plan.parts()) {
      assertTrue(part.busy() <= WANTED, plan::toString);
    }
  }

  @Test
  void longHopsDelayWithoutMakingTheLoadTooMuch() throws InterruptedException {
    ClusterPlan plan =
        new ClusterPlanner(10_000_000, 1, 0.1).plan(load(30_000, Mix.ACCESSES, 0, 1));

    assertTrue(plan.isEnough() && !plan.isOneMachine(), plan::toString);
    assertEquals(30_000, plan.parts().get(0).rate(), 1_500);
    double p50Us = plan.round().values().get(Latency.P50);
    assertTrue(p50Us > 40_000 && p50Us < 41_000, plan::toString);
  }

  @Test
  void theValidatorMayNeedMoreThreadsThanAMachineHas() throws InterruptedException {
    PlannedLoad load = new PlannedLoad(200_000, Mix.MICRO, 20_000, 3, 1, 0, 1);
    ClusterPlan plan = new ClusterPlanner(HOP_NS, 1, 0.19).plan(load);

    assertEquals(Verdict.VALIDATOR_CORES, plan.verdict(), plan::toString);
    assertTrue(plan.validatorThreads() > 1, plan::toString);
  }

  @Test
  void oneFinalValidationIsFull() throws InterruptedException {
    ClusterPlan plan = plan(load(4_000_000, Mix.MICRO, 0.9, 1), 8);

    assertEquals(Verdict.ONE_THREAD, plan.verdict(), plan::toString);
    assertEquals(List.of(Kind.FINAL_VALIDATION), plan.fullFirst().kinds());
    assertTrue(plan.fullFirst().fullAt() < 4_000_000, plan::toString);
  }
}

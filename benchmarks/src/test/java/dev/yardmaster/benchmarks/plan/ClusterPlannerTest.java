package dev.yardmaster.benchmarks.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.plan.PlannedLoad.Mix;
import dev.yardmaster.benchmarks.plan.PlannedPart.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans clusters for small tables. */
class ClusterPlannerTest {

  private static final double HOP_NS = 50_000;
  private static final double WANTED = 0.7;

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
  void aLowRateNeedsOneMachine() throws InterruptedException {
    ClusterPlan plan = plan(load(100_000, Mix.ACCESSES, 0, 1), 5);

    assertTrue(plan.isEnough() && plan.isOneMachine(), plan::toString);
    assertEquals(1, plan.machines());
    assertEquals(100_000, plan.parts().get(0).rate(), 3_000);
    assertEquals(Kind.PROCESSORS, plan.fullFirst().kind());
    assertTrue(plan.fullFirst().fullAt() > 100_000 / WANTED, plan::toString);
    assertEquals(List.of(), plan.round().findings());
  }

  @Test
  void onSmallMachinesTheSameRateNeedsSeveralMachinesAndHops() throws InterruptedException {
    ClusterPlan plan = plan(load(400_000, Mix.MICRO, 0, 1), 3);

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
  void oneFinalValidationIsFull() throws InterruptedException {
    ClusterPlan plan = plan(load(3_000_000, Mix.MICRO, 0.9, 1), 8);

    assertFalse(plan.isEnough(), plan::toString);
    assertEquals(Kind.FINAL_VALIDATION, plan.fullFirst().kind());
    assertTrue(plan.fullFirst().fullAt() < 3_000_000, plan::toString);
  }
}

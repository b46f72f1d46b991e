package dev.yardmaster.proof.simulator.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.proof.simulator.disk.DiskFault;
import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SplittableRandom;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests crashes in the middle of a task's step. */
class SchedulerTest {

  private final Scenario scenario = switching();
  private final Scheduler scheduler = new Scheduler(new SplittableRandom(1), scenario);
  private final SimulatedDisk disk =
      new SimulatedDisk(new SplittableRandom(2), scheduler::switchPoint);
  private CallerTask caller;

  private static Scenario switching() {
    for (long seed = 1; ; seed++) {
      Scenario scenario = Scenarios.draw(seed);
      if (scenario.switchPermille() > 50) {
        return scenario;
      }
    }
  }

  @AfterEach
  void endCaller() {
    if (caller != null) {
      caller.abandon();
    }
  }

  private static Agent agent(Runnable work) {
    return new Agent() {
      @Override
      public int doWork() {
        work.run();
        return 1;
      }

      @Override
      public String roleName() {
        return "agent";
      }
    };
  }

  private void force() {
    try {
      disk.forceNames();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SimulatedCrash stepUntilItCrashes() {
    return assertThrows(
        SimulatedCrash.class,
        () -> {
          for (int i = 0; i < 100_000; i++) {
            scheduler.step();
          }
        });
  }

  @Test
  void nothingGoesOnAfterACrashUntilItIsCleared() {
    int[] steps = new int[1];
    disk.plan(new DiskFault(10, DiskFault.Kind.CRASH));
    scheduler.add(new AgentTask(agent(this::force)));
    scheduler.add(new AgentTask(agent(() -> steps[0]++)));
    SimulatedCrash crash = stepUntilItCrashes();
    assertEquals(10, disk.operations());
    int before = steps[0];
    SimulatedCrash again = assertThrows(SimulatedCrash.class, scheduler::step);
    assertEquals(crash.getMessage(), again.getMessage());
    // A try-with-resources whose block and close throw may not get the same object twice.
    assertNotSame(crash, again);
    assertEquals(before, steps[0]);
    assertTrue(scheduler.isBroken());
    long crashedNs = scheduler.now();
    scheduler.clear();
    assertFalse(scheduler.isBroken());
    int[] stepsAfter = new int[1];
    scheduler.add(new AgentTask(agent(() -> stepsAfter[0]++)));
    for (int i = 0; i < 100; i++) {
      scheduler.step();
    }
    assertTrue(stepsAfter[0] > 0);
    assertEquals(before, steps[0]);
    assertTrue(scheduler.now() > crashedNs);
  }

  @Test
  void whoeverSwallowsACrashDoesNotGoFar() {
    boolean[] swallowed = new boolean[1];
    int[] looksAfter = new int[1];
    disk.plan(new DiskFault(50, DiskFault.Kind.CRASH));
    scheduler.add(
        new AgentTask(
            agent(
                () -> {
                  for (int i = 0; i < 100; i++) {
                    try {
                      scheduler.nanoTime();
                      looksAfter[0] += swallowed[0] ? 1 : 0;
                    } catch (SimulatedCrash crash) {
                      swallowed[0] = true;
                    }
                  }
                })));
    scheduler.add(new AgentTask(agent(this::force)));
    stepUntilItCrashes();
    assertTrue(swallowed[0]);
    assertEquals(0, looksAfter[0]);
  }

  @Test
  void aCrashOnACallersThreadIsOne() {
    disk.plan(new DiskFault(1, DiskFault.Kind.CRASH));
    caller = new CallerTask("caller", this::force);
    scheduler.add(caller);
    stepUntilItCrashes();
    assertTrue(caller.ended());
  }
}

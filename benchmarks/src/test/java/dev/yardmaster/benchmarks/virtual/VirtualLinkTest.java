package dev.yardmaster.benchmarks.virtual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import dev.yardmaster.reorder.Solver;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.IntSupplier;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;

/**
 * Checks that no agent receives a message earlier than the time of sending plus the message time,
 * for any order in which cores are simulated.
 */
class VirtualLinkTest {

  private static final int MESSAGES = 1_000;

  private record Named(String roleName, IntSupplier work) implements Agent {

    @Override
    public int doWork() {
      return work.getAsInt();
    }
  }

  @Test
  void comesAfterItWasSent() {
    VirtualCores cores = new VirtualCores(PipelineCosts.MEASURED);
    Queue<Double> link = new VirtualLink<>(cores, cores.handOverNs(), MESSAGES);
    List<Double> taken = new ArrayList<>();
    int[] sent = {0};
    Agent sender =
        new Named(
            "processor-0",
            () -> {
              cores.did(PipelineOperation.COMMIT, 1 + sent[0] % 7);
              return sent[0]++ < MESSAGES && link.offer(cores.settledNs()) ? 1 : 0;
            });
    Agent receiver =
        new Named(
            "storage-0",
            () -> {
              Double sentNs = link.poll();
              if (sentNs == null) {
                return 0;
              }
              taken.add(sentNs);
              assertTrue(cores.settledNs() >= sentNs + cores.handOverNs(), () -> "at " + sentNs);
              return 1;
            });
    cores.run(List.of(List.of(sender), List.of(receiver)), Solver.SORT);

    for (int i = 0; i < 20 * MESSAGES; i++) {
      cores.step();
    }

    assertEquals(MESSAGES, taken.size());
    assertEquals(taken.stream().sorted().toList(), taken);
  }

  @Test
  void wakesACoreWithAHighNumber() {
    VirtualCores cores = new VirtualCores(PipelineCosts.MEASURED);
    Queue<Integer> link = new VirtualLink<>(cores, cores.handOverNs(), 1);
    List<List<Agent>> schedule = new ArrayList<>();
    for (int core = 0; core < 70; core++) {
      int number = core;
      schedule.add(
          List.of(new Named("storage-" + core, () -> number == 66 && link.poll() != null ? 1 : 0)));
    }
    int[] cycles = {0};
    schedule.set(
        2,
        List.of(
            new Named(
                "processor-0",
                () -> {
                  cycles[0]++;
                  return 0;
                })));
    cores.run(schedule, Solver.SORT);
    for (int i = 0; i < 70; i++) {
      cores.step();
    }
    int before = cycles[0];
    link.offer(1);
    for (int i = 0; i < 2; i++) {
      cores.step();
    }

    assertEquals(before, cycles[0], "core 2 was woken instead of core 66");
  }
}

package dev.yardmaster.benchmarks.plan;

import dev.yardmaster.benchmarks.plan.PlannedPart.Kind;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.virtual.CoreLoad;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.virtual.VirtualLoad;
import dev.yardmaster.benchmarks.virtual.VirtualRun;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineNumbers;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.workloads.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Finds a cluster for a load, on virtual cores with one thread for each agent:
 *
 * <ol>
 *   <li>A run with one agent of each kind, at a low rate, gives the working time for each
 *       transaction, and so a first number of agents.
 *   <li>Runs at the planned rate follow. A part that is busier than wanted gets more agents, until
 *       there is no such part. Then parts that are less busy than they could be get fewer.
 * </ol>
 *
 * <p>Since one final validation orders all transactions, this part gets no second thread. If all
 * threads fit on one machine, the plan is one machine without hops. Equal arguments give equal
 * plans.
 *
 * @param hopNs time of a message between machines, in ns; its processor time is not counted
 * @param cores number of cores of a machine
 * @param wanted the largest share of the time in which a thread may have work
 */
public record ClusterPlanner(double hopNs, int cores, double wanted) {

  /**
   * The rate of the first run, in transactions per second. Agents that have little to do need more
   * time for each transaction, because their batches are small.
   */
  private static final double FIRST_RATE = 300_000;

  private static final int MOST_RUNS = 5;

  /** A final validation that is busier than this is full. */
  private static final double FULL = 0.97;

  /** The number of arrivals in a recorded interval. */
  private static final double RECORDED = 12_000;

  /** The shortest recorded interval, in virtual seconds; it has many batches. */
  private static final double LEAST_SECONDS = 0.003;

  /** The longest recorded interval, in virtual seconds; idle cores take time to simulate, too. */
  private static final double MOST_SECONDS = 0.1;

  /** The time in which storage installs a write that loads the data, with a margin, in ns. */
  private static final double INSTALLED_NS = 250;

  /** The hops of a transaction and its retries, for the number in flight. */
  private static final double HOPS = 16;

  /** The longest time in queues for which the number in flight suffices, in ns. */
  private static final double QUEUED_NS = 1_000_000;

  /** The share of the arrivals that ends in an interval if the load is not too much. */
  private static final double KEPT_UP = 0.95;

  /** The factor by which parts grow if the load is too much although no part is too busy. */
  private static final double GROWTH = 1.5;

  /** The number of cores that limits no layout. */
  private static final int MANY_CORES = 256;

  private static final double NS_PER_SECOND = 1e9;

  /** Plans a cluster. */
  public ClusterPlan plan(PlannedLoad load) throws InterruptedException {
    Workload workload = load.draw();
    Map<Kind, Integer> threads = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      threads.put(kind, 1);
    }
    double firstRate = Math.min(FIRST_RATE, load.rate());
    ClusterPlan first = run(load, workload, threads, 0, firstRate);
    for (PlannedPart part : first.parts()) {
      double busy = part.busy() * load.rate() / part.rate();
      threads.put(part.kind(), needed(part.kind(), 1, busy));
    }
    int sum = threads.values().stream().mapToInt(Integer::intValue).sum();
    if (sum <= cores) {
      ClusterPlan one = settle(load, workload, threads, 0);
      if (one.isEnough() && one.threads() <= cores) {
        return one;
      }
    }
    return settle(load, workload, threads, hopNs);
  }

  private ClusterPlan settle(
      PlannedLoad load, Workload workload, Map<Kind, Integer> first, double delayNs)
      throws InterruptedException {
    Map<Kind, Integer> threads = new EnumMap<>(first);
    ClusterPlan plan = run(load, workload, threads, delayNs, load.rate());
    for (int run = 1; run < MOST_RUNS && !plan.isEnough(); run++) {
      boolean isBusy = plan.parts().stream().anyMatch(part -> part.busy() > wanted);
      boolean othersAreBusy =
          plan.parts().stream()
              .anyMatch(part -> part.kind() != Kind.FINAL_VALIDATION && part.busy() > wanted);
      double validation = plan.busy(Kind.FINAL_VALIDATION);
      if (validation > FULL || (validation > wanted && !othersAreBusy)) {
        return plan;
      }
      for (PlannedPart part : plan.parts()) {
        double busy = isBusy ? part.busy() : GROWTH * wanted;
        if (busy > wanted) {
          threads.put(part.kind(), needed(part.kind(), part.threads(), busy));
        }
      }
      plan = run(load, workload, threads, delayNs, load.rate());
    }
    return plan.isEnough() ? shrink(plan, workload, delayNs) : plan;
  }

  /** Takes agents away from parts that would be idle enough with fewer of them. */
  private ClusterPlan shrink(ClusterPlan plan, Workload workload, double delayNs)
      throws InterruptedException {
    Map<Kind, Integer> fewer = new EnumMap<>(Kind.class);
    for (PlannedPart part : plan.parts()) {
      fewer.put(part.kind(), needed(part.kind(), part.threads(), part.busy()));
    }
    if (plan.parts().stream().allMatch(part -> fewer.get(part.kind()) == part.threads())) {
      return plan;
    }
    ClusterPlan smaller = run(plan.load(), workload, fewer, delayNs, plan.load().rate());
    return smaller.isEnough() ? smaller : plan;
  }

  private int needed(Kind kind, int threads, double busy) {
    int most = kind == Kind.FINAL_VALIDATION ? 1 : (int) PipelineNumbers.PROCESSORS.most();
    return (int) Math.max(1, Math.min(most, Math.ceil(threads * busy / wanted)));
  }

  private ClusterPlan run(
      PlannedLoad load, Workload workload, Map<Kind, Integer> threads, double delayNs, double rate)
      throws InterruptedException {
    long inFlight = Math.round(rate * (HOPS * delayNs + QUEUED_NS) / NS_PER_SECOND);
    long concurrency =
        Math.min(
            PipelineNumbers.CONCURRENCY.most(),
            Math.max(PipelineNumbers.CONCURRENCY.byDefault(), inFlight));
    PipelineConfig config =
        PipelineSide.parse("srvc+dedicated+repair")
            .configure(
                PipelineConfig.builder()
                    .tuned(false)
                    .seed(load.seed())
                    .threads(ThreadLayout.DEDICATED)
                    .processors(threads.get(Kind.PROCESSORS))
                    .storageWorkers(threads.get(Kind.STORAGE))
                    .preparers(threads.get(Kind.INTAKE))
                    .reorderWorkers(threads.get(Kind.REORDERING))
                    .concurrency((int) concurrency)
                    .hopNs(Math.round(delayNs))
                    .build())
            .onCores(MANY_CORES);
    double seconds = Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, RECORDED / rate));
    double installed =
        INSTALLED_NS * load.simulatedKeys() / threads.get(Kind.STORAGE) / NS_PER_SECOND;
    VirtualRun.Loaded loaded =
        new VirtualRun(
                config,
                clock -> workload,
                VirtualLoad.open(rate),
                PipelineCosts.MEASURED,
                seconds / 2 + installed,
                seconds,
                load.seed())
            .runLoaded();
    List<PlannedPart> parts = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      double busy =
          loaded.cores().stream()
              .filter(core -> kind.runs(core.agents().get(0)))
              .mapToDouble(CoreLoad::busy)
              .average()
              .orElseThrow();
      parts.add(new PlannedPart(kind, threads.get(kind), busy, loaded.endedPerSecond()));
    }
    boolean enough =
        rate == load.rate()
            && loaded.endedPerSecond() > KEPT_UP * rate
            && parts.stream().allMatch(part -> part.busy() <= wanted);
    return new ClusterPlan(load, cores, delayNs == 0, parts, loaded.round(), enough);
  }
}

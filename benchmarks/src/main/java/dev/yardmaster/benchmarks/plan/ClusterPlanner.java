package dev.yardmaster.benchmarks.plan;

import dev.yardmaster.benchmarks.plan.ClusterPlan.Verdict;
import dev.yardmaster.benchmarks.plan.PlannedPart.Kind;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.virtual.CoreLoad;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.virtual.VirtualLoad;
import dev.yardmaster.benchmarks.virtual.VirtualRun;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineNumbers;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.workloads.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Finds a cluster for a load, by runs on virtual cores:
 *
 * <ol>
 *   <li>For a low rate, one or two threads that run all agents may be sufficient ({@link
 *       ThreadLayout#SHARED}, {@link ThreadLayout#SPLIT}).
 *   <li>For a higher rate, a run with one thread for each agent shows the working time for each
 *       transaction. The first numbers of agents follow from this time.
 *   <li>Runs at the planned rate follow. A part that is busier than wanted gets more agents, until
 *       there is no such part. After that, parts that would not be too busy with fewer agents get
 *       fewer agents.
 * </ol>
 *
 * <p>The planner tries layouts with fewer threads first: one machine on which the validator's
 * agents share a thread ({@link ThreadLayout#SPREAD}), then one machine with a thread for each
 * agent, and then several machines. With several machines that have fewer than three cores, the
 * validator's agents also share a thread. The final validation orders all transactions, so it never
 * gets a second thread. Equal arguments give equal plans.
 *
 * @param hopNs time of a message between machines, in ns; the processor time of the message is not
 *     counted
 * @param cores number of cores of a machine
 * @param wanted the largest acceptable share of the time in which a thread has work
 */
public record ClusterPlanner(double hopNs, int cores, double wanted) {

  /**
   * The rate of the first run with a thread for each agent, in transactions per second. Agents that
   * have little to do need more time for each transaction, because their batches are small.
   */
  private static final double FIRST_RATE = 300_000;

  /** The rate above which one or two threads are never enough, in transactions per second. */
  private static final double MAX_RATE_OF_TWO_THREADS = 1_000_000;

  /** The maximum number of runs of a layout in which agents are added. */
  static final int MAX_RUNS = 5;

  /**
   * A part that cannot grow and is busier than this share is full. It slows down all other parts,
   * so their load at the planned rate is unknown.
   */
  private static final double FULL = 0.97;

  /** The number of arrivals in a recorded interval. */
  private static final double RECORDED = 12_000;

  /** The shortest recorded interval, in virtual seconds. It is long enough for many batches. */
  private static final double MIN_SECONDS = 0.003;

  /** The longest warm-up without hops, in virtual seconds. */
  private static final double MAX_WARM_UP = 0.05;

  /** In ns, the time that storage needs to install one write of the initial data, with a margin. */
  private static final double INSTALLED_NS = 250;

  /** The number of hops between machines that is assumed for a transaction and its retries. */
  private static final double HOPS = 16;

  /**
   * The time that a transaction may spend in queues, in ns. The number of transactions in flight is
   * sufficient for this time.
   */
  private static final double QUEUED_NS = 1_000_000;

  /**
   * The factor by which the parts get more agents if transactions end too slowly although no part
   * is too busy.
   */
  private static final double GROWTH = 1.5;

  /** A number of cores that is sufficient for every layout. */
  private static final int MANY_CORES = 256;

  /**
   * The number of cores of a machine from which each stage of the validator gets its own thread.
   */
  private static final int VALIDATOR_STAGES = 3;

  private static final int MAX_AGENTS = (int) PipelineNumbers.PROCESSORS.most();

  private static final double NS_PER_SECOND = 1e9;

  /** Plans a cluster. */
  public ClusterPlan plan(PlannedLoad load) throws InterruptedException {
    Workload workload = load.draw();
    Map<Kind, Integer> ones = agents(kind -> 1);
    if (load.rate() <= MAX_RATE_OF_TWO_THREADS) {
      for (ThreadLayout layout : List.of(ThreadLayout.SHARED, ThreadLayout.SPLIT)) {
        int threads = layout == ThreadLayout.SHARED ? 1 : 2;
        if (threads <= cores) {
          ClusterPlan few = new Trial(load, workload, layout, 0).run(ones, load.rate());
          if (few.isEnough()) {
            return few;
          }
        }
      }
    }
    double firstRate = Math.min(FIRST_RATE, load.rate());
    ClusterPlan first = new Trial(load, workload, ThreadLayout.DEDICATED, 0).run(ones, firstRate);
    Map<Kind, Integer> agents = new EnumMap<>(ones);
    for (PlannedPart part : first.parts()) {
      double busy = part.busy() * load.rate() / part.rate();
      part.kinds().forEach(kind -> agents.put(kind, needed(kind, 1, busy)));
    }
    Map<Kind, Integer> oneValidator =
        agents(kind -> PlannedPart.isData(kind) ? agents.getOrDefault(kind, 1) : 1);
    int data = agents.getOrDefault(Kind.PROCESSORS, 1) + agents.getOrDefault(Kind.STORAGE, 1);
    if (data + 1 <= cores) {
      ClusterPlan one = new Trial(load, workload, ThreadLayout.SPREAD, 0).settle(oneValidator);
      if (one.isEnough() && one.threads() <= cores) {
        return one;
      }
    }
    if (agents.values().stream().mapToInt(Integer::intValue).sum() <= cores) {
      ClusterPlan one = new Trial(load, workload, ThreadLayout.DEDICATED, 0).settle(agents);
      if (one.isEnough() && one.threads() <= cores) {
        return one;
      }
    }
    return cores < VALIDATOR_STAGES
        ? new Trial(load, workload, ThreadLayout.SPREAD, hopNs).settle(oneValidator)
        : new Trial(load, workload, ThreadLayout.DEDICATED, hopNs).settle(agents);
  }

  private static Map<Kind, Integer> agents(ToIntFunction<Kind> number) {
    Map<Kind, Integer> agents = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      agents.put(kind, number.applyAsInt(kind));
    }
    return agents;
  }

  private int needed(Kind kind, int threads, double busy) {
    int most = kind == Kind.FINAL_VALIDATION ? 1 : MAX_AGENTS;
    return (int) Math.max(1, Math.min(most, Math.ceil(threads * busy / wanted)));
  }

  /** The runs of a load in one layout. */
  private final class Trial {
    private final PlannedLoad load;
    private final Workload workload;
    private final ThreadLayout layout;
    private final double delayNs;

    Trial(PlannedLoad load, Workload workload, ThreadLayout layout, double delayNs) {
      this.load = load;
      this.workload = workload;
      this.layout = layout;
      this.delayNs = delayNs;
    }

    /** Adds agents until the cluster is sufficient, or reaches a limit. */
    ClusterPlan settle(Map<Kind, Integer> first) throws InterruptedException {
      Map<Kind, Integer> agents = new EnumMap<>(first);
      ClusterPlan plan = run(agents, load.rate());
      for (int run = 1; run < MAX_RUNS && canGrow(plan, agents); run++) {
        boolean isBusy = plan.verdict() != Verdict.BEHIND;
        for (PlannedPart part : plan.parts()) {
          double busy = isBusy ? part.busy() : GROWTH * wanted;
          if (part.canGrow() && busy > wanted) {
            Kind kind = part.kinds().get(0);
            agents.put(kind, needed(kind, part.threads(), busy));
          }
        }
        plan = run(agents, load.rate());
      }
      return plan.isEnough() ? shrink(plan, agents) : plan;
    }

    private boolean canGrow(ClusterPlan plan, Map<Kind, Integer> agents) {
      return switch (plan.verdict()) {
        case ENOUGH, ONE_THREAD, MOST_THREADS -> false;
        case BEHIND -> agents.values().stream().anyMatch(number -> number < MAX_AGENTS);
        case VALIDATOR_CORES, RUNS -> plan.parts().stream().anyMatch(this::isTooBusy);
      };
    }

    private boolean isTooBusy(PlannedPart part) {
      return part.busy() > wanted;
    }

    /** Removes agents from parts that would not be too busy with fewer agents. */
    private ClusterPlan shrink(ClusterPlan plan, Map<Kind, Integer> agents)
        throws InterruptedException {
      Map<Kind, Integer> fewer = new EnumMap<>(agents);
      for (PlannedPart part : plan.parts()) {
        if (part.canGrow()) {
          Kind kind = part.kinds().get(0);
          fewer.put(kind, needed(kind, part.threads(), part.busy()));
        }
      }
      if (fewer.equals(agents)) {
        return plan;
      }
      ClusterPlan smaller = run(fewer, load.rate());
      return smaller.isEnough() ? smaller : plan;
    }

    ClusterPlan run(Map<Kind, Integer> agents, double rate) throws InterruptedException {
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
                      .processors(agents.get(Kind.PROCESSORS))
                      .storageWorkers(agents.get(Kind.STORAGE))
                      .preparers(agents.get(Kind.INTAKE))
                      .reorderWorkers(agents.get(Kind.REORDERING))
                      .concurrency((int) concurrency)
                      .hopNs(Math.round(delayNs))
                      .build())
              .toBuilder()
              .threads(layout)
              // The window is open, because an adaptive window needs many round trips. With long
              // hops, these take longer than an interval.
              .window(Window.OPEN)
              .build()
              .onCores(MANY_CORES);
      double hopsSeconds = HOPS * delayNs / NS_PER_SECOND;
      double seconds = Math.max(MIN_SECONDS, RECORDED / rate) + hopsSeconds;
      double installed =
          INSTALLED_NS * load.simulatedKeys() / agents.get(Kind.STORAGE) / NS_PER_SECOND;
      VirtualRun.Loaded loaded =
          new VirtualRun(
                  config,
                  clock -> workload,
                  VirtualLoad.open(rate),
                  PipelineCosts.MEASURED,
                  Math.min(MAX_WARM_UP, seconds / 2) + hopsSeconds + installed,
                  seconds,
                  load.seed())
              .runLoaded();
      List<PlannedPart> parts = parts(loaded);
      return new ClusterPlan(
          load, cores, delayNs == 0, parts, loaded.round(), verdict(parts, loaded.keptUp()));
    }

    /** Combines all cores that run agents of the same kinds into one part. */
    private static List<PlannedPart> parts(VirtualRun.Loaded loaded) {
      Map<List<Kind>, List<CoreLoad>> cores = new LinkedHashMap<>();
      for (CoreLoad core : loaded.cores()) {
        List<Kind> kinds = core.agents().stream().map(Kind::of).distinct().sorted().toList();
        cores.computeIfAbsent(kinds, unused -> new ArrayList<>()).add(core);
      }
      List<PlannedPart> parts = new ArrayList<>();
      cores.forEach(
          (kinds, together) ->
              parts.add(
                  new PlannedPart(
                      kinds,
                      together.size(),
                      together.stream().mapToDouble(CoreLoad::busy).average().orElseThrow(),
                      loaded.endedPerSecond())));
      return parts;
    }

    private Verdict verdict(List<PlannedPart> parts, boolean keptUp) {
      List<PlannedPart> tooBusy = parts.stream().filter(this::isTooBusy).toList();
      List<PlannedPart> stuck = tooBusy.stream().filter(part -> !part.canGrow()).toList();
      // A full part slows down the other parts. Without the slowdown, these may need more threads,
      // too, so their numbers of threads say nothing.
      if (stuck.stream().anyMatch(part -> part.busy() > FULL)
          || (!stuck.isEmpty() && stuck.size() == tooBusy.size())) {
        return Verdict.ONE_THREAD;
      }
      if (tooBusy.stream().anyMatch(part -> part.canGrow() && part.threads() >= MAX_AGENTS)) {
        return Verdict.MOST_THREADS;
      }
      int validator =
          parts.stream().filter(part -> !part.isData()).mapToInt(PlannedPart::threads).sum();
      if (delayNs > 0 && validator > cores) {
        return Verdict.VALIDATOR_CORES;
      }
      if (!tooBusy.isEmpty()) {
        return Verdict.RUNS;
      }
      return keptUp ? Verdict.ENOUGH : Verdict.BEHIND;
    }
  }
}

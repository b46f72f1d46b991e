package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.benchmarks.load.ArrivalMetrics;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a workload on a pipeline on virtual cores. A run loads data, warms up, records an interval,
 * waits until all transactions have ended, and checks the workload's invariant. Equal settings give
 * equal figures.
 *
 * @param config the settings of the pipeline; {@link PipelineConfig#threads} determines the agents
 *     that share a core
 * @param workload makes the workload, given the clock of its transactions
 * @param warmUpSeconds length of the warm-up, in virtual seconds
 * @param seconds length of the recorded interval, in virtual seconds
 * @param seed seed of the arrivals of an open load
 */
public record VirtualRun(
    PipelineConfig config,
    Function<NanoClock, Workload> workload,
    VirtualLoad load,
    PipelineCosts costs,
    double warmUpSeconds,
    double seconds,
    long seed) {

  private static final double NS_PER_SECOND = 1e9;

  /**
   * The greatest growth of the number of transactions in flight in a recorded interval, as a share
   * of the arrivals.
   */
  private static final double MAX_GROWTH = 0.05;

  /**
   * The number of standard deviations by which the number of transactions in flight may grow by
   * chance.
   */
  private static final double DEVIATIONS = 3;

  /** The length, in seconds, of the intervals in which commits are counted. */
  public static final double TICK_SECONDS = 0.1;

  /**
   * The results of a run.
   *
   * @param cores the load of each core, in the order of the threads
   * @param endedPerSecond number of transactions that committed or were aborted by their logic, in
   *     a second of the recorded interval
   * @param keptUp whether the transactions ended about as fast as they began
   */
  public record Loaded(Round round, List<CoreLoad> cores, double endedPerSecond, boolean keptUp) {

    /** Copies the list. */
    public Loaded {
      cores = List.copyOf(cores);
    }
  }

  /** Runs the workload on the caller's thread. */
  public Round run() throws InterruptedException {
    return runLoaded().round();
  }

  /** Runs the workload on the caller's thread, and also returns the load of each core. */
  public Loaded runLoaded() throws InterruptedException {
    VirtualCores cores = new VirtualCores(costs);
    // The links delay the messages instead of the pipeline, so that a core need not check for
    // delayed messages every few microseconds.
    PipelineConfig onLinks = config.toBuilder().hopNs(0).build();
    VirtualParts parts = new VirtualParts(cores, config.hopNs());
    try (Pipeline pipeline = Pipeline.assemble(onLinks, parts, () -> {})) {
      List<List<Agent>> schedule = pipeline.schedule(config.threads());
      cores.run(schedule, config.solver());
      MeteredService service = new MeteredService(pipeline, cores);
      Workload run = workload.apply(cores);
      for (Procedure<?, ?> procedure : run.procedures()) {
        service.register(procedure);
      }
      new CallWindow(service.stepped(), 1).run(run.load(), loaded -> {});
      WorkloadRun account = run.begin(1);
      return play(pipeline, cores, schedule, service, account);
    }
  }

  private Loaded play(
      Pipeline pipeline,
      VirtualCores cores,
      List<List<Agent>> schedule,
      MeteredService service,
      WorkloadRun account)
      throws InterruptedException {
    VirtualClients clients = new VirtualClients(service, cores, account.client(0), load, seed);
    clients.start();
    double beganNs = until(cores, cores.settledNs() + warmUpSeconds * NS_PER_SECOND);
    PipelineCounters before = pipeline.counters();
    long committed = clients.committed();
    long refused = clients.refused();
    clients.record();
    double[] busyBefore = busyNs(cores);
    MetricValues ticks = new MetricValues();
    long atTick = committed;
    int count = (int) Math.round(seconds / TICK_SECONDS);
    for (int tick = 1; tick <= count; tick++) {
      account.enter((tick - 1) * account.phases() / count);
      until(cores, beganNs + tick * TICK_SECONDS * NS_PER_SECOND);
      ticks.put(Metric.tick(tick - 1), (clients.committed() - atTick) / TICK_SECONDS);
      atTick = clients.committed();
    }
    double endNs = until(cores, beganNs + seconds * NS_PER_SECOND);
    double[] busyAfter = busyNs(cores);
    clients.endRecording();
    double recorded = (endNs - beganNs) / NS_PER_SECOND;
    PipelineCounters counters = pipeline.counters().since(before);
    double commits = counters.committed();
    MetricValues values =
        new MetricValues()
            .put(Metric.COMMITTED, (clients.committed() - committed) / recorded)
            .put(PipelineRoundMetrics.ABORTS, counters.aborts() / commits)
            .put(ArrivalMetrics.REFUSED, (clients.refused() - refused) / recorded)
            .put(PipelineRoundMetrics.REPAIRS, counters.repaired() / commits)
            .put(PipelineRoundMetrics.REORDER_BUSY, counters.reorderBusyNs() / (endNs - beganNs))
            .put(
                PipelineRoundMetrics.FINAL_VALIDATION_BUSY,
                counters.finalValidationNs() / (endNs - beganNs))
            .putAll(ticks);
    clients.stop();
    while (!clients.allEnded()) {
      cores.step();
    }
    clients.requireNoFailure();
    // The latencies are read here, because transactions that began late in the interval have ended
    // only now.
    values.putAll(Latency.of(clients.latencyNs()));
    List<CoreLoad> loads = new ArrayList<>();
    for (int core = 0; core < busyAfter.length; core++) {
      loads.add(
          new CoreLoad(
              schedule.get(core).stream().map(Agent::roleName).toList(),
              (busyAfter[core] - busyBefore[core]) / (endNs - beganNs)));
    }
    return new Loaded(
        Round.of(values, account.brokenInvariant(service.stepped())),
        loads,
        clients.recordedEnds() / recorded,
        keptUp(clients));
  }

  /**
   * Returns whether the number of transactions in flight grew by at most a small share of the
   * arrivals plus a growth that chance explains. By chance, this number varies by about its square
   * root.
   */
  private static boolean keptUp(VirtualClients clients) {
    double growth = clients.recordedBegins() - (double) clients.recordedEnds();
    double chance = DEVIATIONS * Math.sqrt(2.0 * Math.max(1, clients.inFlightBefore()));
    return growth <= MAX_GROWTH * clients.recordedBegins() + chance;
  }

  private static double[] busyNs(VirtualCores cores) {
    return IntStream.range(0, cores.count()).mapToDouble(cores::busyNs).toArray();
  }

  private static double until(VirtualCores cores, double endNs) {
    double now = cores.step();
    while (now < endNs) {
      now = cores.step();
    }
    return now;
  }
}

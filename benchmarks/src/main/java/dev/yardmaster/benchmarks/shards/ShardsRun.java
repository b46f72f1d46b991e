package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.virtual.VirtualCores;
import dev.yardmaster.reorder.Solver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Runs a workload's transactions through a validator on virtual cores. Processors and storage are
 * unlimited. Equal settings give equal figures.
 *
 * @param validator the validator
 * @param transactions the transactions, which are repeated
 * @param outstanding number of transactions that are always in flight
 * @param hopNs time of a message between machines, in ns; the processor time of the message is not
 *     counted
 * @param warmUpSeconds length of the warm-up, in virtual seconds
 * @param seconds length of the recorded interval, in virtual seconds
 */
public record ShardsRun(
    ModeledValidator validator,
    DrawnAccesses transactions,
    int outstanding,
    double hopNs,
    PipelineCosts costs,
    double warmUpSeconds,
    double seconds) {

  /** The share of the transactions whose keys are in several shards. */
  public static final Metric CROSS_SHARD =
      Metric.fact("crossShardShare", "1", Metric.Shown.PERCENT);

  /** The mean number of requests in a batch. */
  public static final Metric BATCH_SIZE = Metric.fact("batchSize", "1", Metric.Shown.TWO);

  private static final double NS_PER_SECOND = 1e9;

  /** The mean share of the time in which a core of the intake has work. */
  public static final Metric INTAKE_BUSY = busy("intake");

  /** The mean share of the time in which a core that orders batches has work. */
  public static final Metric ORDERING_BUSY = busy("ordering");

  /** The share of the time in which the core that decides has work. */
  public static final Metric DECIDING_BUSY = busy("deciding");

  /** The mean share of the time in which the core of a shard has work. */
  public static final Metric SHARDS_BUSY = busy("shards");

  private static Metric busy(String part) {
    return Metric.fact(part + "Busy", "1", Metric.Shown.TWO);
  }

  /** Runs the transactions on the caller's thread. */
  public Round run() {
    VirtualCores cores = new VirtualCores(costs);
    ModeledValidator.Built built = validator.build(cores, hopNs, outstanding);
    ValidatorLoad load =
        new ValidatorLoad(
            cores,
            transactions.transactions(),
            hopNs,
            validator.isSharded(),
            built::submit,
            built::installed);
    built.answerTo(load::decided);
    cores.run(built.schedule(), Solver.OPTIMAL);
    cores.with(load);
    for (int i = 0; i < outstanding; i++) {
      // The beginnings of the transactions are spread over a round trip, as in the steady state.
      load.begin(built.transaction(i), 4 * hopNs * i / outstanding);
    }
    until(cores, warmUpSeconds * NS_PER_SECOND);
    long committed = load.committed();
    long aborted = load.aborted();
    long repaired = load.repaired();
    long batches = built.batches();
    load.latencyNs().reset();
    double[] busyNs = busyNs(cores);
    until(cores, (warmUpSeconds + seconds) * NS_PER_SECOND);
    double commits = load.committed() - committed;
    MetricValues values =
        new MetricValues()
            .put(Metric.COMMITTED, commits / seconds)
            .put(PipelineRoundMetrics.ABORTS, (load.aborted() - aborted) / commits)
            .put(PipelineRoundMetrics.REPAIRS, (load.repaired() - repaired) / commits)
            .put(
                CROSS_SHARD,
                transactions.crossShardShare(validator.partition(), validator.shards()))
            .put(BATCH_SIZE, (commits + load.aborted() - aborted) / (built.batches() - batches))
            .putAll(Latency.of(load.latencyNs()));
    double[] after = busyNs(cores);
    Map<Metric, String> shown = new LinkedHashMap<>();
    shown.put(INTAKE_BUSY, ModeledValidator.INTAKE);
    shown.put(ORDERING_BUSY, ModeledValidator.ORDERING);
    shown.put(DECIDING_BUSY, ModeledValidator.DECIDING);
    shown.put(SHARDS_BUSY, ModeledValidator.SHARDS);
    shown.forEach(
        (metric, part) ->
            IntStream.range(0, cores.count())
                .filter(core -> built.parts().get(core).equals(part))
                .mapToDouble(core -> (after[core] - busyNs[core]) / NS_PER_SECOND / seconds)
                .average()
                .ifPresent(busy -> values.put(metric, busy)));
    return Round.of(values, load.finding());
  }

  private static double[] busyNs(VirtualCores cores) {
    double[] busy = new double[cores.count()];
    for (int core = 0; core < busy.length; core++) {
      busy[core] = cores.busyNs(core);
    }
    return busy;
  }

  private static void until(VirtualCores cores, double endNs) {
    double now = cores.step();
    while (now < endNs) {
      now = cores.step();
    }
  }
}

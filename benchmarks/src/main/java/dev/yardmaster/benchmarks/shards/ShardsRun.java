package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.virtual.VirtualCores;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a workload's transactions through a validator on virtual cores, with as many processors and
 * as much storage as needed. Equal settings give equal figures.
 *
 * @param validator the validator
 * @param workload the transactions
 * @param outstanding number of transactions that are always in flight
 * @param hopNs time of a message between machines, in ns; its processor time is not counted
 * @param warmUpSeconds length of the warm-up, in virtual seconds
 * @param seconds length of the recorded interval, in virtual seconds
 */
public record ShardsRun(
    ModeledValidator validator,
    Workload workload,
    int outstanding,
    double hopNs,
    PipelineCosts costs,
    double warmUpSeconds,
    double seconds) {

  /** The share of the commits that ran again at the validator. */
  public static final Metric REPAIRS = Metric.per("repairsPerCommit");

  /** The number of aborted runs for each commit. */
  public static final Metric ABORTS = Metric.per("abortsPerCommit");

  /** The share of the transactions whose keys are in several shards. */
  public static final Metric CROSS_SHARD =
      Metric.fact("crossShardShare", "1", Metric.Shown.PERCENT);

  private static final int DRAWN = 1 << 16;
  private static final double NS_PER_SECOND = 1e9;

  /** Returns the metric for the share of the time that a part of the validator works. */
  public static Metric busy(String part) {
    return Metric.fact(part + "Busy", "1", Metric.Shown.TWO);
  }

  /** Runs on the caller's thread. */
  public Round run() {
    List<DeclaredAccesses> drawn = drawn(workload);
    VirtualCores cores = new VirtualCores(costs);
    ModeledValidator.Built built = validator.build(cores, hopNs, outstanding);
    ValidatorLoad load =
        new ValidatorLoad(
            cores, drawn, hopNs, validator.isSharded(), built::submit, built::installed);
    built.answerTo(load::decided);
    cores.run(built.schedule(), Solver.OPTIMAL);
    cores.with(load);
    for (int i = 0; i < outstanding; i++) {
      // The begins are spread over a round trip, as in a run that has gone on for some time.
      load.begin(built.transaction(i), 4 * hopNs * i / outstanding);
    }
    until(cores, warmUpSeconds * NS_PER_SECOND);
    long committed = load.committed();
    long aborted = load.aborted();
    long repaired = load.repaired();
    load.latencyNs().reset();
    double[] busyNs = busyNs(cores);
    until(cores, (warmUpSeconds + seconds) * NS_PER_SECOND);
    double commits = load.committed() - committed;
    MetricValues values =
        new MetricValues()
            .put(Metric.COMMITTED, commits / seconds)
            .put(ABORTS, (load.aborted() - aborted) / commits)
            .put(REPAIRS, (load.repaired() - repaired) / commits)
            .put(
                CROSS_SHARD,
                drawn.stream()
                    .filter(
                        each -> each.shards(validator.partition(), validator.shards()) > 1)
                    .count()
                    / (double) drawn.size())
            .putAll(Latency.of(load.latencyNs()));
    double[] after = busyNs(cores);
    for (int core = 0; core < cores.count(); core++) {
      values.put(
          busy(built.parts().get(core)), (after[core] - busyNs[core]) / NS_PER_SECOND / seconds);
    }
    return Round.of(values, java.util.Optional.empty());
  }

  private static double[] busyNs(VirtualCores cores) {
    double[] busy = new double[cores.count()];
    for (int core = 0; core < busy.length; core++) {
      busy[core] = cores.busyNs(core);
    }
    return busy;
  }

  private static List<DeclaredAccesses> drawn(Workload workload) {
    Fingerprints fingerprints = new Fingerprints(0x5DEECE66DL, 0x2545F4914F6CDD1DL);
    ClientStream stream = workload.begin(1).client(0);
    List<DeclaredAccesses> drawn = new ArrayList<>();
    for (int i = 0; i < DRAWN; i++) {
      drawn.add(DeclaredAccesses.of(stream.next(), fingerprints));
    }
    return drawn;
  }

  private static void until(VirtualCores cores, double endNs) {
    double now = cores.step();
    while (now < endNs) {
      now = cores.step();
    }
  }
}

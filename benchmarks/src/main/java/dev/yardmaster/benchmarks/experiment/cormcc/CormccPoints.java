package dev.yardmaster.benchmarks.experiment.cormcc;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.TrainedTree;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.experiment.DerivedPoint;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.EngineRuns;
import dev.yardmaster.benchmarks.experiment.Parallelism;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.tpcc.Tpcc;
import dev.yardmaster.benchmarks.workload.tpcc.schema.CrossWarehouses;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbPartitions;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes the points of the CormCC paper's figures at one scale. */
public final class CormccPoints {

  /** The side that measures the features of a load. A decision tree learns from these features. */
  static final String SILO = "silo";

  /** The side that chooses protocols by trials. */
  static final String MIXED = "cormcc";

  /**
   * The committed/s of a fixed mix of protocols, divided by the weighted mean of the committed/s of
   * the single protocols.
   */
  public static final Metric OVER_WEIGHTED_MEAN = Metric.ratio("overWeightedMean");

  /**
   * The committed/s while partitions switch from one protocol to another, divided by the
   * committed/s of the slower of these two protocols alone.
   */
  public static final Metric OVER_SLOWER = Metric.ratio("whileSwitchingOverSlower");

  /** Splits a label like {@code cormcc=silo>no-wait}. */
  private static final Pattern CHANGE = Pattern.compile("=|>+");

  /**
   * The length of an interval in which partitions switch, as a multiple of the usual length. The
   * time that long transactions need is added to it.
   */
  private static final double SWITCHING = 1.2;

  /**
   * The number of moments for the beginning of a switch of protocols: the start of a long
   * transaction, its middle, and shortly before its end.
   */
  private static final int SWITCHES_BEGIN = 3;

  private static final double NS_PER_MS = 1e6;

  /** The paper's number of partitions in Figure 15. */
  private static final int MAPPED = 32;

  private static final int RECORD_BYTES = 500;
  private static final int REQUESTS = 20;
  private static final int FIRST_REQUESTS = 15;
  private static final int READS = 80;
  private static final double HIGH_SKEW = 1.5;

  /** The warm-up of simulated workers under protocols that do not change, in virtual seconds. */
  private static final double SHORT_WARM_UP = 0.0005;

  private static final double LOADED_PER_SECOND = 700_000;
  private static final double CUSTOMERS_PER_SECOND = 30_000;
  private static final int DISTRICTS = 10;

  private final CormccScale scale;
  private final long seed;
  private final Parallelism simulated;

  CormccPoints(CormccScale scale, long seed) {
    this.scale = scale;
    this.seed = seed;
    simulated = new Parallelism(scale.partitions(), true);
  }

  /** Returns a point of YCSB with high skew. */
  Point ycsb(int cross, int readOnly, List<String> protocols) {
    EngineRuns runs = scale.rounds().simulated(false).runs(simulated, 1, seed);
    YcsbPartitions partitions = new YcsbPartitions(scale.partitions(), cross, 100, readOnly);
    Ycsb workload = new Ycsb(settings(READS, HIGH_SKEW, REQUESTS, runs).withPartitions(partitions));
    return point(
        workload.name() + " cross=" + cross + " readOnly=" + readOnly,
        workload,
        protocols,
        runs,
        ycsbLoadSeconds());
  }

  /**
   * Returns a point of TPC-C with its standard mix.
   *
   * @param theta skew inside a warehouse; null for the standard's non-uniform numbers
   */
  Point tpcc(int cross, Double theta, List<String> protocols) {
    EngineRuns runs = scale.rounds().simulated(false).runs(simulated, 1, seed);
    Tpcc workload = new Tpcc(tpccSettings(cross, theta, runs));
    return point(
        "tpcc cross=" + cross + (theta == null ? "" : " skew=" + theta),
        workload,
        protocols,
        runs,
        tpccLoadSeconds());
  }

  /**
   * Returns a point for training a decision tree: one load, measured under each protocol alone. The
   * side for Silo runs a mix that assigns Silo to all partitions, and samples the load's features.
   * The sampling costs no virtual time.
   */
  Point example(
      int reads, int requests, double theta, YcsbPartitions partitions, List<String> protocols) {
    EngineRuns runs =
        scale.rounds().simulated(false).runs(simulated, 1, seed).withWarmUp(SHORT_WARM_UP);
    Ycsb workload = new Ycsb(settings(reads, theta, requests, runs).withPartitions(partitions));
    SampledFeatures sampled = new SampledFeatures();
    List<ConfiguredSide> sides = new ArrayList<>();
    for (String protocol : protocols) {
      EngineSide side =
          protocol.equals(SILO) ? EngineSide.classified(sampled) : EngineSide.plain(protocol);
      sides.add(runs.side(protocol, side, workload, false));
    }
    String name =
        String.format(
            Locale.ROOT,
            "ycsb reads=%d requests=%d skew=%s cross=%d of %d%%",
            reads,
            requests,
            theta,
            partitions.cross(),
            partitions.crossPercent());
    return new DerivedPoint(
        runs.point(name, sides, ycsbLoadSeconds()),
        results -> results.with(SILO, repeat -> sampled.means()));
  }

  /** Returns a point of YCSB whose load changes. */
  EnginePoint changingYcsb(List<String> protocols) {
    EngineRuns runs = changing();
    YcsbSettings first =
        settings(READS, 0, FIRST_REQUESTS, runs)
            .withPartitions(new YcsbPartitions(scale.partitions(), 0, 100, 0));
    return runs.point(
        "ycsb changing", Ycsb.redrawn(first, scale.phases()), protocols, ycsbLoadSeconds());
  }

  /** Returns a point of TPC-C whose load changes. */
  EnginePoint changingTpcc(List<String> protocols) {
    EngineRuns runs = changing();
    return runs.point(
        "tpcc changing",
        Tpcc.redrawn(tpccSettings(0, 0.0, runs), scale.phases()),
        protocols,
        tpccLoadSeconds());
  }

  private EngineRuns changing() {
    double seconds = scale.phases() * scale.phaseTimes() * scale.rounds().virtualSeconds();
    return new EngineRuns(simulated, seconds, SHORT_WARM_UP, 1, seed);
  }

  /**
   * Returns a point that compares a fixed mix of protocols with each protocol of the mix alone,
   * with one thread.
   *
   * @param protocols the label of the mix, such as {@code cormcc=silo*10/partcc}, and then the
   *     labels of its protocols
   */
  Point oneThread(List<String> protocols) {
    EngineRuns runs = scale.rounds().runs(new Parallelism(1, false), 1, seed);
    Ycsb workload = new Ycsb(settings(50, 0, REQUESTS, runs)).hashedInto(MAPPED);
    return new DerivedPoint(
        runs.point(workload.name() + " hashed", workload, protocols, ycsbLoadSeconds()),
        results -> overWeightedMean(results, protocols.get(0)));
  }

  /**
   * Returns the results with an additional metric: the ratio of a fixed mix to the weighted mean of
   * its protocols alone.
   */
  static Results overWeightedMean(Results results, String mix) {
    return results.with(
        mix,
        repeat -> {
          double mean = 0;
          int left = MAPPED;
          for (String entry : mix.substring(MIXED.length() + 1).split("/", -1)) {
            String[] parts = entry.split("\\*", 2);
            int partitions = parts.length == 1 ? left : Integer.parseInt(parts[1]);
            mean += committed(results, parts[0], repeat) * partitions / MAPPED;
            left -= partitions;
          }
          return new MetricValues().put(OVER_WEIGHTED_MEAN, committed(results, mix, repeat) / mean);
        });
  }

  private static double committed(Results results, String side, int repeat) {
    return results.row(side).orElseThrow().value(Metric.COMMITTED, repeat);
  }

  /** Returns a point on threads with one protocol for all partitions. */
  Point threads(List<String> protocols) {
    Parallelism threads = scale.rounds().threaded();
    EngineRuns runs = scale.rounds().runs(threads, 1, seed);
    YcsbPartitions partitions = new YcsbPartitions(threads.workers(), 0, 100, 0);
    Ycsb workload = new Ycsb(settings(50, 0, REQUESTS, runs).withPartitions(partitions));
    return runs.point(workload.name() + " fixed", workload, protocols, ycsbLoadSeconds());
  }

  /**
   * Returns a point in which partitions switch protocols. Its ratio is the committed/s during the
   * switch, divided by the committed/s of the slower of the two protocols alone.
   *
   * @param longMs length of each transaction of the first worker, in virtual ms
   * @param changes labels like {@code cormcc=silo>no-wait}
   */
  Point switching(double longMs, List<String> changes) {
    EngineRuns runs =
        new EngineRuns(
            simulated,
            SWITCHING * scale.rounds().virtualSeconds() + 3e-3 * longMs,
            SHORT_WARM_UP,
            SWITCHES_BEGIN,
            seed);
    YcsbPartitions partitions = new YcsbPartitions(scale.partitions(), 0, 100, 0);
    Ycsb workload = new Ycsb(settings(50, 0, REQUESTS, runs).withPartitions(partitions));
    Set<String> all = new LinkedHashSet<>();
    changes.forEach(change -> all.addAll(List.of(CHANGE.split(change, -1)).subList(1, 3)));
    all.addAll(changes);
    return new DerivedPoint(
        runs.point(
            workload.name() + " long=" + longMs,
            all.stream()
                .map(
                    label ->
                        runs.side(label, EngineSide.parse(label), workload, false)
                            .withLongNs((long) (longMs * NS_PER_MS)))
                .toList(),
            ycsbLoadSeconds()),
        results -> overSlower(results, changes));
  }

  /**
   * Returns the results with an additional metric for each switch: the ratio of the committed/s
   * during the switch to the committed/s of the slower of the two protocols alone.
   */
  static Results overSlower(Results results, List<String> changes) {
    Results with = results;
    for (String change : changes) {
      String[] protocols = CHANGE.split(change, -1);
      with =
          with.with(
              change,
              repeat -> {
                double slower =
                    Math.min(
                        committed(results, protocols[1], repeat),
                        committed(results, protocols[2], repeat));
                double meanwhile =
                    results
                        .row(change)
                        .orElseThrow()
                        .value(EngineRoundMetrics.WHILE_SWITCHING, repeat);
                return new MetricValues().put(OVER_SLOWER, meanwhile / slower);
              });
    }
    return with;
  }

  private static boolean choosesProtocols(String label) {
    return label.equals(MIXED) || label.equals(TrainedTree.LABEL);
  }

  /**
   * Returns a point with a long warm-up for the sides that choose protocols themselves, and a short
   * warm-up for all other sides.
   */
  private static EnginePoint point(
      String name,
      RecordWorkload workload,
      List<String> protocols,
      EngineRuns runs,
      double loadSeconds) {
    EngineRuns plain = runs.withWarmUp(Math.min(SHORT_WARM_UP, runs.warmUpSeconds()));
    return plain.point(
        name,
        protocols.stream()
            .map(
                protocol ->
                    (choosesProtocols(protocol) ? runs : plain)
                        .side(protocol, EngineSide.parse(protocol), workload, false))
            .toList(),
        loadSeconds
            + (runs.roundSeconds() - plain.roundSeconds())
                * protocols.stream().filter(CormccPoints::choosesProtocols).count()
                / protocols.size());
  }

  private YcsbSettings settings(int reads, double theta, int requests, EngineRuns runs) {
    return YcsbSettings.of(scale.records(), YcsbMix.rmw(reads), theta, seed)
        .withRecordBytes(RECORD_BYTES)
        .withRequests(requests)
        .withDrawn(runs.drawn());
  }

  private TpccSettings tpccSettings(int cross, Double theta, EngineRuns runs) {
    return TpccSettings.of(scale.partitions(), TpccMix.STANDARD, seed)
        .withCustomers(scale.customers())
        .withItems(scale.items())
        .withCross(new CrossWarehouses(cross, 100))
        .withTheta(theta)
        .withDrawn(runs.drawn());
  }

  private double ycsbLoadSeconds() {
    return scale.records() / LOADED_PER_SECOND;
  }

  private double tpccLoadSeconds() {
    return scale.partitions() * DISTRICTS * scale.customers() / CUSTOMERS_PER_SECOND;
  }
}

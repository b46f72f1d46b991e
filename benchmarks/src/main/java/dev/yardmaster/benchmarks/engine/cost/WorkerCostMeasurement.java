package dev.yardmaster.benchmarks.engine.cost;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.load.CpuTime;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Spread;
import dev.yardmaster.benchmarks.virtual.CostFit;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.ycsb.RequestCounts;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Fits the costs of simulated workers to measurements on two threads, and compares the throughput
 * of two simulated workers with that of two threads. Decision 70 has the results.
 *
 * <p>The fit uses transactions without conflicts: several mixes and sizes under several protocols,
 * on keys without skew. For each transaction, the class counts the actions that cost a simulated
 * worker virtual time, and measures the processor time. The costs are those that fit the times of
 * all transactions best ({@link CostFit}). Only the cost of a change is not fitted, because {@code
 * CacheLineBenchmark} has measured it. After the fit, the class measures aborted attempts ({@link
 * AbortedAttempts}).
 *
 * <p>Throughput on threads is the number of commits in a second of processor time, multiplied by
 * the number of threads. Other programs on the machine therefore distort the throughput little. The
 * arguments of the main method are the number of records, the length of a record in bytes, the
 * number of rounds, and {@code fit} or {@code compare} for one of the two parts.
 */
public final class WorkerCostMeasurement {

  /** The protocols that are compared. */
  static final List<String> PROTOCOLS =
      List.of("no-wait", "wait-die", "wound-wait", "silo", "tictoc", "mocc", "plor", "plor-dwa");

  private static final List<YcsbMix> MIXES = List.of(YcsbMix.C, YcsbMix.A, YcsbMix.rmw(0));
  private static final List<Integer> REQUESTS = List.of(4, 16);
  private static final List<Double> SKEWS = List.of(0.0, 0.8, 0.99, 1.2);
  private static final RequestCounts BIMODAL = new RequestCounts(4, 16, 10);
  private static final CostScale FULL = new CostScale(300_000, 1_000, 0.25, 0.02, 5);

  private static final int COUNTED = 1_000;
  private static final int COUNTED_RECORDS = 10_000;
  private static final int PAIRS = 200_000;
  private static final int THREADS = 2;

  /**
   * The time of an atomic change of a word that no other thread uses, as measured by {@code
   * CacheLineBenchmark}.
   */
  private static final double CHANGE_NS = 2.5;

  private static final double NS_PER_SECOND = 1e9;

  private final CostScale scale;
  private final List<String> protocols;
  private final PrintStream out;

  WorkerCostMeasurement(CostScale scale, List<String> protocols, PrintStream out) {
    this.scale = scale;
    this.protocols = protocols;
    this.out = out;
  }

  /** Measures and prints everything. */
  public static void main(String[] args) throws InterruptedException {
    int records = args.length > 0 ? Integer.parseInt(args[0]) : FULL.records();
    int bytes = args.length > 1 ? Integer.parseInt(args[1]) : FULL.recordBytes();
    int repeats = args.length > 2 ? Integer.parseInt(args[2]) : FULL.repeats();
    CostScale scale = new CostScale(records, bytes, FULL.seconds(), FULL.virtualSeconds(), repeats);
    WorkerCostMeasurement measurement = new WorkerCostMeasurement(scale, PROTOCOLS, System.out);
    String part = args.length > 3 ? args[3] : "";
    if (!part.equals("compare")) {
      measurement.fit(PAIRS);
    }
    if (!part.equals("fit")) {
      measurement.compare();
    }
  }

  /**
   * Returns the number of each action in one transaction without conflicts, by the ordinal of the
   * {@link ChargedAction}.
   */
  static double[] counts(String protocol, YcsbMix mix, int requests) {
    CostScale small = new CostScale(COUNTED_RECORDS, 100, 0, 0, 1);
    Database database = new Database(Protocols.named(protocol, 2), 2);
    RecordRun run = small.workload(mix, 0, RequestCounts.of(requests), true).create(database);
    run.load(database.worker(1, new ThreadPace(System::nanoTime)).loader()::load, 0, 1);
    CountingPace pace = new CountingPace();
    Worker worker = database.worker(0, pace);
    RecordClient client = run.client(0);
    for (int i = 0; i < COUNTED; i++) {
      RecordCall call = client.next();
      pace.transaction();
      worker.run(call);
      client.ended(call, true);
    }
    double[] counts = pace.counts();
    for (int i = 0; i < counts.length; i++) {
      counts[i] /= COUNTED;
    }
    return counts;
  }

  /**
   * Fits and prints the costs.
   *
   * @param pairs number of pairs of attempts for the cost of an abort
   */
  void fit(int pairs) throws InterruptedException {
    List<double[]> fits = new ArrayList<>();
    List<double[]> aborts = new ArrayList<>();
    for (int repeat = 0; repeat <= scale.repeats(); repeat++) {
      double[] costs = fitOnce(repeat);
      double[] abortNs =
          AbortedAttempts.PROTOCOLS.stream()
              .mapToDouble(protocol -> abortNs(protocol, pairs, costs))
              .toArray();
      if (repeat > 0) { // The compiler's work falls into the first round, which does not count.
        fits.add(costs);
        aborts.add(abortNs);
      }
    }
    out.printf(
        Locale.ROOT,
        "fit to %d threads, %,d records of %,d bytes%n",
        THREADS,
        scale.records(),
        scale.recordBytes());
    for (ChargedAction action : ChargedAction.values()) {
      print(action.label(), nominalNs(action), column(fits, action.ordinal()));
    }
    for (int i = 0; i < AbortedAttempts.PROTOCOLS.size(); i++) {
      print(
          "abort, " + AbortedAttempts.PROTOCOLS.get(i),
          SimulatedCosts.inMemory().restartNs(),
          column(aborts, i));
    }
  }

  private static double[] column(List<double[]> rows, int index) {
    return rows.stream().mapToDouble(row -> row[index]).toArray();
  }

  private void print(String name, long nominalNs, double[] measuredNs) {
    Spread spread = Spread.of(measuredNs);
    out.printf(
        Locale.ROOT,
        "%-16s measured %7.1f (%.1f-%.1f) ns, simulated %5d ns%n",
        name,
        spread.median(),
        spread.min(),
        spread.max(),
        nominalNs);
  }

  private static long nominalNs(ChargedAction action) {
    SimulatedCosts costs = SimulatedCosts.inMemory();
    return switch (action) {
      case ACCESS -> costs.accessNs();
      case STEP -> costs.stepNs();
      case EXAMINE -> costs.examineNs();
      case CHANGE -> costs.changeNs();
      case TRANSACTION -> 0;
    };
  }

  private double[] fitOnce(int repeat) throws InterruptedException {
    CostFit fit = new CostFit(ChargedAction.values().length);
    for (YcsbMix mix : MIXES) {
      for (int requests : REQUESTS) {
        Ycsb workload = scale.workload(mix, 0, RequestCounts.of(requests), true);
        for (String protocol : protocols) {
          MetricValues values = scale.run(protocol, workload, false, repeat);
          double[] counts = counts(protocol, mix, requests);
          double changesNs = counts[ChargedAction.CHANGE.ordinal()] * CHANGE_NS;
          counts[ChargedAction.CHANGE.ordinal()] = 0;
          fit.add(counts, values.get(EngineRoundMetrics.CPU_NS) - changesNs);
        }
      }
    }
    double[] costs = fit.solve();
    costs[ChargedAction.CHANGE.ordinal()] = CHANGE_NS;
    return costs;
  }

  /** Returns the time of an abort, without the costs of the actions before it. */
  private static double abortNs(String protocol, int pairs, double[] costs) {
    return pairNs(protocol, pairs, true, costs) - pairNs(protocol, pairs, false, costs);
  }

  private static double pairNs(String protocol, int pairs, boolean sameRecord, double[] costs) {
    CountingPace pace = new CountingPace();
    int aborted = new AbortedAttempts(protocol, pace).run(pairs, sameRecord);
    if (aborted != (sameRecord ? pairs : 0)) {
      throw new IllegalStateException(protocol + ": aborted=" + aborted + ", pairs=" + pairs);
    }
    double paidNs = 0;
    double[] counts = pace.counts();
    for (int i = 0; i < costs.length; i++) {
      paidNs += counts[i] * costs[i];
    }
    AbortedAttempts attempts = new AbortedAttempts(protocol, new ThreadPace(System::nanoTime));
    var unusedFirst = attempts.run(pairs, sameRecord); // for the compiler
    long begunNs = CpuTime.ofThisThread();
    var unused = attempts.run(pairs, sameRecord);
    return (CpuTime.ofThisThread() - begunNs - paidNs) / pairs;
  }

  /** Prints the throughput of two simulated workers and of two threads, and their ratio. */
  void compare() throws InterruptedException {
    out.println(
        "protocol, Zipf, threads/s, simulated/s, ratio (least-greatest), ratio over median");
    for (double skew : SKEWS) {
      Ycsb workload = scale.workload(YcsbMix.A, skew, BIMODAL, true);
      List<double[]> perSecond = new ArrayList<>();
      List<double[]> onCore = new ArrayList<>();
      for (int repeat = 1; repeat <= scale.repeats(); repeat++) {
        double[] ofRound = new double[protocols.size()];
        double[] share = new double[protocols.size()];
        for (int i = 0; i < ofRound.length; i++) {
          MetricValues values = scale.run(protocols.get(i), workload, false, repeat);
          ofRound[i] = THREADS * NS_PER_SECOND / values.get(EngineRoundMetrics.CPU_NS);
          share[i] = values.get(Metric.COMMITTED) / ofRound[i];
        }
        perSecond.add(ofRound);
        onCore.add(share);
      }
      double[] simulated = new double[protocols.size()];
      double[] ratios = new double[simulated.length];
      for (int i = 0; i < simulated.length; i++) {
        simulated[i] = scale.run(protocols.get(i), workload, true, 1).get(Metric.COMMITTED);
        ratios[i] = simulated[i] / Spread.of(column(perSecond, i)).median();
      }
      for (int i = 0; i < ratios.length; i++) {
        Spread threads = Spread.of(column(perSecond, i));
        out.printf(
            Locale.ROOT,
            "%-12s %5.2f %,12.0f %,12.0f %.2f (%.2f-%.2f) %.2f %.2f%n",
            protocols.get(i),
            skew,
            threads.median(),
            simulated[i],
            ratios[i],
            simulated[i] / threads.max(),
            simulated[i] / threads.min(),
            ratios[i] / Spread.of(ratios).median(),
            Spread.of(column(onCore, i)).median());
      }
    }
  }
}

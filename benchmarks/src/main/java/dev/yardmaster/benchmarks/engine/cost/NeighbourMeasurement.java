package dev.yardmaster.benchmarks.engine.cost;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.measure.Spread;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.ycsb.RequestCounts;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Measures the cost of false sharing: the words of neighbouring records share a cache line. First,
 * each of two threads updates its own records, which are neighbours of the other thread's records
 * or far away from them ({@link NeighbourRound}). This is the worst case. Then two threads run
 * YCSB-A at Zipf 0.99, with the most popular records next to each other or scattered. These threads
 * also have real conflicts. The two placements alternate, and the ratio of their processor times is
 * computed in each round.
 */
public final class NeighbourMeasurement {

  private static final List<String> PROTOCOLS = List.of("silo", "wound-wait", "plor");
  private static final List<Integer> ROW_LONGS = List.of(1, 13, 125);
  private static final RequestCounts BIMODAL = new RequestCounts(4, 16, 10);
  private static final double SKEW = 0.99;
  private static final double NS_PER_SECOND = 1e9;
  private static final CostScale FULL = new CostScale(300_000, 10, 0.5, 0, 5);

  private final CostScale scale;
  private final List<String> protocols;
  private final PrintStream out;
  private double leastParallel = 1;

  NeighbourMeasurement(CostScale scale, List<String> protocols, PrintStream out) {
    this.scale = scale;
    this.protocols = protocols;
    this.out = out;
  }

  /** Measures and prints everything. */
  public static void main(String[] args) throws Exception {
    NeighbourMeasurement measurement = new NeighbourMeasurement(FULL, PROTOCOLS, System.out);
    measurement.ownRecords(ROW_LONGS);
    measurement.popularRecords(10);
    measurement.popularRecords(1_000);
  }

  /**
   * Prints the times of transactions in which each thread updates only its own records.
   *
   * @param lengths lengths of rows, in 8-byte words
   */
  void ownRecords(List<Integer> lengths) throws Exception {
    out.println("own records: neighbours over far apart");
    for (String protocol : protocols) {
      for (int rowLongs : lengths) {
        double[] far = new double[scale.repeats()];
        double[] ratios = new double[scale.repeats()];
        for (int i = 0; i < ratios.length; i++) {
          boolean farFirst = i % 2 == 0;
          double first = ownRecordsNs(protocol, rowLongs, !farFirst);
          double second = ownRecordsNs(protocol, rowLongs, farFirst);
          far[i] = farFirst ? first : second;
          ratios[i] = farFirst ? second / first : first / second;
        }
        print(protocol + ", rows of " + 8 * rowLongs + " bytes", far, ratios);
      }
    }
    out.printf(Locale.ROOT, "both threads ran for at least %.2f of each round%n", leastParallel);
  }

  private double ownRecordsNs(String protocol, int rowLongs, boolean neighbours) throws Exception {
    NeighbourRound round = new NeighbourRound(protocol, rowLongs, neighbours);
    long durationNs = Math.round(scale.seconds() * NS_PER_SECOND);
    var unused = round.cpuNs(durationNs / 4);
    double cpuNs = round.cpuNs(durationNs);
    if (round.updates() != round.committed()) {
      throw new WorkloadFailure(
          "updates were lost: committed=" + round.committed() + ", counters=" + round.updates());
    }
    leastParallel = Math.min(leastParallel, round.parallel());
    return cpuNs;
  }

  /** Prints the times of transactions whose requests follow Zipf's law. */
  void popularRecords(int recordBytes) throws InterruptedException {
    out.printf(
        Locale.ROOT,
        "YCSB-A, Zipf %s, %d bytes: in order of popularity over scattered%n",
        SKEW,
        recordBytes);
    CostScale of = new CostScale(scale.records(), recordBytes, scale.seconds(), 0, scale.repeats());
    for (String protocol : protocols) {
      double[] scattered = new double[scale.repeats()];
      double[] ratios = new double[scale.repeats()];
      for (int i = 0; i < ratios.length; i++) {
        boolean scatteredFirst = i % 2 == 0;
        double first = popularNs(of, protocol, scatteredFirst, i);
        double second = popularNs(of, protocol, !scatteredFirst, i);
        scattered[i] = scatteredFirst ? first : second;
        ratios[i] = scatteredFirst ? second / first : first / second;
      }
      print(protocol, scattered, ratios);
    }
  }

  private static double popularNs(CostScale of, String protocol, boolean scattered, int repeat)
      throws InterruptedException {
    return of.run(protocol, of.workload(YcsbMix.A, SKEW, BIMODAL, scattered), false, repeat)
        .get(EngineRoundMetrics.CPU_NS);
  }

  private void print(String name, double[] baseNs, double[] ratios) {
    Spread ratio = Spread.of(ratios);
    out.printf(
        Locale.ROOT,
        "  %-28s %.2f (%.2f-%.2f) of %,.0f ns%n",
        name,
        ratio.median(),
        ratio.min(),
        ratio.max(),
        Spread.of(baseNs).median());
  }
}

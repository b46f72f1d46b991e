package dev.yardmaster.benchmarks.experiment.plor;

import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.EngineRounds;
import dev.yardmaster.benchmarks.experiment.EngineRuns;
import dev.yardmaster.benchmarks.experiment.Parallelism;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.tpcc.Tpcc;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.ycsb.RequestCounts;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import dev.yardmaster.engine.protocol.Isolation;
import java.util.List;

/**
 * Makes the points of the PLOR paper's figures at one scale. For each point, the number of
 * transactions that its slowest side commits per second is known. A factor that follows from this
 * number multiplies the length of the point's interval. So all points of simulated workers commit
 * about the same number of transactions.
 */
final class PlorPoints {

  static final double HIGH_SKEW = 0.99;
  static final int RECORD_BYTES = 1_000;

  /** The threads for interactive clients. Such threads wait most of the time. */
  static final Parallelism INTERACTIVE_CLIENTS = new Parallelism(16, false, 100);

  /** The protocol that orders transactions by their deadlines. */
  private static final String DEADLINES = "plor-rt";

  private static final String SLACK = " SF=";
  private static final long NS_PER_US = 1_000;
  private static final int SIMULATED_DELAY_US = 5;

  private static final int SMALL = 4;
  private static final int BIG = 16;
  private static final int BIG_PERCENT = 10;

  private static final double LOADED_PER_SECOND = 700_000;
  private static final double WAREHOUSE_SECONDS = 1;

  /**
   * The factor for the interval's length with one simulated worker, which commits only 370,000
   * transactions per second.
   */
  private static final double ONE_WORKER = 2.9;

  private static final double ONE_WORKER_OF_TPCC = 3;

  /**
   * The number of requests of a big transaction with factor 1. The factor is proportional to the
   * number of requests.
   */
  private static final double BIG_OF_INTERVAL = 14;

  private static final double INTERACTIVE = 9;
  private static final double INTERACTIVE_TPCC = 12;

  /**
   * The factor for the interval's length with one simulated worker, which commits 5,000 interactive
   * transactions of TPC-C per second.
   */
  private static final double ONE_WORKER_OF_INTERACTIVE_TPCC = 25;

  /**
   * The factor for the interval's length on threads with interactive clients, which commit 4,000
   * transactions per second.
   */
  private static final double INTERACTIVE_THREADS = 18;

  private final PlorScale scale;
  private final long seed;

  PlorPoints(PlorScale scale, long seed) {
    this.scale = scale;
    this.seed = seed;
  }

  /** Returns a point of simulated workers on YCSB-A. */
  EnginePoint ycsb(int workers, double skew, List<String> protocols) {
    EngineRuns runs = ycsbRuns(workers, skew);
    return ycsb(YcsbMix.A, skew, BIG, RECORD_BYTES, runs, protocols);
  }

  /** Returns a point of simulated workers on YCSB-A, with timed phases. */
  EnginePoint timed(int workers, List<String> protocols) {
    EngineRuns runs = ycsbRuns(workers, HIGH_SKEW);
    Ycsb workload = ycsb(YcsbMix.A, HIGH_SKEW, BIG, RECORD_BYTES, runs);
    return runs.point(
        name(workload, HIGH_SKEW, BIG, RECORD_BYTES) + " timed",
        protocols.stream()
            .map(protocol -> runs.side(protocol, EngineSide.plain(protocol), workload, true))
            .toList(),
        ycsbLoadSeconds());
  }

  /** Returns the name of the {@code plor-rt} side with the given slack factor. */
  static String withSlack(int slackUs) {
    return DEADLINES + SLACK + slackUs;
  }

  private EngineRuns ycsbRuns(int workers, double skew) {
    boolean hasBars = workers == PlorScale.WORKERS && skew == HIGH_SKEW;
    return simulated(workers, hasBars, Math.max(times(skew), ONE_WORKER / workers));
  }

  /** Returns a point of 20 simulated workers on YCSB-B. */
  EnginePoint readMostly(double skew, List<String> protocols) {
    EngineRuns runs = simulated(PlorScale.WORKERS, false, times(skew));
    return ycsb(YcsbMix.B, skew, BIG, RECORD_BYTES, runs, protocols);
  }

  /** Returns a point of 20 simulated workers on YCSB-A with big transactions of a given size. */
  EnginePoint big(int requests, boolean hasBars, List<String> protocols) {
    EngineRuns runs = simulated(PlorScale.WORKERS, hasBars, requests / BIG_OF_INTERVAL);
    return ycsb(YcsbMix.A, HIGH_SKEW, requests, RECORD_BYTES, runs, protocols);
  }

  /** Returns a point of simulated workers with interactive clients on YCSB-A. */
  EnginePoint interactive(int workers, List<String> protocols) {
    EngineRuns runs =
        scale
            .rounds()
            .simulated(workers == PlorScale.WORKERS)
            .runs(new Parallelism(workers, true, SIMULATED_DELAY_US), INTERACTIVE, seed);
    return ycsb(YcsbMix.A, HIGH_SKEW, BIG, RECORD_BYTES, runs, protocols);
  }

  /** Returns a point of threads with interactive clients on YCSB-A. */
  EnginePoint interactiveThreads(List<String> protocols) {
    EngineRuns runs = scale.rounds().runs(INTERACTIVE_CLIENTS, INTERACTIVE_THREADS, seed);
    return ycsb(YcsbMix.A, HIGH_SKEW, BIG, RECORD_BYTES, runs, protocols);
  }

  /** Returns a point of two threads on YCSB. */
  EnginePoint threads(YcsbMix mix, double skew, int recordBytes, List<String> protocols) {
    EngineRounds rounds = scale.rounds();
    return ycsb(mix, skew, BIG, recordBytes, rounds.runs(rounds.threaded(), 1, seed), protocols);
  }

  /** Returns a point of simulated workers on TPC-C. */
  EnginePoint tpcc(int warehouses, int workers, List<String> protocols) {
    boolean hasBars = warehouses == 1 && workers == PlorScale.WORKERS;
    double times = Math.max(scale.tpccTimes() / warehouses, ONE_WORKER_OF_TPCC / workers);
    return tpcc("", warehouses, simulated(workers, hasBars, times), protocols);
  }

  /** Returns a point of 20 simulated workers on TPC-C with one warehouse and a long interval. */
  EnginePoint tpccTail(List<String> protocols) {
    EngineRuns runs = simulated(PlorScale.WORKERS, false, scale.tpccTailTimes());
    return tpcc(" long", 1, runs, protocols);
  }

  /** Returns a point of simulated workers with interactive clients on TPC-C with one warehouse. */
  EnginePoint interactiveTpcc(int workers, List<String> protocols) {
    Parallelism clients = new Parallelism(workers, true, SIMULATED_DELAY_US);
    double times = Math.max(INTERACTIVE_TPCC, ONE_WORKER_OF_INTERACTIVE_TPCC / workers);
    EngineRuns runs = scale.rounds().simulated(false).runs(clients, times, seed);
    return tpcc("", 1, runs, protocols);
  }

  private EngineRuns simulated(int workers, boolean hasBars, double times) {
    return scale.rounds().simulated(hasBars).runs(new Parallelism(workers, true), times, seed);
  }

  /** Returns the factor for the length of the interval of 20 workers at a skew. */
  private static double times(double skew) {
    if (skew <= 0.8) {
      return 0.25;
    }
    return skew <= 0.9 ? 0.55 : 1;
  }

  private EnginePoint ycsb(
      YcsbMix mix, double skew, int big, int recordBytes, EngineRuns runs, List<String> protocols) {
    Ycsb workload = ycsb(mix, skew, big, recordBytes, runs);
    String name = name(workload, skew, big, recordBytes);
    return runs.point(name, sides(workload, protocols, runs), ycsbLoadSeconds());
  }

  private Ycsb ycsb(YcsbMix mix, double skew, int big, int recordBytes, EngineRuns runs) {
    return new Ycsb(
        YcsbSettings.of(scale.records(), mix, skew, seed)
            .withRequests(new RequestCounts(SMALL, big, BIG_PERCENT))
            .withRecordBytes(recordBytes)
            .withDrawn(runs.drawn()));
  }

  private static String name(Ycsb workload, double skew, int big, int recordBytes) {
    RequestCounts requests = new RequestCounts(SMALL, big, BIG_PERCENT);
    return workload.name() + " skew=" + skew + " requests=" + requests + " bytes=" + recordBytes;
  }

  private double ycsbLoadSeconds() {
    return scale.records() / LOADED_PER_SECOND;
  }

  /** Returns the sides with the given labels; a label can contain a slack factor. */
  private static List<ConfiguredSide> sides(
      RecordWorkload workload, List<String> labels, EngineRuns runs) {
    return labels.stream()
        .map(
            label -> {
              String[] parts = label.split(SLACK, 2);
              ConfiguredSide side = runs.side(label, EngineSide.parse(parts[0]), workload, false);
              return parts.length == 1
                  ? side
                  : side.withSlackNs(Long.parseLong(parts[1]) * NS_PER_US);
            })
        .toList();
  }

  private EnginePoint tpcc(String more, int warehouses, EngineRuns runs, List<String> protocols) {
    Tpcc workload =
        new Tpcc(
            TpccSettings.of(warehouses, TpccMix.STANDARD, seed)
                .withStockLevel(Isolation.READ_COMMITTED)
                .withCustomers(scale.customers())
                .withItems(scale.items())
                .withDrawn(Math.min(runs.drawn(), 1 << 16)));
    return runs.point(
        "tpcc warehouses=" + warehouses + more,
        sides(workload, protocols, runs),
        warehouses * WAREHOUSE_SECONDS);
  }
}

package dev.yardmaster.benchmarks.experiment.ermia;

import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.EngineRuns;
import dev.yardmaster.benchmarks.experiment.Parallelism;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.stock.StockReads;
import dev.yardmaster.benchmarks.workload.stock.StockSettings;
import dev.yardmaster.benchmarks.workload.tpcc.Tpcc;
import dev.yardmaster.benchmarks.workload.tpcc.schema.CrossWarehouses;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpce.Tpce;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbBesideScans;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the points of the ERMIA paper's figures at one scale. In Figures 1 and 5 to 7, workers do
 * not retry aborted transactions, as in the paper.
 */
final class ErmiaPoints {

  /** The share of all accounts that the analytic transaction of Figure 6 reads, in percent. */
  static final int GROUP = 20;

  /**
   * The skew with which TPCC-random draws warehouses. The paper says only that the distribution is
   * not uniform.
   */
  static final double HOME_SKEW = 0.8;

  /** The share of TPC-C's transactions that access two warehouses, in percent. */
  static final int CROSS_PERCENT = 1;

  static final double YCSB_SKEW = 0.9;
  static final double SCAN_SKEW = 0.99;

  /** The label suffix of a side on which the updating thread runs without the scanning thread. */
  static final String ALONE = " alone";

  private static final int MAX_DRAWN_ROWS = 1 << 22;
  private static final int MAX_DRAWN_TPCE = 1 << 14;

  /**
   * The number of rows of a table that are loaded and checked per second. There is a value for each
   * kind of table.
   */
  private static final double STOCK_PER_SECOND = 400_000;

  private static final double TRADES_PER_SECOND = 70_000;
  private static final double CUSTOMERS_PER_SECOND = 30_000;
  private static final double RECORDS_PER_SECOND = 700_000;
  private static final int DISTRICTS = 10;

  private final ErmiaScale scale;
  private final long seed;

  ErmiaPoints(ErmiaScale scale, long seed) {
    this.scale = scale;
    this.seed = seed;
  }

  /** Returns a point of the stock microbenchmark. */
  EnginePoint stock(int reads, double writeShare, List<String> protocols) {
    EngineRuns runs = onThreads();
    StockSettings settings =
        StockSettings.of(scale.warehouses(), reads, writeShare, seed)
            .withItems(scale.stockItems())
            .withDrawn(Math.min(runs.drawn(), MAX_DRAWN_ROWS / reads));
    return dropping(
        "stock reads=" + reads + " writes=" + writeShare,
        runs,
        new StockReads(settings),
        protocols,
        settings.rows() / STOCK_PER_SECOND);
  }

  /** Returns a point of TPCE-hybrid on threads. */
  EnginePoint hybrid(int group, List<String> protocols) {
    return tpce(TpceMix.HYBRID, group, onThreads(), protocols);
  }

  /** Returns a point of TPC-E on simulated workers. */
  EnginePoint tpce(TpceMix mix, int workers, List<String> protocols) {
    EngineRuns runs = simulated(workers, scale.tpceTimes());
    return tpce(mix, GROUP, runs.withWarmUp(scale.tpceTimes() * runs.warmUpSeconds()), protocols);
  }

  private EnginePoint tpce(TpceMix mix, int group, EngineRuns runs, List<String> protocols) {
    TpceSettings settings =
        TpceSettings.of(scale.customers(), scale.days(), ErmiaScale.SCALE_FACTOR, mix, group, seed)
            .withDrawn(Math.min(runs.drawn(), MAX_DRAWN_TPCE));
    return dropping(
        "tpce-" + mix.label() + (mix.isHybrid() ? " group=" + group : ""),
        runs,
        new Tpce(settings),
        protocols,
        settings.trades() / TRADES_PER_SECOND);
  }

  /**
   * Returns a point of TPC-C on simulated workers.
   *
   * @param homeTheta skew with which each transaction draws its home warehouse; null if each worker
   *     has a fixed home warehouse
   */
  EnginePoint tpcc(Double homeTheta, int workers, List<String> protocols) {
    EngineRuns runs = simulated(workers, 1);
    TpccSettings settings =
        TpccSettings.of(scale.warehouses(), TpccMix.STANDARD, seed)
            .withCustomers(scale.customersOfDistrict())
            .withItems(scale.items())
            .withCross(new CrossWarehouses(scale.warehouses(), CROSS_PERCENT))
            .withHomeTheta(homeTheta)
            .withDrawn(runs.drawn());
    return dropping(
        homeTheta == null ? "tpcc-fixed" : "tpcc-random",
        runs,
        new Tpcc(settings),
        protocols,
        scale.warehouses() * DISTRICTS * scale.customersOfDistrict() / CUSTOMERS_PER_SECOND);
  }

  /** Returns a point of YCSB on threads. */
  EnginePoint ycsb(List<String> protocols) {
    EngineRuns runs = onThreads();
    YcsbSettings settings =
        YcsbSettings.of(scale.records(), YcsbMix.rmw(50), YCSB_SKEW, seed).withDrawn(runs.drawn());
    return runs.point("ycsb", new Ycsb(settings), protocols, ycsbLoadSeconds());
  }

  /**
   * Returns a point in which one thread updates rows while another thread scans the whole table.
   * For each protocol, a second side has only the updating thread.
   */
  EnginePoint scan(List<String> protocols) {
    EngineRuns together = onThreads(new Parallelism(2, false));
    EngineRuns alone = onThreads(new Parallelism(1, false));
    YcsbBesideScans workload =
        new YcsbBesideScans(
            YcsbSettings.of(scale.records(), YcsbMix.rmw(0), SCAN_SKEW, seed)
                .withOrder(Order.ORDERED)
                .withDrawn(together.drawn()));
    List<ConfiguredSide> sides = new ArrayList<>();
    for (String protocol : protocols) {
      EngineSide side = EngineSide.parse(protocol);
      sides.add(together.side(protocol, side, workload, false));
      sides.add(alone.side(protocol + ALONE, side, workload, false));
    }
    return together.point(workload.name(), sides, ycsbLoadSeconds());
  }

  private static EnginePoint dropping(
      String name,
      EngineRuns runs,
      RecordWorkload workload,
      List<String> protocols,
      double loadSeconds) {
    EnginePoint retrying = runs.point(name, workload, protocols, loadSeconds);
    return new EnginePoint(
        retrying.key(),
        retrying.contenders().stream().map(ConfiguredSide::dropping).toList(),
        retrying.roundSeconds());
  }

  private EngineRuns onThreads() {
    return onThreads(scale.rounds().threaded());
  }

  private EngineRuns onThreads(Parallelism threads) {
    return scale.rounds().runs(threads, 1, seed);
  }

  private EngineRuns simulated(int workers, double times) {
    return scale.rounds().simulated(false).runs(new Parallelism(workers, true), times, seed);
  }

  private double ycsbLoadSeconds() {
    return scale.records() / RECORDS_PER_SECOND;
  }
}

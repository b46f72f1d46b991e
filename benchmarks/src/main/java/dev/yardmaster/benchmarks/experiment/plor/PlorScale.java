package dev.yardmaster.benchmarks.experiment.plor;

import dev.yardmaster.benchmarks.experiment.EngineRounds;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import java.util.List;

/**
 * The sizes of the PLOR paper's experiments.
 *
 * @param records number of records of YCSB's table
 * @param customers number of customers of a district of TPC-C
 * @param items number of TPC-C's items
 * @param rounds the length and number of rounds. The interval of simulated workers is the interval
 *     of 20 workers on YCSB-A at Zipf 0.99. A point with a higher rate of commits has a shorter
 *     interval, and a point with a lower rate has a longer interval
 * @param workers numbers of simulated workers on YCSB
 * @param tpccWorkers numbers of simulated workers on TPC-C
 * @param fewWorkers numbers of simulated workers with interactive clients; also used in the charts
 *     of the time of phases and of the slack factor
 * @param skews theta of Zipf's law
 * @param warehouses numbers of TPC-C's warehouses
 * @param bigRequests numbers of requests of big transactions
 * @param slacksUs slack factors of deadlines in microseconds, in ascending order; the first is 0
 * @param tpccTimes factor for the length of the intervals on TPC-C with one warehouse
 * @param tpccTailTimes factor for the length of the interval in which TPC-C's 99.9th percentile is
 *     measured
 */
public record PlorScale(
    int records,
    int customers,
    int items,
    EngineRounds rounds,
    List<Integer> workers,
    List<Integer> tpccWorkers,
    List<Integer> fewWorkers,
    List<Double> skews,
    List<Integer> warehouses,
    List<Integer> bigRequests,
    List<Integer> slacksUs,
    double tpccTimes,
    double tpccTailTimes) {

  /** The number of workers of the paper's Figures 6b, 7b, 9 and 13. */
  static final int WORKERS = 20;

  /**
   * The shortest interval, in seconds, in which every side commits 100,000 transactions. The 99.9th
   * percentile needs this number.
   */
  private static final double TAIL_SECONDS = 0.09;

  /** The paper's sizes, except for the number of records. A run takes about four hours. */
  public static final PlorScale FULL =
      new PlorScale(
          1_000_000,
          3_000,
          100_000,
          new EngineRounds(2, 2, 0.5, 0.1, 0.001, 5),
          List.of(1, 4, 8, 12, 16, WORKERS, 28, 36),
          List.of(1, 4, 8, WORKERS),
          List.of(8, WORKERS, 36),
          List.of(0.3, 0.5, 0.7, 0.8, 0.9, 0.99),
          List.of(1, 4, 20),
          List.of(4, 8, 16, 32, 64, 128),
          List.of(0, 1, 4, 16, 64),
          1.4,
          13);

  /** A small table and few points, which give a first impression of the figures within minutes. */
  public static final PlorScale QUICK =
      new PlorScale(
          100_000,
          300,
          1_000,
          new EngineRounds(2, 0.15, 0.05, 0.01, 0.0005, 1),
          List.of(4, WORKERS),
          List.of(4, WORKERS),
          List.of(WORKERS),
          List.of(0.5, 0.99),
          List.of(1, 4),
          List.of(4, 128),
          List.of(0, 16),
          0.5,
          0.5);

  /** Returns this scale with another number of records and other rounds. */
  public PlorScale with(int newRecords, EngineRounds newRounds) {
    return new PlorScale(
        newRecords,
        customers,
        items,
        newRounds,
        workers,
        tpccWorkers,
        fewWorkers,
        skews,
        warehouses,
        bigRequests,
        slacksUs,
        tpccTimes,
        tpccTailTimes);
  }

  /** Returns whether intervals of simulated workers are long enough for the 99.9th percentile. */
  boolean hasTail() {
    return rounds.virtualSeconds() >= TAIL_SECONDS;
  }

  /** Returns the highest percentile for which intervals of simulated workers are long enough. */
  Metric tail() {
    return hasTail() ? Latency.P999 : Latency.P99;
  }
}

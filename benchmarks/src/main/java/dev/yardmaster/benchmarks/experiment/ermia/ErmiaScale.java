package dev.yardmaster.benchmarks.experiment.ermia;

import dev.yardmaster.benchmarks.experiment.EngineRounds;
import java.util.List;

/**
 * The sizes of the ERMIA paper's experiments.
 *
 * @param warehouses number of warehouses of TPC-C and of the stock microbenchmark
 * @param stockItems number of rows of the microbenchmark in each warehouse
 * @param reads numbers of rows that a transaction of the microbenchmark reads
 * @param writeShares shares of these rows that a transaction updates
 * @param customers number of TPC-E's customers
 * @param days number of TPC-E's trading days whose trades are loaded
 * @param groups shares of all accounts that an analytic transaction reads, in percent
 * @param workers numbers of simulated workers
 * @param tpceTimes length of the intervals of simulated workers with TPC-E, as a multiple of their
 *     intervals with TPC-C
 * @param customersOfDistrict number of customers of a district of TPC-C
 * @param items number of TPC-C's items
 * @param records number of records of YCSB's table
 * @param rounds the length and number of rounds; simulated workers have one round for each side
 */
public record ErmiaScale(
    int warehouses,
    int stockItems,
    List<Integer> reads,
    List<Double> writeShares,
    int customers,
    int days,
    List<Integer> groups,
    List<Integer> workers,
    double tpceTimes,
    int customersOfDistrict,
    int items,
    int records,
    EngineRounds rounds) {

  /** The number of customers for each trade per second that is loaded, as in the paper. */
  static final int SCALE_FACTOR = 500;

  /** The paper's sizes, except that TPC-E has one trading day and TPC-C has smaller tables. */
  public static final ErmiaScale FULL =
      new ErmiaScale(
          24,
          100_000,
          List.of(1_000, 10_000),
          List.of(0.001, 0.01, 0.1, 1.0),
          5_000,
          1,
          List.of(1, 5, 10, 20, 40, 60),
          List.of(1, 4, 8, 12, 16, 20, 24),
          10,
          300,
          10_000,
          1_000_000,
          new EngineRounds(2, 2, 0.5, 0.005, 0.001, 5));

  /**
   * Few points and short intervals, which give a first impression of the figures within minutes.
   */
  public static final ErmiaScale QUICK =
      new ErmiaScale(
          24,
          4_000,
          List.of(1_000),
          List.of(0.001, 0.01, 0.1),
          1_000,
          1,
          List.of(5, 60),
          List.of(4, 24),
          4,
          30,
          1_000,
          100_000,
          new EngineRounds(2, 0.5, 0.2, 0.002, 0.0005, 1));

  /** Copies the lists. */
  public ErmiaScale {
    reads = List.copyOf(reads);
    writeShares = List.copyOf(writeShares);
    groups = List.copyOf(groups);
    workers = List.copyOf(workers);
  }

  /** Returns this scale with another number of YCSB records and other rounds. */
  public ErmiaScale with(int newRecords, EngineRounds newRounds) {
    return new ErmiaScale(
        warehouses,
        stockItems,
        reads,
        writeShares,
        customers,
        days,
        groups,
        workers,
        tpceTimes,
        customersOfDistrict,
        items,
        newRecords,
        newRounds);
  }
}

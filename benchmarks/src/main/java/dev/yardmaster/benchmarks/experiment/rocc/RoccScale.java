package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.benchmarks.experiment.EngineRounds;
import dev.yardmaster.benchmarks.experiment.Parallelism;
import java.util.List;

/**
 * The sizes of the ROCC paper's experiments.
 *
 * @param records number of records of YCSB's table
 * @param items number of TPC-C's items; measurements of customer ranges need fewer than the
 *     standard's 100,000
 * @param rounds the length and number of rounds; if scans have more than 1,500 keys, the intervals
 *     of simulated workers are longer, in proportion to the number of keys
 * @param ycsbScans lengths of YCSB's scans
 * @param tpccScans lengths of TPC-C's scans
 * @param simulatedScans lengths of scans by simulated workers
 * @param workers numbers of simulated workers on YCSB; the last number is the greatest
 * @param tpccWorkers numbers of simulated workers on TPC-C
 * @param rangeScans lengths of scans in the figure about the number of ranges
 * @param rangeCounts the numbers of ranges in the paper, for 10 million records
 * @param arraySlots sizes of the circular array
 */
public record RoccScale(
    int records,
    int items,
    EngineRounds rounds,
    List<Integer> ycsbScans,
    List<Integer> tpccScans,
    List<Integer> simulatedScans,
    List<Integer> workers,
    List<Integer> tpccWorkers,
    List<Integer> rangeScans,
    List<Integer> rangeCounts,
    List<Integer> arraySlots) {

  /** The number of records of the paper's table. */
  static final int PAPER_RECORDS = 10_000_000;

  private static final double SCAN_OF_AN_INTERVAL = 1_500;

  private static final List<Integer> PAPER_RANGE_COUNTS = List.of(1, 16, 4_096, 16_384, 262_144);

  /** The paper's sizes. A run takes hours. */
  public static final RoccScale FULL =
      new RoccScale(
          PAPER_RECORDS,
          10_000,
          new EngineRounds(2, 2, 0.5, 0.003, 0.0005, 5),
          List.of(10, 50, 100, 300, 500, 1_000, 1_500),
          List.of(100, 500, 1_000, 2_000, 3_000),
          List.of(10, 100, 300, 500, 1_000, 1_500),
          List.of(4, 8, 16, 24, 32, 40),
          List.of(4, 8, 16, 24, 32, 40),
          List.of(100, 300, 1_000),
          PAPER_RANGE_COUNTS,
          List.of(100, 500, 1_000, 5_000, 10_000));

  /** Small tables and few points, which give a first impression of the figures within minutes. */
  public static final RoccScale QUICK =
      new RoccScale(
          200_000,
          1_000,
          new EngineRounds(2, 0.15, 0.05, 0.0002, 0.00005, 1),
          List.of(10, 100, 500, 1_500),
          List.of(100, 3_000),
          List.of(100, 1_500),
          List.of(4, 16, 40),
          List.of(4),
          List.of(100, 1_000),
          List.of(1, 16_384, 262_144),
          List.of(100, 5_000));

  /** Returns this scale with another number of records and other rounds. */
  public RoccScale with(int newRecords, EngineRounds newRounds) {
    return new RoccScale(
        newRecords,
        items,
        newRounds,
        ycsbScans,
        tpccScans,
        simulatedScans,
        workers,
        tpccWorkers,
        rangeScans,
        rangeCounts,
        arraySlots);
  }

  /**
   * Returns the number of ranges of the table that gives the length of a range in the paper's
   * table. Numbers of ranges up to 16 are not scaled.
   */
  int ranges(int paperCount) {
    return paperCount <= 16
        ? paperCount
        : Math.max(1, (int) ((long) paperCount * records / PAPER_RECORDS));
  }

  /**
   * Returns the factor by which the usual length of a point's intervals is multiplied. Simulated
   * workers have longer intervals for long scans, so that enough scans end within an interval.
   */
  double times(int scanLength, Parallelism parallelism) {
    return parallelism.simulated() ? Math.max(1, scanLength / SCAN_OF_AN_INTERVAL) : 1;
  }

  /** Returns the greatest number of simulated workers on YCSB. */
  Parallelism simulated() {
    return new Parallelism(workers.get(workers.size() - 1), true);
  }
}

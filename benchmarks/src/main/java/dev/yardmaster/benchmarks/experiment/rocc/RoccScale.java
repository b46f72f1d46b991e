package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.benchmarks.experiment.Parallelism;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes of the ROCC paper's experiments.
 *
 * @param records number of records of YCSB's table
 * @param items number of TPC-C's items; measurements of customer ranges need fewer than the
 *     standard's 100,000
 * @param threads number of workers with their own threads
 * @param seconds length of the recorded interval on threads
 * @param warmUpSeconds length of the warm-up before the recorded interval on threads
 * @param virtualSeconds length of the recorded interval of simulated workers; it is extended in
 *     proportion for scans of more than 1,500 keys
 * @param virtualWarmUpSeconds length of the warm-up of simulated workers before the recorded
 *     interval
 * @param repeats number of rounds of each side
 * @param ycsbScans lengths of YCSB's scans
 * @param tpccScans lengths of TPC-C's scans
 * @param simulatedScans lengths of scans by simulated workers
 * @param workers numbers of simulated workers on YCSB, with the greatest last
 * @param tpccWorkers numbers of simulated workers on TPC-C
 * @param rangeScans lengths of scans in the measurement of the number of ranges
 * @param rangeCounts the paper's numbers of ranges, for its 10 million records
 * @param arraySlots sizes of the circular array
 */
public record RoccScale(
    int records,
    int items,
    int threads,
    double seconds,
    double warmUpSeconds,
    double virtualSeconds,
    double virtualWarmUpSeconds,
    int repeats,
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

  /** The paper's sizes; a run takes hours. */
  public static final RoccScale FULL =
      new RoccScale(
          PAPER_RECORDS,
          10_000,
          2,
          2,
          0.5,
          0.003,
          0.0005,
          5,
          List.of(10, 50, 100, 300, 500, 1_000, 1_500),
          List.of(100, 500, 1_000, 2_000, 3_000),
          List.of(10, 100, 300, 500, 1_000, 1_500),
          List.of(4, 8, 16, 24, 32, 40),
          List.of(4, 8, 16, 24, 32, 40),
          List.of(100, 300, 1_000),
          PAPER_RANGE_COUNTS,
          List.of(100, 500, 1_000, 5_000, 10_000));

  /** Small tables and few points, for first figures within minutes. */
  public static final RoccScale QUICK =
      new RoccScale(
          200_000,
          1_000,
          2,
          0.15,
          0.05,
          0.0002,
          0.00005,
          1,
          List.of(10, 100, 500, 1_500),
          List.of(100, 3_000),
          List.of(100, 1_500),
          List.of(4, 16, 40),
          List.of(4),
          List.of(100, 1_000),
          List.of(1, 16_384, 262_144),
          List.of(100, 5_000));

  /** Returns this scale with another number of records. */
  public RoccScale withRecords(int newRecords) {
    return with(newRecords, repeats, seconds, virtualSeconds);
  }

  /** Returns this scale with another number of rounds of each side. */
  public RoccScale withRepeats(int newRepeats) {
    return with(records, newRepeats, seconds, virtualSeconds);
  }

  /** Returns this scale with another length of intervals on threads. */
  public RoccScale withSeconds(double newSeconds) {
    return with(records, repeats, newSeconds, virtualSeconds);
  }

  /** Returns this scale with another virtual length of intervals of simulated workers. */
  public RoccScale withVirtualSeconds(double newVirtualSeconds) {
    return with(records, repeats, seconds, newVirtualSeconds);
  }

  private RoccScale with(
      int newRecords, int newRepeats, double newSeconds, double newVirtualSeconds) {
    return new RoccScale(
        newRecords,
        items,
        threads,
        newSeconds,
        warmUpSeconds,
        newVirtualSeconds,
        virtualWarmUpSeconds,
        newRepeats,
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
   * Returns the number of ranges for which a range has the same length as in the paper's table. The
   * numbers 1 and 16 are not scaled.
   */
  int ranges(int paperCount) {
    return paperCount <= 16
        ? paperCount
        : Math.max(1, (int) ((long) paperCount * records / PAPER_RECORDS));
  }

  /**
   * Returns the interval of simulated workers, in virtual seconds. The interval is longer for long
   * scans, so that a sufficient number of scans ends.
   */
  double virtualSeconds(int scanLength) {
    return virtualSeconds * Math.max(1, scanLength / SCAN_OF_AN_INTERVAL);
  }

  /** Returns the number of workers with their own threads. */
  Parallelism threaded() {
    return new Parallelism(threads, false);
  }

  /** Returns the greatest number of simulated workers on YCSB. */
  Parallelism simulated() {
    return new Parallelism(workers.get(workers.size() - 1), true);
  }

  /** Returns the settings that affect the results of points and are not part of their keys. */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("records", records);
    settings.put("items", items);
    settings.put("threads", threads);
    settings.put("seconds", seconds);
    settings.put("warmUpSeconds", warmUpSeconds);
    settings.put("virtualSeconds", virtualSeconds);
    settings.put("virtualWarmUpSeconds", virtualWarmUpSeconds);
    settings.put("repeats", repeats);
    return settings;
  }
}

package dev.yardmaster.benchmarks.experiment.cormcc;

import dev.yardmaster.benchmarks.experiment.EngineRounds;
import java.util.List;

/**
 * The sizes of the CormCC paper's experiments. One virtual ms with 32 simulated workers takes about
 * one second of clock time. Sides that choose protocols make their choice during a long warm-up.
 * All other sides have a short warm-up.
 *
 * @param partitions the number of simulated workers; also the number of YCSB's partitions and of
 *     TPC-C's warehouses
 * @param records number of records of YCSB's table
 * @param customers number of customers of a district
 * @param items number of TPC-C's items
 * @param rounds the length and number of rounds. The warm-up of simulated workers is the time in
 *     which a side chooses its protocols
 * @param cross numbers of partitions, or of warehouses, in which transactions access two partitions
 * @param skews theta of Zipf's law in Figure 8
 * @param phases number of phases of a load that changes
 * @param phaseTimes length of a phase, in multiples of the recorded interval of simulated workers;
 *     a phase corresponds to 5 s in the paper
 * @param longMs lengths of the long transactions that run while partitions switch, in virtual ms;
 *     each virtual ms corresponds to one second in the paper. The first length is 0
 */
public record CormccScale(
    int partitions,
    int records,
    int customers,
    int items,
    EngineRounds rounds,
    List<Integer> cross,
    List<Double> skews,
    int phases,
    double phaseTimes,
    List<Double> longMs) {

  /**
   * The paper's numbers of workers, partitions and phases; the tables are smaller. A run takes
   * about an hour and a half.
   */
  public static final CormccScale FULL =
      new CormccScale(
          32,
          1_000_000,
          300,
          10_000,
          new EngineRounds(2, 1, 0.3, 0.005, 0.03, 5),
          List.of(0, 4, 8, 12, 16, 20, 24, 28, 32),
          List.of(0.0, 0.3, 0.6, 0.9, 1.2, 1.5),
          20,
          2,
          List.of(0.0, 0.5, 1.0, 2.0, 4.0));

  /**
   * Few points and short intervals, which give a first impression of the figures within minutes.
   */
  public static final CormccScale QUICK =
      new CormccScale(
          32,
          100_000,
          30,
          1_000,
          new EngineRounds(2, 0.1, 0.1, 0.001, 0.01, 3),
          List.of(0, 16, 32),
          List.of(0.0, 1.5),
          4,
          4,
          List.of(0.0, 0.5));

  /** Returns this scale with another number of records and other rounds. */
  public CormccScale with(int newRecords, EngineRounds newRounds) {
    return with(partitions, newRecords, newRounds);
  }

  /** Returns this scale with other numbers of partitions and records, and other rounds. */
  public CormccScale with(int newPartitions, int newRecords, EngineRounds newRounds) {
    return new CormccScale(
        newPartitions,
        newRecords,
        customers,
        items,
        newRounds,
        cross,
        skews,
        phases,
        phaseTimes,
        longMs);
  }

  /**
   * Returns half of the number of partitions. In the paper's Figures 8 and 14, this number of
   * partitions has cross-partition transactions.
   */
  int half() {
    return partitions / 2;
  }
}

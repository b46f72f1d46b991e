package dev.yardmaster.benchmarks.experiment.batching;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes of the batching paper's experiments.
 *
 * @param objects number of objects of the micro-benchmark
 * @param customers number of customers of SmallBank
 * @param concurrency number of transactions in flight
 * @param batch number of transactions in a batch
 * @param seconds length of the recorded interval of a round
 * @param warmUpSeconds length of the warm-up before the recorded interval
 * @param repeats number of rounds of each side
 * @param skews theta of Zipf's law, ascending; the paper measures only skews up to {@code
 *     PAPER_MOST_SKEWED}
 * @param graphSkews skews of the batches from which conflict graphs are built without a pipeline,
 *     ascending
 * @param graphs number of conflict graphs for each skew
 * @param graphSeconds time for which an algorithm runs on the graphs in a round
 * @param engine the sizes of Figures 23 to 25
 * @param database the sizes of Figures 26 to 28
 * @param loses the sizes of the experiment on cases in which reordering may reduce the throughput
 * @param tuning the sizes of the runs that compare a self-tuning pipeline with fixed settings
 */
public record BatchingScale(
    int objects,
    int customers,
    int concurrency,
    int batch,
    double seconds,
    double warmUpSeconds,
    int repeats,
    List<Double> skews,
    List<Double> graphSkews,
    int graphs,
    double graphSeconds,
    EngineScale engine,
    DatabaseScale database,
    LosingCasesScale loses,
    TuningScale tuning) {

  /** The highest skew that the paper's text names. */
  static final double PAPER_MOST_SKEWED = 0.9;

  /**
   * The skews whose latency percentiles are drawn. The paper's text does not state the skews of its
   * percentiles.
   */
  static final List<Double> TAIL_SKEWS = List.of(0.8, 0.9);

  /** The paper's sizes, except for YCSB's table. A run takes about three hours. */
  public static final BatchingScale FULL =
      new BatchingScale(
          100_000,
          100_000,
          300,
          40,
          2,
          0.5,
          5,
          List.of(0.5, 0.6, 0.7, 0.8, 0.9, 1.1),
          List.of(0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2),
          256,
          0.1,
          new EngineScale(
              1_000_000,
              List.of(1, 4, 8, 16, 28),
              List.of(1, 2),
              List.of(0.0, 0.6, 0.8, 0.9, 0.95, 0.99),
              0.025,
              0.0005),
          new DatabaseScale(100_000, List.of(1, 2, 4, 8, 16, 32, 64)),
          new LosingCasesScale(
              List.of(0.0, 0.3, 0.5), List.of(1.1, 1.2, 1.4), List.of(1, 2, 4, 8, 40)),
          TuningScale.FULL);

  /**
   * Smaller tables, short intervals and few skews, which give a first impression of the figures.
   */
  public static final BatchingScale QUICK =
      new BatchingScale(
          100_000,
          100_000,
          300,
          40,
          0.15,
          0.2,
          1,
          List.of(0.7, 0.9),
          List.of(0.7, 0.8, 0.9),
          64,
          0.04,
          new EngineScale(
              100_000, List.of(4, 28), List.of(1, 2), List.of(0.0, 0.9, 0.99), 0.0005, 0.0001),
          new DatabaseScale(10_000, List.of(2, 16)),
          new LosingCasesScale(List.of(0.0), List.of(1.2), List.of(1, 40)),
          TuningScale.QUICK);

  /** Copies the lists. */
  public BatchingScale {
    skews = List.copyOf(skews);
    graphSkews = List.copyOf(graphSkews);
  }

  /**
   * Returns this scale with another number of objects and customers. The table of another workload
   * gets the new number of records if it has more records.
   */
  public BatchingScale withObjects(int newObjects) {
    return with(newObjects, newObjects, repeats, seconds);
  }

  /** Returns this scale with another number of rounds of each side. */
  public BatchingScale withRepeats(int newRepeats) {
    return with(objects, customers, newRepeats, seconds);
  }

  /** Returns this scale with another length of intervals. No warm-up is longer than this length. */
  public BatchingScale withSeconds(double newSeconds) {
    return with(objects, customers, repeats, newSeconds);
  }

  private BatchingScale with(int newObjects, int newCustomers, int newRepeats, double newSeconds) {
    boolean changed = newSeconds != seconds;
    return new BatchingScale(
        newObjects,
        newCustomers,
        concurrency,
        batch,
        newSeconds,
        changed ? Math.min(warmUpSeconds, newSeconds) : warmUpSeconds,
        newRepeats,
        skews,
        graphSkews,
        graphs,
        changed ? Math.min(graphSeconds, newSeconds) : graphSeconds,
        newObjects == objects ? engine : engine.atMost(newObjects),
        newCustomers == customers ? database : database.atMost(newCustomers),
        loses,
        tuning);
  }

  /** Returns a text that describes the load. */
  String load() {
    return concurrency + " in flight, batches of " + batch + ", no repair";
  }

  /**
   * Returns the settings that affect the results of all points and are not part of the points'
   * keys.
   */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("objects", objects);
    settings.put("customers", customers);
    settings.put("concurrency", concurrency);
    settings.put("batch", batch);
    settings.put("seconds", seconds);
    settings.put("warmUpSeconds", warmUpSeconds);
    settings.put("repeats", repeats);
    settings.put("graphs", graphs);
    settings.put("graphSeconds", graphSeconds);
    settings.put("records", engine.records());
    settings.put("virtualSeconds", engine.virtualSeconds());
    settings.put("virtualWarmUpSeconds", engine.virtualWarmUpSeconds());
    settings.put("databaseCustomers", database.customers());
    return settings;
  }
}

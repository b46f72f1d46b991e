package dev.yardmaster.benchmarks.experiment.batching;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How large the experiments of the batching paper are run.
 *
 * @param objects of the micro-benchmark
 * @param customers of SmallBank
 * @param concurrency transactions in flight
 * @param batch transactions in a batch
 * @param seconds recorded in a round
 * @param warmUpSeconds before it
 * @param repeats rounds of each side
 * @param skews theta of Zipf's law, ascending; those beyond {@code PAPER_MOST_SKEWED} are ours
 * @param graphSkews the same for conflict graphs without a pipeline around them
 * @param graphs conflict graphs of each skew
 * @param graphSeconds how long an algorithm runs on them in a round
 * @param engine how large Figures 23 to 25 are run
 * @param database how large Figures 26 to 28
 * @param loses where reordering is looked at that may not pay
 * @param tuning how a pipeline that sets itself is judged
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

  /** The highest skew of the paper's text. */
  static final double PAPER_MOST_SKEWED = 0.9;

  /** The skews whose percentiles are drawn: the paper's text does not say its own. */
  static final List<Double> TAIL_SKEWS = List.of(0.8, 0.9);

  /** The paper's own sizes, but for YCSB's table; some two hours. */
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
              0.003,
              0.0005),
          new DatabaseScale(100_000, List.of(1, 2, 4, 8, 16, 32, 64)),
          new LosingCasesScale(
              List.of(0.0, 0.3, 0.5), List.of(1.1, 1.2, 1.4), List.of(1, 2, 4, 8, 40)),
          TuningScale.FULL);

  /** The same tables for a moment, at few skews. */
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

  /** The same with so many objects and customers, and no more records of other tables. */
  public BatchingScale withObjects(int newObjects) {
    return with(newObjects, newObjects, repeats, seconds);
  }

  /** The same with so many rounds of each side. */
  public BatchingScale withRepeats(int newRepeats) {
    return with(objects, customers, newRepeats, seconds);
  }

  /** The same with intervals of so many seconds; what goes before them is no longer. */
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

  /** What is in flight, in words. */
  String load() {
    return concurrency + " in flight, batches of " + batch + ", no repair";
  }

  /** What points' results depend on, besides what their keys say. */
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

package dev.yardmaster.benchmarks.experiment.scaling;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes of the scaling experiment.
 *
 * @param accounts number of accounts between which lambdas transfer money
 * @param callers numbers of threads that call lambdas, ascending
 * @param objects number of objects of the micro-benchmark
 * @param customers number of customers of SmallBank
 * @param banks numbers of customers of a small and a large bank
 * @param seconds length of the recorded interval on threads
 * @param warmUpSeconds length of the warm-up before the recorded interval on threads
 * @param repeats number of rounds of each side on threads
 * @param virtualSeconds length of the recorded interval on virtual cores, in virtual seconds
 * @param virtualWarmUpSeconds length of the warm-up on virtual cores, in virtual seconds
 */
public record ScalingSizes(
    int accounts,
    List<Integer> callers,
    int objects,
    int customers,
    List<Integer> banks,
    double seconds,
    double warmUpSeconds,
    int repeats,
    double virtualSeconds,
    double virtualWarmUpSeconds) {

  /** The sizes for which the claims are stated. A run takes about 20 minutes. */
  public static final ScalingSizes FULL =
      new ScalingSizes(
          10_000,
          List.of(1, 2, 8, 64, 512),
          100_000,
          100_000,
          List.of(100_000, 10_000_000),
          2,
          0.5,
          5,
          0.5,
          0.5);

  /**
   * Smaller tables, short intervals and few points, which give a first impression of the figures.
   */
  public static final ScalingSizes QUICK =
      new ScalingSizes(
          10_000,
          List.of(1, 64),
          10_000,
          10_000,
          List.of(1_000, 10_000),
          0.15,
          0.1,
          1,
          0.005,
          0.005);

  /** Copies the lists. */
  public ScalingSizes {
    callers = List.copyOf(callers);
    banks = List.copyOf(banks);
  }

  /**
   * Returns these sizes with another interval length and another number of rounds for the runs on
   * threads. A warm-up is not longer than the recorded interval.
   */
  public ScalingSizes with(double newSeconds, int newRepeats) {
    return new ScalingSizes(
        accounts,
        callers,
        objects,
        customers,
        banks,
        newSeconds,
        Math.min(warmUpSeconds, newSeconds),
        newRepeats,
        virtualSeconds,
        virtualWarmUpSeconds);
  }

  /**
   * Returns the settings that affect the results of all points and are not part of the points'
   * keys.
   */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("accounts", accounts);
    settings.put("objects", objects);
    settings.put("customers", customers);
    settings.put("banks", banks);
    settings.put("seconds", seconds);
    settings.put("warmUpSeconds", warmUpSeconds);
    settings.put("repeats", repeats);
    settings.put("virtualSeconds", virtualSeconds);
    settings.put("virtualWarmUpSeconds", virtualWarmUpSeconds);
    return settings;
  }
}

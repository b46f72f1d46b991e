package dev.yardmaster.benchmarks.experiment;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The length and the number of an experiment's rounds on the engine.
 *
 * @param threads number of workers with their own threads
 * @param seconds length of the recorded interval on threads
 * @param warmUpSeconds length of the warm-up before the recorded interval on threads
 * @param virtualSeconds length of the recorded interval of simulated workers
 * @param virtualWarmUpSeconds length of the warm-up of simulated workers before the recorded
 *     interval
 * @param repeats number of measured rounds of each side
 */
public record EngineRounds(
    int threads,
    double seconds,
    double warmUpSeconds,
    double virtualSeconds,
    double virtualWarmUpSeconds,
    int repeats) {

  /** Returns a copy with another number of rounds for each side. */
  public EngineRounds withRepeats(int newRepeats) {
    return with(seconds, virtualSeconds, newRepeats);
  }

  /**
   * Returns the length and number of the rounds for simulated workers, with fewer repeats than on
   * threads. The load of the machine does not change the figures of simulated workers. Therefore
   * half of the rounds are sufficient if claims set required values, and one round is sufficient
   * otherwise.
   */
  public EngineRounds simulated(boolean hasBars) {
    return withRepeats(hasBars ? (repeats + 1) / 2 : 1);
  }

  /** Returns these rounds with another length of intervals on threads. */
  public EngineRounds withSeconds(double newSeconds) {
    return with(newSeconds, virtualSeconds, repeats);
  }

  /** Returns these rounds with another virtual length of intervals of simulated workers. */
  public EngineRounds withVirtualSeconds(double newVirtualSeconds) {
    return with(seconds, newVirtualSeconds, repeats);
  }

  private EngineRounds with(double newSeconds, double newVirtualSeconds, int newRepeats) {
    return new EngineRounds(
        threads,
        newSeconds,
        warmUp(warmUpSeconds, seconds, newSeconds),
        newVirtualSeconds,
        warmUp(virtualWarmUpSeconds, virtualSeconds, newVirtualSeconds),
        newRepeats);
  }

  /**
   * Returns the length of a warm-up for a new interval. If the warm-up was not longer than the old
   * interval, the result is not longer than the new interval.
   */
  private static double warmUp(double warmUp, double interval, double newInterval) {
    return warmUp > interval ? warmUp : Math.min(warmUp, newInterval);
  }

  /** Returns the workers with their own threads. */
  public Parallelism threaded() {
    return new Parallelism(threads, false);
  }

  /**
   * Returns the rounds of a point.
   *
   * @param times factor by which the length of the recorded interval is multiplied
   */
  public EngineRuns runs(Parallelism parallelism, double times, long seed) {
    return new EngineRuns(
        parallelism,
        times * (parallelism.simulated() ? virtualSeconds : seconds),
        parallelism.simulated() ? virtualWarmUpSeconds : warmUpSeconds,
        repeats,
        seed);
  }

  /** Returns the settings of an experiment with two tables, in the form of the results file. */
  public Map<String, Object> settings(int records, int items) {
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

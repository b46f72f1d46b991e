package dev.yardmaster.benchmarks.experiment.batching;

import java.util.List;

/**
 * The sizes of the runs in which a self-tuning pipeline is compared with fixed settings.
 *
 * @param skews theta of Zipf's law, ascending
 * @param openSkews the skews at which an open loop is measured too
 * @param rates rates of arrivals in the open loop, as multiples of the throughput of the best fixed
 *     settings in a closed loop
 * @param warmUpSeconds virtual time before the recorded interval
 * @param seconds virtual length of the recorded interval
 * @param phases the skew of each phase, in order, for the run whose skew changes
 * @param phaseSeconds length of each phase: in virtual time, or, for two pipelines that alternate,
 *     in time on this machine
 * @param threadsWarmUpSeconds time before the first phase on this machine, for each pipeline
 */
record TuningScale(
    List<Double> skews,
    List<Double> openSkews,
    List<Double> rates,
    double warmUpSeconds,
    double seconds,
    List<Double> phases,
    double phaseSeconds,
    double threadsWarmUpSeconds) {

  static final TuningScale FULL =
      new TuningScale(
          List.of(0.0, 0.3, 0.6, 0.9, 1.2),
          List.of(0.0, 0.9),
          List.of(0.1, 0.5, 1.0, 2.0),
          1,
          0.5,
          List.of(0.0, 0.9, 0.6, 1.2, 0.3, 1.0),
          2,
          1);

  static final TuningScale QUICK =
      new TuningScale(
          List.of(0.0, 1.0), List.of(0.9), List.of(0.5), 0.1, 0.1, List.of(0.0, 1.0), 0.2, 0.1);

  /** Copies the lists. */
  TuningScale {
    skews = List.copyOf(skews);
    openSkews = List.copyOf(openSkews);
    rates = List.copyOf(rates);
    phases = List.copyOf(phases);
  }

  /** Returns the length of one pass through all phases of the run with changing skew. */
  double changingSeconds() {
    return phases.size() * phaseSeconds;
  }
}

package dev.yardmaster.processor.tuning;

import dev.yardmaster.trials.TrialMetrics;

/**
 * The metrics that the tuner needs in addition to the metrics of all trials. Any thread may call
 * the methods.
 */
public interface ValidatorTrialMetrics extends TrialMetrics {

  /**
   * Returns the number of preparers, the agents that divide the validator's requests among
   * themselves. Each preparer has its own batches.
   */
  int preparers();

  /** Returns the number of requests that entered the validator. */
  long requests();

  /**
   * Returns the number of runs that had stale reads or were chosen as victims. The number includes
   * repaired and restarted runs.
   */
  long stale();

  /** Returns the time that reorder workers spent working, in ns. */
  long reorderBusyNs();
}

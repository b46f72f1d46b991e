package dev.yardmaster.processor.tuning;

import dev.yardmaster.trials.TrialMetrics;

/**
 * The metrics that the tuner reads from a pipeline, in addition to the metrics of all trials. Any
 * thread may call the methods.
 */
public interface ValidatorTrialMetrics extends TrialMetrics {

  /**
   * Returns the number of preparers, which are the agents of the validator among which requests are
   * divided. Each preparer has its own batches.
   */
  int preparers();

  /** Returns the number of requests that entered the validator. */
  long requests();

  /**
   * Returns the number of runs whose reads were stale or that were chosen as victims. Repaired and
   * restarted runs are included.
   */
  long stale();

  /** Returns the time that reorder workers spent at work, in ns. */
  long reorderBusyNs();
}

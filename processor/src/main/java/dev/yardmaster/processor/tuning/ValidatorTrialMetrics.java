package dev.yardmaster.processor.tuning;

import dev.yardmaster.service.trials.TrialMetrics;

/** What the tuner reads from a pipeline in addition to the metrics of all trials. Any thread. */
public interface ValidatorTrialMetrics extends TrialMetrics {

  /** How many of the validator's agents share the requests, each with its own batches. */
  int preparers();

  /** Requests that entered the validator. */
  long requests();

  /** Runs whose reads were stale or that were chosen as victims, whether repaired or restarted. */
  long stale();

  /** Time that reorder workers spent at work, in ns. */
  long reorderBusyNs();
}

package dev.yardmaster.processor.tuning;

import dev.yardmaster.service.trials.TrialMetrics;

/** What the tuner sees of a pipeline besides what all trials see. Any thread. */
public interface ValidatorTrialMetrics extends TrialMetrics {

  /** How many agents of the validator share the requests, each filling batches of its own. */
  int preparers();

  /** Requests that entered the validator. */
  long requests();

  /** Runs whose reads had gone stale or that were sacrificed, whether repaired or restarted. */
  long stale();

  /** Time that reorder workers spent at work, in ns. */
  long reorderBusyNs();
}

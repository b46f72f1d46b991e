package dev.yardmaster.service;

import dev.yardmaster.api.AbortCause;
import java.util.Map;

/**
 * The totals of a service's work since its start, at one moment. Every back end has these totals.
 */
public interface ServiceCounters {

  /** Returns the number of transactions that committed. */
  long committed();

  /** Returns the number of runs that were discarded and started again. */
  long restarts();

  /** Returns the number of runs that did not commit, by the cause of the abort. */
  Map<AbortCause, Long> abortedRuns();

  /** Returns the number of transactions that the final validation ran again in place. */
  long repaired();

  /**
   * Returns the time that the final validation has taken since the start, in ns. One thread
   * executes the final validation. Returns 0 if the back end has no final validation.
   */
  long finalValidationNs();

  /** Returns the number of transactions whose records were written to the commit log. */
  long logged();

  /** Returns the number of bytes that were written to the commit log. */
  long loggedBytes();

  /** Returns the number of times that the commit log was forced to disk. */
  long forces();

  /** Returns the number of checkpoints that were written. */
  long checkpoints();
}

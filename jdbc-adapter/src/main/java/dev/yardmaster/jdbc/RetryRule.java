package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.failure.FailureClassifier;

/**
 * The rule for retries of aborted transactions.
 *
 * @param classifier classifies failures
 * @param maxAttempts the maximum number of runs, at least 1
 * @param deadlineNs the time after its arrival during which a transaction may run again, in ns
 * @param pauseNs the longest pause before the second run, in ns; this time doubles before each
 *     further run
 * @param maxPauseNs the upper bound of all pauses, in ns
 */
record RetryRule(
    FailureClassifier classifier, int maxAttempts, long deadlineNs, long pauseNs, long maxPauseNs) {

  /** Returns the longest pause after this number of attempts, in ns. */
  long mostPauseNs(int attempts) {
    int doublings = Math.min(attempts - 1, 20);
    return pauseNs > maxPauseNs >> doublings ? maxPauseNs : pauseNs << doublings;
  }
}

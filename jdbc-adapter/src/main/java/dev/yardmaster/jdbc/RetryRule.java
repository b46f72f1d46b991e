package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.failure.FailureClassifier;

/**
 * When an aborted transaction runs again.
 *
 * @param classifier what failures mean
 * @param maxAttempts the most runs, 1 or more
 * @param deadlineNs the time from its arrival after which it does not run again, in ns
 * @param pauseNs the most that it pauses before its second run, in ns; twice as much before each
 *     further one
 * @param maxPauseNs the most that it ever pauses, in ns
 */
record RetryRule(
    FailureClassifier classifier, int maxAttempts, long deadlineNs, long pauseNs, long maxPauseNs) {

  /** The most that it pauses after so many attempts, in ns. */
  long mostPauseNs(int attempts) {
    int doublings = Math.min(attempts - 1, 20);
    return pauseNs > maxPauseNs >> doublings ? maxPauseNs : pauseNs << doublings;
  }
}

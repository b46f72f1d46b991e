package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import java.time.Duration;

/**
 * How transactions of connections are let in.
 *
 * @param schedule batches and bounds
 * @param maxWait how long a transaction waits for its turn before it passes through, up to a day
 */
public record AdmissionConfig(ScheduleConfig schedule, Duration maxWait) {
  private static final Duration MOST = Duration.ofDays(1);

  /**
   * Checks the wait.
   *
   * @throws IllegalArgumentException when it is out of its range
   */
  public AdmissionConfig {
    if (maxWait.isNegative() || maxWait.isZero() || maxWait.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "maxWait=" + maxWait + " must be more than nothing and at most " + MOST);
    }
  }
}

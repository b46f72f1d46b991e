package dev.yardmaster.jdbc.admission.settings;

import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import java.time.Duration;
import java.util.Properties;

/**
 * The settings of an admission.
 *
 * @param schedule the batch size and the bounds of the schedule
 * @param maxWait the maximum wait of a transaction, after which it passes through without
 *     scheduling; at most a day
 * @param always whether all transactions are scheduled; otherwise trials decide for each class of
 *     transactions
 */
public record AdmissionConfig(ScheduleConfig schedule, Duration maxWait, boolean always) {
  static final Duration MAX_WAIT = Duration.ofDays(1);

  /**
   * Checks the maximum wait.
   *
   * @throws IllegalArgumentException if the maximum wait is out of its range
   */
  public AdmissionConfig {
    if (maxWait.isNegative() || maxWait.isZero() || maxWait.compareTo(MAX_WAIT) > 0) {
      throw new IllegalArgumentException(
          "maxWait=" + maxWait + " must be positive and at most " + MAX_WAIT);
    }
  }

  /**
   * Returns the configuration for these settings.
   *
   * @throws IllegalArgumentException if a number is out of its range
   */
  public static AdmissionConfig of(Properties settings) {
    int maxRunning = DriverSetting.MAX_RUNNING.count(settings);
    return new AdmissionConfig(
        new ScheduleConfig(
            DriverSetting.BATCH_SIZE.count(settings),
            maxRunning == 0 ? Integer.MAX_VALUE : maxRunning,
            DriverSetting.MAX_QUEUED.count(settings),
            DriverSetting.MAX_QUEUED_PER_ROW.count(settings)),
        Duration.ofMillis(DriverSetting.MAX_WAIT_MS.number(settings)),
        DriverSetting.SCHEDULING.in(settings).equals("always"));
  }
}

package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.driver.Setting;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.sql.KeyColumns;
import java.time.Duration;
import java.util.Properties;

/**
 * The settings of the drop-in driver and DataSource, as text.
 *
 * @param isOn whether transactions are scheduled at all
 * @param config how they are let in
 * @param keys the key columns that were declared; those of other tables are read from the database
 */
public record AdmissionSettings(boolean isOn, AdmissionConfig config, KeyColumns keys) {

  private static final int MAX_COUNT = 10_000_000;
  private static final long MAX_WAIT_MS = Duration.ofDays(1).toMillis();

  /**
   * The settings among these properties; those without a value have their default.
   *
   * @throws IllegalArgumentException when a name is not known or a value is out of its range
   */
  public static AdmissionSettings of(Properties properties) {
    Setting.check(properties);
    int maxRunning = (int) number(properties, Setting.MAX_RUNNING, 0, MAX_COUNT);
    ScheduleConfig schedule =
        new ScheduleConfig(
            (int) number(properties, Setting.BATCH_SIZE, 1, ScheduleConfig.MAX_BATCH_SIZE),
            maxRunning == 0 ? Integer.MAX_VALUE : maxRunning,
            (int) number(properties, Setting.MAX_QUEUED, 1, MAX_COUNT),
            (int) number(properties, Setting.MAX_QUEUED_PER_ROW, 1, MAX_COUNT));
    Duration maxWait = Duration.ofMillis(number(properties, Setting.MAX_WAIT_MS, 1, MAX_WAIT_MS));
    return new AdmissionSettings(
        Setting.SCHEDULING.in(properties).equals("on"),
        new AdmissionConfig(schedule, maxWait),
        KeyColumns.parse(Setting.KEYS.in(properties)));
  }

  private static long number(Properties properties, Setting setting, long least, long most) {
    String text = setting.in(properties);
    try {
      long value = Long.parseLong(text.trim());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, as a number out of range is.
    }
    throw new IllegalArgumentException(
        setting.propertyName() + "=" + text + " must be a number from " + least + " to " + most);
  }
}

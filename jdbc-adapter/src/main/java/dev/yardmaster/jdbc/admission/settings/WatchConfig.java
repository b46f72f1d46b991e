package dev.yardmaster.jdbc.admission.settings;

import dev.yardmaster.jdbc.advice.Advisor;
import dev.yardmaster.jdbc.advice.AdvisorPace;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * The settings of a {@code DatabaseWatch}.
 *
 * @param name the name under which the database is shown
 * @param logIntervalNs the time between two lines of figures, in ns; 0 for none
 * @param advise when the advisor works
 * @param pace the times of the advisor
 */
public record WatchConfig(String name, long logIntervalNs, Advisor.Mode advise, AdvisorPace pace) {

  /**
   * Returns the configuration for these settings.
   *
   * @param byDefault the name if the settings have none
   * @throws IllegalArgumentException if a number is out of its range
   */
  public static WatchConfig of(String byDefault, Properties settings) {
    String given = DriverSetting.NAME.in(settings);
    return new WatchConfig(
        given.isEmpty() ? byDefault : given,
        TimeUnit.SECONDS.toNanos(DriverSetting.LOG_INTERVAL_S.number(settings)),
        Advisor.Mode.valueOf(DriverSetting.ADVISE.in(settings).toUpperCase(Locale.ROOT)),
        AdvisorPace.DEFAULT);
  }
}

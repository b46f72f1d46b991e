package dev.yardmaster.jdbc.admission;

import java.util.Properties;

/** Finds the sessions of a database. Implementations are thread-safe. */
@FunctionalInterface
public interface SessionFactories {

  /**
   * Returns the sessions of a database, always the same object.
   *
   * @param database the URL without parameters, or the name of a DataSource
   * @param settings Yardmaster's settings, with checked names and values
   * @return null if scheduling is off
   * @throws IllegalArgumentException if the value of a setting is out of its range
   */
  SessionFactory of(String database, Properties settings);

  /**
   * Returns the sessions of a database; null if the settings switch scheduling off.
   *
   * @throws IllegalArgumentException if a setting is unknown or its value is invalid
   */
  default SessionFactory unlessOff(String database, Properties settings) {
    DriverSetting.check(settings);
    return DriverSetting.SCHEDULING.in(settings).equals("off") ? null : of(database, settings);
  }
}

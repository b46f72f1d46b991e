package dev.yardmaster.jdbc.admission;

import java.util.Properties;

/** Finds a database's sessions. Any thread. */
@FunctionalInterface
public interface SessionFactories {

  /**
   * The sessions of a database, the same ones every time.
   *
   * @param database its URL without parameters, or the name of a DataSource
   * @param settings ours, whose names and choices were checked
   * @return null when nothing is scheduled
   * @throws IllegalArgumentException when a setting's value is out of its range
   */
  SessionFactory of(String database, Properties settings);

  /**
   * The sessions, or null if the settings switch scheduling off.
   *
   * @throws IllegalArgumentException when a setting is unknown, or its value a bad one
   */
  default SessionFactory unlessOff(String database, Properties settings) {
    DriverSetting.check(settings);
    return DriverSetting.SCHEDULING.in(settings).equals("off") ? null : of(database, settings);
  }
}

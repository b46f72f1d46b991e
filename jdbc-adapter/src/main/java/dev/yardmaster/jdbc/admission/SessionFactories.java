package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.admission.settings.DriverSetting;
import java.util.Properties;

/** Finds the session factory of a database. Implementations are thread-safe. */
@FunctionalInterface
public interface SessionFactories {

  /**
   * Returns the session factory of a database. Repeated calls return the same object.
   *
   * @param database the URL without parameters, or the name of a DataSource
   * @param settings Yardmaster's settings, with checked names and values
   * @return the factory; null if scheduling is off
   * @throws IllegalArgumentException if the value of a setting is out of its range
   */
  SessionFactory of(String database, Properties settings);

  /**
   * Returns the session factory of a database; null if the settings switch scheduling off.
   *
   * @throws IllegalArgumentException if a setting is unknown or its value is invalid
   */
  default SessionFactory unlessOff(String database, Properties settings) {
    DriverSetting.check(settings);
    return DriverSetting.SCHEDULING.in(settings).equals("off") ? null : of(database, settings);
  }
}

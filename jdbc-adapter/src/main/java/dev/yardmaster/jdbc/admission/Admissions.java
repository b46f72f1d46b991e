package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.admission.settings.DriverSetting;
import dev.yardmaster.jdbc.admission.settings.WatchConfig;
import dev.yardmaster.jdbc.coordinator.CoordinatorConfig;
import dev.yardmaster.jdbc.sql.KeyColumns;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The scheduling of each database, for the drop-in driver and DataSource. This class is
 * thread-safe.
 */
public final class Admissions {
  /**
   * A database with its settings.
   *
   * @param values the values of all settings, including defaults, in the order of the settings
   */
  private record Key(String database, List<String> values) {
    static Key of(String database, Properties settings) {
      return new Key(database, Stream.of(DriverSetting.values()).map(s -> s.in(settings)).toList());
    }
  }

  @Shared(
      writers = "the thread that first connects to a database with its settings",
      readers = "threads that connect",
      access = "ConcurrentHashMap, whose entries are never removed")
  private static final ConcurrentHashMap<Key, SessionFactory> BY_DATABASE =
      new ConcurrentHashMap<>();

  /** The end of a shown URL. This text replaces the part of the URL that must not be shown. */
  private static final String HIDDEN = "...";

  private Admissions() {}

  /**
   * Returns the factory of the sessions of one database. All connections with the same settings
   * share the factory.
   *
   * @param database the URL without parameters
   * @param settings checked settings, whose names begin with {@code yardmaster.}
   * @throws IllegalArgumentException if the value of a setting is out of its range
   */
  public static SessionFactory of(String database, Properties settings) {
    return BY_DATABASE.computeIfAbsent(
        Key.of(database, settings),
        key -> factory(database, database.endsWith(HIDDEN) ? "" : database, settings));
  }

  /**
   * Returns a new factory of sessions, for one DataSource. The exceptions are the same as for
   * {@link #of}. If the settings name a coordinator, they must also name the database, because the
   * name of a DataSource differs between processes.
   */
  public static SessionFactory anew(String dataSource, Properties settings) {
    return factory(dataSource, "", settings);
  }

  private static SessionFactory factory(String shown, String database, Properties settings) {
    return new ScheduledSessionFactory(
        AdmissionConfig.of(settings),
        WatchConfig.of(shown, settings),
        coordinator(database, settings),
        KeyColumns.parse(DriverSetting.KEYS.in(settings)),
        SystemNanoClock.INSTANCE);
  }

  /**
   * Returns the coordinator that the settings name; null if the settings name no coordinator.
   *
   * @param database the name by which all processes know the database; empty if there is none
   */
  private static CoordinatorConfig coordinator(String database, Properties settings) {
    String address = DriverSetting.COORDINATOR.in(settings);
    if (address.isEmpty()) {
      return null;
    }
    String given = DriverSetting.COORDINATOR_DATABASE.in(settings);
    String name = given.isEmpty() ? database : given;
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          DriverSetting.COORDINATOR_DATABASE.propertyName()
              + " must name the database, because the URL or the DataSource does not:"
              + " coordinator="
              + address);
    }
    return CoordinatorConfig.of(
        address,
        name,
        DriverSetting.COORDINATOR_TOKEN_FILE.in(settings),
        DriverSetting.COORDINATOR_TLS.in(settings).equals("on"));
  }
}

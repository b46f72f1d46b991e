package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
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

  private Admissions() {}

  /**
   * Returns the sessions of one database. All connections with these settings share the sessions.
   *
   * @param database the URL without parameters
   * @param settings checked settings, whose names begin with {@code yardmaster.}
   * @throws IllegalArgumentException if the value of a setting is out of its range
   */
  public static SessionFactory of(String database, Properties settings) {
    return BY_DATABASE.computeIfAbsent(Key.of(database, settings), key -> anew(database, settings));
  }

  /**
   * Returns new sessions, for one DataSource. The parameters and exceptions are the same as for
   * {@link #of}.
   */
  public static SessionFactory anew(String database, Properties settings) {
    return new ScheduledSessionFactory(
        AdmissionConfig.of(settings),
        KeyColumns.parse(DriverSetting.KEYS.in(settings)),
        SystemNanoClock.INSTANCE);
  }
}

package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.sql.KeyColumns;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;

/** Where the drop-in driver and DataSource get the scheduling of a database. Any thread. */
public final class Admissions {
  /**
   * A database with settings.
   *
   * @param values those of all settings, in their order, defaults too
   */
  private record Key(String database, List<String> values) {
    static Key of(String database, Properties settings) {
      return new Key(database, Stream.of(DriverSetting.values()).map(s -> s.in(settings)).toList());
    }
  }

  private static final ConcurrentHashMap<Key, SessionFactory> BY_DATABASE =
      new ConcurrentHashMap<>();

  private Admissions() {}

  /**
   * The sessions of one database, for all connections to it with these settings.
   *
   * @param database its URL without parameters
   * @param settings those whose names begin with {@code yardmaster.}; known names only
   * @throws IllegalArgumentException when a setting's value is out of its range
   */
  public static SessionFactory of(String database, Properties settings) {
    return BY_DATABASE.computeIfAbsent(Key.of(database, settings), key -> anew(database, settings));
  }

  /** Sessions of their own, as for one DataSource; otherwise as {@link #of}. */
  public static SessionFactory anew(String database, Properties settings) {
    return new ScheduledSessionFactory(
        AdmissionConfig.of(settings),
        KeyColumns.parse(DriverSetting.KEYS.in(settings)),
        SystemNanoClock.INSTANCE);
  }
}

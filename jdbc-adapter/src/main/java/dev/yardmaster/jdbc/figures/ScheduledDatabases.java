package dev.yardmaster.jdbc.figures;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.logging.Loggers;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;

/**
 * The databases that the drop-in driver or a DataSource schedules in this process. A database that
 * was reached by its URL stays registered until the process ends, or until the driver is
 * deregistered. The database of a DataSource stays registered until the DataSource is closed or
 * garbage-collected. This class is thread-safe.
 */
public final class ScheduledDatabases {
  private static final Logger LOG = Loggers.of(ScheduledDatabases.class);

  @Shared(
      writers = "threads that connect first, or close a DataSource",
      readers = "the same, and threads that look for figures",
      access = "guarded by ScheduledDatabases.class")
  private static final Map<String, WeakReference<ScheduledDatabase>> BY_NAME =
      new LinkedHashMap<>();

  @Shared(
      writers = "threads that bind meters",
      readers = "threads that connect first, or close a DataSource",
      access = "guarded by ScheduledDatabases.class")
  private static final List<DatabaseListener> LISTENERS = new ArrayList<>(List.of(new JmxBeans()));

  private ScheduledDatabases() {}

  /** Returns all databases, in the order of their first connections. */
  public static synchronized List<ScheduledDatabase> all() {
    return BY_NAME.values().stream().map(WeakReference::get).filter(Objects::nonNull).toList();
  }

  /**
   * Adds a database.
   *
   * @return the name under which the database is shown: its own name, or, if that name is taken,
   *     the name with a number
   */
  public static synchronized String add(ScheduledDatabase database) {
    removeCollected();
    String name = database.name();
    for (int number = 2; BY_NAME.containsKey(name); number++) {
      name = database.name() + "#" + number;
    }
    BY_NAME.put(name, new WeakReference<>(database));
    String shown = name;
    LISTENERS.forEach(listener -> tell(() -> listener.added(shown, database)));
    return shown;
  }

  /** Removes the database that was added under this name, if it is still there. */
  public static synchronized void remove(String name) {
    if (BY_NAME.remove(name) != null) {
      LISTENERS.forEach(listener -> tell(() -> listener.removed(name)));
    }
  }

  /**
   * Runs a call of a listener. An exception, for example of a meter registry, does not reach the
   * thread of the application that connects or closes.
   */
  private static void tell(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException failure) {
      LOG.warn("the figures of a database could not be registered or removed", failure);
    }
  }

  /** Removes all databases. Is called when the application that has loaded this class ends. */
  public static synchronized void removeAll() {
    List.copyOf(BY_NAME.keySet()).forEach(ScheduledDatabases::remove);
  }

  private static void removeCollected() {
    Iterator<Map.Entry<String, WeakReference<ScheduledDatabase>>> entries =
        List.copyOf(BY_NAME.entrySet()).iterator();
    while (entries.hasNext()) {
      Map.Entry<String, WeakReference<ScheduledDatabase>> entry = entries.next();
      if (entry.getValue().get() == null) {
        remove(entry.getKey());
      }
    }
  }

  /** Adds a listener, and calls it for each database. */
  static synchronized void listen(DatabaseListener listener) {
    LISTENERS.add(listener);
    BY_NAME.forEach(
        (name, reference) -> {
          ScheduledDatabase database = reference.get();
          if (database != null) {
            listener.added(name, database);
          }
        });
  }
}

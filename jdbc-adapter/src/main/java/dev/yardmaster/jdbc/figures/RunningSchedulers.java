package dev.yardmaster.jdbc.figures;

import dev.yardmaster.annotations.Shared;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The schedulers ({@link dev.yardmaster.jdbc.JdbcScheduler}) of this process, from their start to
 * their close. This class is thread-safe.
 */
public final class RunningSchedulers {
  @Shared(
      writers = "threads that start or close a scheduler",
      readers = "the same, and threads that observe waits",
      access = "guarded by RunningSchedulers.class")
  private static final Map<String, WaitSource> BY_NAME = new LinkedHashMap<>();

  @Shared(
      writers = "threads that observe waits",
      readers = "threads that start a scheduler",
      access = "guarded by RunningSchedulers.class")
  private static final List<BiConsumer<String, WaitSource>> LISTENERS = new ArrayList<>();

  private RunningSchedulers() {}

  /**
   * Adds a scheduler.
   *
   * @return the name under which the scheduler is shown: its own name, or, if that name is taken,
   *     the name with a number
   */
  public static synchronized String add(String ownName, WaitSource scheduler) {
    String name = ownName;
    for (int number = 2; BY_NAME.containsKey(name); number++) {
      name = ownName + "#" + number;
    }
    BY_NAME.put(name, scheduler);
    for (BiConsumer<String, WaitSource> listener : LISTENERS) {
      listener.accept(name, scheduler);
    }
    return name;
  }

  /** Removes the scheduler that was added under this name, if it has not been removed. */
  public static synchronized void remove(String name, WaitSource scheduler) {
    BY_NAME.remove(name, scheduler);
  }

  /** Adds a listener, and calls it for each scheduler. */
  static synchronized void listen(BiConsumer<String, WaitSource> listener) {
    LISTENERS.add(listener);
    BY_NAME.forEach(listener);
  }
}

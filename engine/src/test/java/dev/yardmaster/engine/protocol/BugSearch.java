package dev.yardmaster.engine.protocol;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;

/** Searches for a seed whose run finds a planted bug. */
public final class BugSearch {

  private BugSearch() {}

  /** A check that returns whether the run of a seed finds an error. */
  @FunctionalInterface
  public interface SeededCheck {
    boolean finds(int seed) throws IOException;
  }

  /** A run of a seed that throws an exception if it finds an error. */
  @FunctionalInterface
  public interface SeededRun {
    void run(int seed) throws IOException;
  }

  /**
   * Returns a check that finds an error if the run is not good or if a worker fails, for example
   * because a row is torn or a lock is never released.
   */
  public static SeededCheck failing(SeededRun run) {
    return seed -> {
      try {
        run.run(seed);
        return false;
      } catch (IllegalStateException | AssertionError found) {
        return true;
      }
    };
  }

  /** Returns the first seed that finds the bug; fails if no seed from 1 to {@code seeds} does. */
  public static int requireFound(Object bug, int seeds, SeededCheck check) throws IOException {
    return requireFound(bug, 1, seeds, check);
  }

  /**
   * Like {@link #requireFound(Object, int, SeededCheck)}, but tries the seeds from {@code first} on
   * before the seeds below it. A seed that found the bug in an earlier version saves time.
   */
  public static int requireFound(Object bug, int first, int seeds, SeededCheck check)
      throws IOException {
    for (int tried = 0; tried < seeds; tried++) {
      int seed = 1 + (first - 1 + tried) % seeds;
      if (check.finds(seed)) {
        return seed;
      }
    }
    return fail(bug + " is not found by seeds to " + seeds);
  }
}

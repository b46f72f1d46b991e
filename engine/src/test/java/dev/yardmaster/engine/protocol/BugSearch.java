package dev.yardmaster.engine.protocol;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;

/** Searches for a seed whose run finds a planted bug. */
public final class BugSearch {

  private BugSearch() {}

  /** A run whose interleaving depends on a seed. */
  @FunctionalInterface
  public interface SeededRun {
    /**
     * Runs simulated workers and checks the run.
     *
     * @throws AssertionError or IllegalStateException if the run finds an error
     */
    void run(int seed) throws IOException;
  }

  /** Returns the first seed that finds the bug; fails if no seed from 1 to {@code seeds} does. */
  public static int requireFound(Object bug, int seeds, SeededRun run) throws IOException {
    return requireFound(bug, 1, seeds, run);
  }

  /**
   * Like {@link #requireFound(Object, int, SeededRun)}, but tries the seeds from {@code first} on
   * before the seeds below it. A seed that found the bug in an earlier version saves time.
   */
  public static int requireFound(Object bug, int first, int seeds, SeededRun run)
      throws IOException {
    for (int tried = 0; tried < seeds; tried++) {
      int seed = 1 + (first - 1 + tried) % seeds;
      if (finds(run, seed)) {
        return seed;
      }
    }
    return fail(bug + " is not found by seeds to " + seeds);
  }

  private static boolean finds(SeededRun run, int seed) throws IOException {
    try {
      run.run(seed);
      return false;
    } catch (IllegalStateException | AssertionError found) {
      return true; // For example a torn row, or a lock that was never released.
    }
  }
}

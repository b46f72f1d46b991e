package dev.yardmaster.benchmarks.jdbc;

import java.util.Comparator;
import java.util.List;

/**
 * What a limit on concurrent transactions reaches, so that the best is compared.
 *
 * @param side whose limit it is
 * @param tried every limit, in rising order
 */
public record LimitTuning(String side, List<Tried> tried) {

  private static final List<Integer> LIMITS = List.of(1, 2, 3, 4, 6, 8, 12, 16);

  /** What one limit reached. */
  public record Tried(int limit, JdbcFigures figures) {}

  /** Copies the list. */
  public LimitTuning {
    tried = List.copyOf(tried);
  }

  /** Which limits are tried; one above the number of connections would be none. */
  static List<Integer> limits(int connections) {
    return LIMITS.stream().filter(limit -> limit <= connections).toList();
  }

  /** The limit with which most committed. */
  public int best() {
    return tried.stream()
        .max(Comparator.comparingDouble(found -> found.figures().committedPerSecond()))
        .orElseThrow()
        .limit();
  }
}

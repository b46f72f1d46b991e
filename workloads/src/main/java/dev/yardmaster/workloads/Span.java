package dev.yardmaster.workloads;

import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive ids, {@code first} to {@code first + count - 1}, that one transaction loads or reads
 * back.
 */
public record Span(int first, int count) {

  /** Returns the ids 0 to {@code total - 1} in spans of {@code size}; the last may be shorter. */
  public static List<Span> cover(int total, int size) {
    List<Span> spans = new ArrayList<>();
    for (int first = 0; first < total; first += size) {
      spans.add(new Span(first, Math.min(size, total - first)));
    }
    return spans;
  }
}

package dev.yardmaster.workloads;

import java.util.ArrayList;
import java.util.List;

/**
 * The consecutive ids from {@code first} to {@code first + count - 1}, which one transaction loads
 * or reads.
 */
public record Span(int first, int count) {

  /**
   * Returns the ids 0 to {@code total - 1}, divided into spans of {@code size} ids. The last span
   * may be shorter.
   */
  public static List<Span> cover(int total, int size) {
    List<Span> spans = new ArrayList<>();
    for (int first = 0; first < total; first += size) {
      spans.add(new Span(first, Math.min(size, total - first)));
    }
    return spans;
  }
}

package dev.yardmaster.processor.conflicts;

import java.util.ArrayList;
import java.util.List;

/**
 * Small numbers for the names of procedures, so that a name fits beside a transaction's id in one
 * word. Any thread; names are never taken away.
 */
public final class ProcedureNames {

  public static final int UNKNOWN = 0;
  public static final int INTERACTIVE = 1;

  /** A number fits into so many bits. */
  static final int BITS = 16;

  private final List<String> names = new ArrayList<>();

  /** No names but those that stand for {@link #UNKNOWN} and {@link #INTERACTIVE}. */
  public ProcedureNames(String unknown, String interactive) {
    names.add(unknown);
    names.add(interactive);
  }

  /** The number of a name; {@link #UNKNOWN} if it has none and all are given away. */
  public synchronized int numberOf(String name) {
    int known = names.indexOf(name);
    if (known >= 0) {
      return known;
    }
    if (names.size() >> BITS > 0) {
      return UNKNOWN;
    }
    names.add(name);
    return names.size() - 1;
  }

  public synchronized String get(int number) {
    return names.get(number);
  }
}

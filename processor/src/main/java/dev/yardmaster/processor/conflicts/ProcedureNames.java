package dev.yardmaster.processor.conflicts;

import dev.yardmaster.annotations.Shared;
import java.util.ArrayList;
import java.util.List;

/**
 * Small numbers for the names of procedures, so that a procedure's number fits into one word
 * together with a transaction's id. Any thread; names are never removed.
 */
public final class ProcedureNames {

  public static final int UNKNOWN = 0;
  public static final int INTERACTIVE = 1;

  /** A number fits into this many bits. */
  static final int BITS = 16;

  @Shared(
      writers = "threads that register a procedure",
      readers = "the same, and threads that call Pipeline.conflicts()",
      access = "guarded by this object's monitor")
  private final List<String> names = new ArrayList<>();

  /** Creates the table with the names for {@link #UNKNOWN} and {@link #INTERACTIVE} only. */
  public ProcedureNames(String unknown, String interactive) {
    names.add(unknown);
    names.add(interactive);
  }

  /**
   * Returns the number of a name, and assigns one to a new name; {@link #UNKNOWN} if the name has
   * no number and all are taken.
   */
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

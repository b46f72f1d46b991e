package dev.yardmaster.service.conflicts.sketch;

import dev.yardmaster.annotations.Shared;
import java.util.ArrayList;
import java.util.List;

/**
 * Assigns small numbers to the names of procedures, so that a procedure's number and a
 * transaction's number fit into one long. Any thread may call the methods. Names are never removed.
 */
public final class ProcedureNames {

  public static final int UNKNOWN = 0;
  public static final int INTERACTIVE = 1;

  /** The number of bits of a procedure's number. */
  static final int BITS = 16;

  @Shared(
      writers = "threads that register a procedure",
      readers = "the same threads, and threads that ask for the conflicts",
      access = "guarded by this object's monitor")
  private final List<String> names = new ArrayList<>();

  /**
   * Creates a table with two names, which get the numbers {@link #UNKNOWN} and {@link
   * #INTERACTIVE}.
   */
  public ProcedureNames(String unknown, String interactive) {
    names.add(unknown);
    names.add(interactive);
  }

  /**
   * Returns the number of a name. A new name gets a new number or, if all numbers are in use,
   * {@link #UNKNOWN}.
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

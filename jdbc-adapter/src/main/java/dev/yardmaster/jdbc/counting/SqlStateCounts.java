package dev.yardmaster.jdbc.counting;

import dev.yardmaster.annotations.Shared;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts errors by SQLState. A client can cause any number of different SQLStates, so at most
 * {@value #MAX_STATES} of them have their own counts. This class is thread-safe.
 */
final class SqlStateCounts {
  /** The name of the common count of all other SQLStates. */
  static final String OTHER = "other";

  private static final String NONE = "none";
  private static final int MAX_STATES = 50;
  private static final int STATE_LENGTH = 5;

  @Shared(
      writers = "threads that end an aborted transaction",
      readers = "threads that read the figures",
      access =
          "ConcurrentHashMap of LongAdder; entries are never removed, and each thread may exceed"
              + " the bound by one entry")
  private final ConcurrentHashMap<String, LongAdder> counts = new ConcurrentHashMap<>();

  /** Counts an error with this SQLState; null if the error has no SQLState. */
  void count(String state) {
    String key = state == null ? NONE : isState(state) ? state : OTHER;
    LongAdder known = counts.get(key);
    if (known == null) {
      known =
          counts.computeIfAbsent(counts.size() < MAX_STATES ? key : OTHER, any -> new LongAdder());
    }
    known.increment();
  }

  private static boolean isState(String text) {
    return text.length() == STATE_LENGTH && text.chars().allMatch(SqlStateCounts::isInState);
  }

  private static boolean isInState(int c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  /** Returns the number of all counted errors. */
  long sum() {
    return counts.reduceValuesToLong(Long.MAX_VALUE, LongAdder::sum, 0, Long::sum);
  }

  /** Returns the counts, in the order of the states. */
  Map<String, Long> all() {
    Map<String, Long> all = new TreeMap<>();
    counts.forEach((state, count) -> all.put(state, count.sum()));
    return all;
  }
}

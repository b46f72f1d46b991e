package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.sql.RowUse;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of transactions before they tell: by their first text, and by thread. Any thread.
 */
final class Predictions {
  /** An application with more texts than that makes them up as it goes. */
  private static final int MAX_TEMPLATES = 1_000;

  private static final int MAX_ABORTED = 10_000;

  /**
   * A transaction that the database aborted.
   *
   * @param firstText the text that it began with
   * @param first the rows of that statement
   * @param rows all rows that it had used
   */
  private record Aborted(String firstText, List<RowUse> first, List<RowUse> rows) {}

  private final ConcurrentHashMap<String, TransactionTemplate> templates =
      new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Long, Aborted> abortedByThread = new ConcurrentHashMap<>();

  /** What transactions that begin with this text do. */
  TransactionTemplate template(String firstText) {
    TransactionTemplate known = templates.get(firstText);
    if (known != null) {
      return known;
    }
    if (templates.size() >= MAX_TEMPLATES) {
      // What is in use is learned again soon; what came once is not missed.
      templates.clear();
    }
    return templates.computeIfAbsent(firstText, text -> new TransactionTemplate());
  }

  /** Remembers what this thread's transaction had used when it was aborted. */
  void aborted(String firstText, List<RowUse> first, List<RowUse> rows) {
    if (abortedByThread.size() >= MAX_ABORTED) {
      // Mostly of threads that have ended. Who is still there loses a guess.
      abortedByThread.clear();
    }
    abortedByThread.put(
        Thread.currentThread().getId(), new Aborted(firstText, first, List.copyOf(rows)));
  }

  /**
   * What this thread's last transaction had used, if it was aborted and began as this one does;
   * else the rows of this one. Forgets it.
   */
  List<RowUse> knownRows(String firstText, List<RowUse> first) {
    Aborted last = abortedByThread.remove(Thread.currentThread().getId());
    return last != null && last.firstText.equals(firstText) && last.first.equals(first)
        ? last.rows
        : first;
  }
}

package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Predicts the rows of transactions, by the text of a transaction's first statement and by the
 * thread. This class is thread-safe.
 */
final class Predictions {
  /** The maximum number of templates. An application with more texts generates its texts. */
  private static final int MAX_TEMPLATES = 1_000;

  private static final int MAX_ABORTED = 10_000;

  /**
   * A transaction that the database aborted.
   *
   * @param firstText the text of its first statement
   * @param first the rows of the first statement
   * @param rows all rows that the transaction used
   */
  private record Aborted(String firstText, List<RowUse> first, List<RowUse> rows) {}

  @Shared(
      writers = "threads that begin a transaction",
      readers = "the same",
      access = "ConcurrentHashMap; each thread may exceed the bound by one entry")
  private final ConcurrentHashMap<String, TransactionTemplate> templates =
      new ConcurrentHashMap<>();

  @Shared(
      writers =
          "threads that end or begin a transaction; each thread writes its own entry, and clears"
              + " the map if the map is full",
      readers = "the same",
      access = "ConcurrentHashMap; each thread may exceed the bound by one entry")
  private final ConcurrentHashMap<Long, Aborted> abortedByThread = new ConcurrentHashMap<>();

  /** Returns the template of the transactions whose first statement has this text. */
  TransactionTemplate template(String firstText) {
    TransactionTemplate known = templates.get(firstText);
    if (known != null) {
      return known;
    }
    if (templates.size() >= MAX_TEMPLATES) {
      // The templates of texts in use are soon built again. The templates of texts that occurred
      // only once are not needed.
      templates.clear();
    }
    return templates.computeIfAbsent(firstText, text -> new TransactionTemplate());
  }

  /** Records the rows of this thread's transaction, which the database aborted. */
  void aborted(String firstText, List<RowUse> first, List<RowUse> rows) {
    if (abortedByThread.size() >= MAX_ABORTED) {
      // Most entries belong to threads that have ended. Each thread that is alive loses one
      // prediction.
      abortedByThread.clear();
    }
    abortedByThread.put(
        Thread.currentThread().getId(), new Aborted(firstText, first, List.copyOf(rows)));
  }

  /**
   * Returns the rows of this thread's last transaction, if that transaction was aborted and began
   * with the same text and rows; otherwise returns {@code first}. Removes the record of the
   * transaction.
   */
  List<RowUse> knownRows(String firstText, List<RowUse> first) {
    Aborted last = abortedByThread.remove(Thread.currentThread().getId());
    return last != null && last.firstText.equals(firstText) && last.first.equals(first)
        ? last.rows
        : first;
  }
}

package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The classes of a database's transactions, by the text of the first statement. The object also
 * keeps, for each thread, the last transaction if the database aborted it. This class is
 * thread-safe.
 */
final class TransactionClasses {
  /** The maximum number of classes. An application that exceeds it probably generates its texts. */
  private static final int MAX_CLASSES = 1_000;

  private static final int MAX_ABORTED = 10_000;

  /**
   * A transaction that the database aborted.
   *
   * @param firstText the text of its first statement
   * @param first the rows of the first statement; empty if the transaction was not recorded
   * @param rows all rows that the transaction used
   * @param waitedNs the time for which the transaction and its earlier attempts have waited
   * @param endedNs the time of its end
   */
  record Aborted(
      String firstText, List<RowUse> first, List<RowUse> rows, long waitedNs, long endedNs) {}

  private final Supplier<TransactionClass> made;

  @Shared(
      writers = "threads that begin a transaction",
      readers = "threads that begin a transaction or look at the trials",
      access = "ConcurrentHashMap; each thread may exceed the bound by one entry")
  private final ConcurrentHashMap<String, TransactionClass> classes = new ConcurrentHashMap<>();

  @Shared(
      writers =
          "threads that end or begin a transaction; each thread writes its own entry, and clears"
              + " the map if the map is full",
      readers = "the same",
      access = "ConcurrentHashMap; each thread may exceed the bound by one entry")
  private final ConcurrentHashMap<Long, Aborted> abortedByThread = new ConcurrentHashMap<>();

  /** Creates an object without classes. {@code made} creates each new class. */
  TransactionClasses(Supplier<TransactionClass> made) {
    this.made = made;
  }

  /** Returns the class of the transactions whose first statement has this text. */
  TransactionClass of(String firstText) {
    TransactionClass known = classes.get(firstText);
    if (known != null) {
      return known;
    }
    if (classes.size() >= MAX_CLASSES) {
      // The classes of texts in use are soon created again. The classes of texts that occurred only
      // once are not needed.
      classes.clear();
    }
    return classes.computeIfAbsent(firstText, text -> made.get());
  }

  /** Returns all classes, as a view. */
  Collection<TransactionClass> all() {
    return classes.values();
  }

  /** Records this thread's transaction, which the database aborted. */
  void recordAborted(Aborted transaction) {
    if (abortedByThread.size() >= MAX_ABORTED) {
      // The map is cleared, because most entries belong to threads that have ended. Each live
      // thread loses at most one prediction.
      abortedByThread.clear();
    }
    abortedByThread.put(Thread.currentThread().getId(), transaction);
  }

  /**
   * Returns this thread's last transaction, if the database aborted that transaction and its first
   * statement had the same text; otherwise returns null. Removes the record of the last transaction
   * in both cases.
   */
  Aborted takeAborted(String firstText) {
    Long thread = Thread.currentThread().getId();
    // A read comes first, because most transactions were not aborted and need no write to the map.
    Aborted last = abortedByThread.get(thread);
    if (last == null) {
      return null;
    }
    abortedByThread.remove(thread);
    return last.firstText.equals(firstText) ? last : null;
  }
}

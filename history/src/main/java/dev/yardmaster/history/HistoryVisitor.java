package dev.yardmaster.history;

import dev.yardmaster.api.Key;

/**
 * Receives a history from {@link HistoryReader}, on the thread that reads it. Transactions come one
 * after the other, each as {@code begin}, its reads and writes in recorded order, and {@code end}.
 * The transactions of one recorder keep their order; those of different recorders are interleaved
 * in any order.
 *
 * <p>A key is a table's number and an id, so that an access allocates nothing. Values are digests:
 * equal values have equal digests.
 */
public interface HistoryVisitor {

  /** The digest of an absent value, and of no other. */
  int ABSENT = 0;

  /**
   * Introduces a table, before its first use.
   *
   * @param table its number, counted from 0
   */
  void table(int table, String name);

  /**
   * Begins a committed transaction.
   *
   * @param commitVersion 0 if the transaction has none
   * @param endNs at or after {@code beginNs}; {@link HistoryRecorder#UNKNOWN_END} if the caller
   *     never learned of the end
   */
  void begin(long transactionId, long commitVersion, long beginNs, long endNs);

  /** The transaction read a number key; {@code version} as in {@link HistoryRecorder#read}. */
  void read(int table, long number, long version, int digest);

  /**
   * The transaction read a text or bytes key.
   *
   * @param buffer holds the id in {@code idLength} bytes from {@code idOffset}; reused after this
   *     call
   */
  void read(
      int table,
      Key.Kind kind,
      byte[] buffer,
      int idOffset,
      int idLength,
      long version,
      int digest);

  /** The transaction wrote or deleted a number key. */
  void write(int table, long number, long version, int digest);

  /** The transaction wrote or deleted a text or bytes key; {@code buffer} as for a read. */
  void write(
      int table,
      Key.Kind kind,
      byte[] buffer,
      int idOffset,
      int idLength,
      long version,
      int digest);

  /** Ends the transaction. */
  void end();
}

package dev.yardmaster.history;

import dev.yardmaster.api.Key;

/**
 * What {@link HistoryReader} tells of a history, on the thread that reads it. Transactions come one
 * after the other, each as {@code begin}, its reads and writes in the order in which they were
 * recorded, and {@code end}; those of one recorder come in its order, those of several in no
 * particular one.
 *
 * <p>A key is a table's number and an id, so that nothing is allocated for an access. Values are
 * digests: equal values have equal ones.
 */
public interface HistoryVisitor {

  /** The digest of a value that is absent, and of no other. */
  int ABSENT = 0;

  /**
   * A table, before its first use.
   *
   * @param table its number, counted from 0
   */
  void table(int table, String name);

  /**
   * A committed transaction.
   *
   * @param commitVersion 0 if it has none
   * @param endNs not before {@code beginNs}; {@link HistoryRecorder#UNKNOWN_END} if its caller
   *     never learned that it had ended
   */
  void begin(long transactionId, long commitVersion, long beginNs, long endNs);

  /** It read a number key; {@code version} as in {@link HistoryRecorder#read}. */
  void read(int table, long number, long version, int digest);

  /**
   * It read a text or bytes key.
   *
   * @param buffer holds the id in {@code idLength} bytes from {@code idOffset}; it is used again
   *     after this call
   */
  void read(
      int table,
      Key.Kind kind,
      byte[] buffer,
      int idOffset,
      int idLength,
      long version,
      int digest);

  /** It wrote or deleted a number key. */
  void write(int table, long number, long version, int digest);

  /** It wrote or deleted a text or bytes key; {@code buffer} as for a read. */
  void write(
      int table,
      Key.Kind kind,
      byte[] buffer,
      int idOffset,
      int idLength,
      long version,
      int digest);

  /** The transaction is complete. */
  void end();
}

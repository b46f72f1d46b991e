package dev.yardmaster.history;

import dev.yardmaster.api.Key;

/**
 * Receives a history from {@link HistoryReader}, on the thread that reads it. For each transaction,
 * the reader calls {@code begin}, then the methods for the transaction's reads and writes in
 * recorded order, and then {@code end}. The transactions of one recorder keep their order. The
 * transactions of different recorders are interleaved in any order.
 *
 * <p>The visitor receives a key as a table's number and an id, so that an access needs no
 * allocation. The visitor receives the digest of a value instead of the value. Equal values have
 * equal digests.
 */
public interface HistoryVisitor {

  /** The digest of an absent value. No other value has this digest. */
  int ABSENT = 0;

  /**
   * Defines a table; called before the table's first use.
   *
   * @param table the table's number, counted from 0
   */
  void table(int table, String name);

  /**
   * Begins a committed transaction.
   *
   * @param commitVersion the commit version; 0 if the transaction has no commit version
   * @param endNs the time of the end, which is not before {@code beginNs}; {@link
   *     HistoryRecorder#UNKNOWN_END} if the caller never got the outcome
   */
  void begin(long transactionId, long commitVersion, long beginNs, long endNs);

  /**
   * Reports that the transaction read a number key. {@code version} has the meaning of {@link
   * HistoryRecorder#read}.
   */
  void read(int table, long number, long version, int digest);

  /**
   * Reports that the transaction read a text or bytes key.
   *
   * @param buffer the buffer that holds the id in {@code idLength} bytes from {@code idOffset}; it
   *     is reused after this call
   */
  void read(
      int table,
      Key.Kind kind,
      byte[] buffer,
      int idOffset,
      int idLength,
      long version,
      int digest);

  /** Reports that the transaction wrote or deleted a number key. */
  void write(int table, long number, long version, int digest);

  /**
   * Reports that the transaction wrote or deleted a text or bytes key. {@code buffer} has the same
   * meaning as for a read.
   */
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

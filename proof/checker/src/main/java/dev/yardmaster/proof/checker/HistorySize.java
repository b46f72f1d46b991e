package dev.yardmaster.proof.checker;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryVisitor;
import java.io.IOException;

/** Counts the rows of a history, so that the columns can be allocated in their final size. */
final class HistorySize implements HistoryVisitor {

  /** The length of the longest array that every JVM can allocate. */
  private static final int MAX_ROWS = Integer.MAX_VALUE - 8;

  private long transactions;
  private long reads;
  private long writes;

  int transactions() throws IOException {
    return rows("transactions", transactions);
  }

  int reads() throws IOException {
    return rows("reads", reads);
  }

  int writes() throws IOException {
    return rows("writes", writes);
  }

  private static int rows(String what, long count) throws IOException {
    if (count >= MAX_ROWS) {
      throw new IOException(
          "the history is too long for the checker: " + what + "=" + count + ", max=" + MAX_ROWS);
    }
    return (int) count;
  }

  @Override
  public void table(int table, String name) {}

  @Override
  public void begin(long transactionId, long commitVersion, long beginNs, long endNs) {}

  @Override
  public void read(int table, long number, long version, int digest) {
    reads++;
  }

  @Override
  public void read(
      int table,
      Key.Kind kind,
      byte[] buffer,
      int idOffset,
      int idLength,
      long version,
      int digest) {
    reads++;
  }

  @Override
  public void write(int table, long number, long version, int digest) {
    writes++;
  }

  @Override
  public void write(
      int table,
      Key.Kind kind,
      byte[] buffer,
      int idOffset,
      int idLength,
      long version,
      int digest) {
    writes++;
  }

  @Override
  public void end() {
    transactions++;
  }
}

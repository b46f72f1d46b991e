package dev.yardmaster.jdbc.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A model of a database with snapshots. The model aborts transactions like PostgreSQL at
 * SERIALIZABLE, but slightly more often. Of two overlapping transactions that write one row, the
 * model aborts the later transaction. The model also aborts a transaction that would complete two
 * consecutive reader-to-writer conflicts among overlapping transactions (Cahill, Röhm and Fekete,
 * "Serializable Isolation for Snapshot Databases", section 3). All times are simulated.
 */
final class ModelDatabase {

  /** A transaction of the model. */
  static final class Transaction {
    final long[] reads;
    final long[] writes;
    long begin;
    long commit;
    private boolean isRead;
    private boolean isOverwritten;

    Transaction(long[] reads, long[] writes) {
      this.reads = reads;
      this.writes = writes;
    }

    /**
     * Returns a transaction that has the snapshot of this transaction, and the reads and writes of
     * both transactions.
     */
    Transaction and(Transaction other) {
      Transaction both = new Transaction(concat(reads, other.reads), concat(writes, other.writes));
      both.begin = begin;
      return both;
    }

    private static long[] concat(long[] a, long[] b) {
      return LongStream.concat(LongStream.of(a), LongStream.of(b)).toArray();
    }

    /**
     * Returns whether this transaction reads a row that the other transaction writes. A write
     * counts as a read, too.
     */
    private boolean readsFrom(Transaction other) {
      return overlap(reads, other.writes) || overlap(writes, other.writes);
    }
  }

  private final List<Transaction> committed = new ArrayList<>();

  /** Commits a transaction and returns true, or aborts it and returns false. */
  boolean commit(Transaction transaction, long now) {
    List<Transaction> readers = new ArrayList<>();
    List<Transaction> overwriters = new ArrayList<>();
    for (Transaction other : committed) {
      if (other.commit < transaction.begin) {
        continue;
      }
      if (overlap(other.writes, transaction.writes)) {
        return false;
      }
      if (other.readsFrom(transaction)) {
        readers.add(other);
      }
      if (transaction.readsFrom(other)) {
        overwriters.add(other);
      }
    }
    boolean dangerous =
        (!readers.isEmpty() && !overwriters.isEmpty())
            || readers.stream().anyMatch(reader -> reader.isRead)
            || overwriters.stream().anyMatch(overwriter -> overwriter.isOverwritten);
    if (dangerous) {
      return false;
    }
    readers.forEach(reader -> reader.isOverwritten = true);
    overwriters.forEach(overwriter -> overwriter.isRead = true);
    transaction.isRead = !readers.isEmpty();
    transaction.isOverwritten = !overwriters.isEmpty();
    transaction.commit = now;
    committed.add(transaction);
    return true;
  }

  int commits() {
    return committed.size();
  }

  /**
   * Returns whether the committed transactions have an order that explains each transaction's
   * reads.
   */
  boolean isSerializable() {
    int count = committed.size();
    int[] before = new int[count];
    boolean[][] precedes = new boolean[count][count];
    for (int a = 0; a < count; a++) {
      for (int b = 0; b < count; b++) {
        if (a != b && precedes(committed.get(a), committed.get(b))) {
          precedes[a][b] = true;
          before[b]++;
        }
      }
    }
    Deque<Integer> free = new ArrayDeque<>();
    for (int i = 0; i < count; i++) {
      if (before[i] == 0) {
        free.add(i);
      }
    }
    int ordered = 0;
    while (!free.isEmpty()) {
      int next = free.remove();
      ordered++;
      for (int other = 0; other < count; other++) {
        if (precedes[next][other] && --before[other] == 0) {
          free.add(other);
        }
      }
    }
    return ordered == count;
  }

  private static boolean precedes(Transaction a, Transaction b) {
    boolean overwrites = overlap(a.writes, b.writes) && a.commit < b.commit;
    boolean isReadBy = overlap(a.writes, b.reads) && a.commit < b.begin;
    boolean missed = overlap(a.reads, b.writes) && a.begin < b.commit;
    return overwrites || isReadBy || missed;
  }

  private static boolean overlap(long[] a, long[] b) {
    for (long x : a) {
      for (long y : b) {
        if (x == y) {
          return true;
        }
      }
    }
    return false;
  }
}

package dev.yardmaster.benchmarks.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.BitUtil;

/**
 * Transactions that are drawn before a run, so that drawing does not slow the measurement. Every
 * client iterates over all these transactions in a circle, and each client starts at a different
 * transaction. Instances are immutable.
 */
public final class DrawnCalls<T> {

  /**
   * The number of transactions that a workload draws. The number is so large that the repetition in
   * a second pass has no effect on the results.
   */
  public static final int POOL_SIZE = 1 << 16;

  private static final int MAX_POOL_SIZE = 1 << 21;

  private final List<T> pool;

  private DrawnCalls(List<T> pool) {
    this.pool = pool;
  }

  /**
   * Returns the number of transactions to draw for a table of {@code rows} rows. Together, the
   * transactions access at least half as many rows as the table has, unless this needs more than
   * two million transactions; then the number is two million.
   *
   * @param drawn the number of rows that a transaction draws
   */
  public static int poolSize(int rows, int drawn) {
    int needed = BitUtil.findNextPositivePowerOfTwo(rows / drawn / 2);
    return Math.min(MAX_POOL_SIZE, Math.max(POOL_SIZE, needed));
  }

  /** Draws {@code size} transactions; the size must be a power of two. */
  public static <T> DrawnCalls<T> draw(int size, Supplier<T> source) {
    List<T> pool = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      pool.add(source.get());
    }
    return new DrawnCalls<>(Collections.unmodifiableList(pool));
  }

  /**
   * Returns the iteration for one of {@code clients} clients. The clients start at equal distances.
   */
  public Walk<T> walk(int client, int clients) {
    return new Walk<>(pool, (int) ((long) pool.size() * client / clients));
  }

  /** Returns one {@link Walk} for each client, in the clients' order. */
  public List<Walk<T>> walks(int clients) {
    List<Walk<T>> walks = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      walks.add(walk(client, clients));
    }
    return walks;
  }

  /** An endless iteration over the transactions, for use by one thread. */
  public static final class Walk<T> {
    private final List<T> pool;
    private int next;

    private Walk(List<T> pool, int start) {
      this.pool = pool;
      this.next = start;
    }

    /** Returns the next transaction. */
    public T next() {
      T drawn = pool.get(next);
      next = (next + 1) & (pool.size() - 1);
      return drawn;
    }
  }
}

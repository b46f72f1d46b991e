package dev.yardmaster.reorder.assignment;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;
import java.util.Objects;

/**
 * Assigns the transactions of a batch to threads in equal shares, so that conflicting transactions
 * run on one thread.
 *
 * <p>For engines in which a thread runs its transactions one after another: two transactions of one
 * thread cannot conflict, and their shared data is in that core's cache. The thread-aware policy of
 * Ding, Kot and Gehrke, PVLDB 12(2), section 4.2, fills thread by thread:
 *
 * <ol>
 *   <li>The first transaction of a thread is the one with the most conflicts with unassigned
 *       transactions.
 *   <li>Each further transaction is the one with the most conflicts with the thread's transactions;
 *       among equals, the most keys shared with them; then the most conflicts with unassigned
 *       transactions.
 *   <li>A tie goes to the oldest transaction, so that the result depends only on the batch.
 * </ol>
 *
 * <p>A conflict is a pair of transactions of which one writes a key that the other reads or writes;
 * the number of such keys does not matter. A shared key counts once, whether read or written; the
 * read of a key that the same transaction writes has no effect and can be left out.
 *
 * <p>Within a thread, transactions keep the order of the batch: they run one after another, so no
 * order has fewer conflicts, and the oldest should not wait. If no key is shared, transactions are
 * dealt round-robin, which starts the oldest first.
 *
 * <p>Shares differ by one at most, and the first threads have the larger ones. The paper's section
 * 5.5 uses 4 transactions for each thread.
 *
 * <p>O(accesses + transactions² + shared accesses × transactions / 64), of which a batch without
 * shared keys costs the first term. Single-threaded; memory is reused and grows only for a larger
 * batch than any before.
 */
public final class ThreadAssignment {
  private final SharedKeys shared = new SharedKeys();
  private final ThreadWeights weights = new ThreadWeights();
  private int size;
  private int threads;
  private int[] threadOf = new int[0];
  private int[] transactions = new int[0];
  // start[i] .. start[i + 1] is the range of thread i in transactions.
  private int[] start = new int[1];

  /**
   * Replaces the assignment by that of a batch.
   *
   * @param threadCount the number of threads, 1 to {@link AccessSets#MAX_TRANSACTIONS}
   * @throws IllegalArgumentException when the number is out of range
   */
  public void assign(AccessSets batch, int threadCount) {
    if (threadCount < 1 || threadCount > AccessSets.MAX_TRANSACTIONS) {
      throw new IllegalArgumentException(
          "threads=" + threadCount + " must be 1 to " + AccessSets.MAX_TRANSACTIONS);
    }
    size = batch.size();
    threads = threadCount;
    if (threadOf.length < size) {
      threadOf = new int[Capacity.atLeast(size)];
      transactions = new int[threadOf.length];
    }
    if (start.length <= threads) {
      start = new int[Capacity.atLeast(threads) + 1];
    }
    if (shared.build(batch)) {
      fillThreadByThread();
    } else {
      dealOut();
    }
    groupByThread();
  }

  /** Returns the number of transactions in the batch. */
  public int size() {
    return size;
  }

  /** Returns the number of threads. */
  public int threads() {
    return threads;
  }

  /** Returns the thread of transaction {@code t}, from 0. */
  public int thread(int t) {
    return threadOf[Objects.checkIndex(t, size)];
  }

  /** Returns the number of transactions of a thread. */
  public int count(int thread) {
    return start[Objects.checkIndex(thread, threads) + 1] - start[thread];
  }

  /**
   * One of a thread's transactions, in the order in which the thread runs them; {@code i} from 0.
   */
  public int transaction(int thread, int i) {
    return transactions[start[thread] + Objects.checkIndex(i, count(thread))];
  }

  private int share(int thread) {
    return size / threads + (thread < size % threads ? 1 : 0);
  }

  private void dealOut() {
    for (int t = 0, thread = 0; t < size; t++) {
      threadOf[t] = thread;
      thread++;
      thread = thread == threads ? 0 : thread;
    }
  }

  private void fillThreadByThread() {
    // The last thread gets the remaining transactions, whatever their weights.
    Arrays.fill(threadOf, 0, size, threads - 1);
    weights.start(shared, size);
    int filled = Math.min(threads - 1, size);
    for (int thread = 0; thread < filled; thread++) {
      if (thread > 0) {
        weights.nextThread();
      }
      for (int left = share(thread); left > 0; left--) {
        int taken = weights.take();
        threadOf[taken] = thread;
        if (left > 1) {
          weights.addKeys(taken);
        }
      }
    }
  }

  private void groupByThread() {
    // start[thread + 1] moves from the start of the thread to its end, which is the start of the
    // next thread.
    for (int thread = 0, from = 0; thread < threads; thread++) {
      start[thread + 1] = from;
      from += share(thread);
    }
    for (int t = 0; t < size; t++) {
      transactions[start[threadOf[t] + 1]++] = t;
    }
  }
}

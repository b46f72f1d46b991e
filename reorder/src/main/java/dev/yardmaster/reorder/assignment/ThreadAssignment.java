package dev.yardmaster.reorder.assignment;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;
import java.util.Objects;

/**
 * Assigns the transactions of a batch to threads in equal shares, so that conflicting transactions
 * run on one thread.
 *
 * <p>The class is for engines in which each thread runs its transactions one after another. So two
 * transactions of the same thread cannot conflict, and the data that they share is in the cache of
 * the thread's core. The thread-aware policy of Ding, Kot and Gehrke, PVLDB 12(2), section 4.2,
 * fills one thread after another:
 *
 * <ol>
 *   <li>The first transaction of a thread is the transaction with the most conflicts with
 *       unassigned transactions.
 *   <li>Each further transaction is the transaction with the most conflicts with the thread's
 *       transactions. If several transactions are equal by this rule, the one that shares the most
 *       keys with the thread's transactions is chosen. If several are still equal, the one with the
 *       most conflicts with unassigned transactions is chosen.
 *   <li>A tie goes to the oldest transaction, so that the result depends only on the batch.
 * </ol>
 *
 * <p>A conflict is a pair of transactions that access a common key, where at least one transaction
 * writes the key. The number of such keys does not matter. A shared key counts once, even if a
 * transaction both reads and writes it. If a transaction writes a key, its read of the same key has
 * no effect and can be omitted.
 *
 * <p>Within a thread, transactions stay in the order of the batch. The transactions of a thread run
 * one after another, so their order does not affect conflicts. The order of the batch lets the
 * oldest transactions run first. If no key is shared, transactions are distributed round-robin, so
 * that the oldest transactions start first.
 *
 * <p>The numbers of transactions per thread differ by at most one, and the first threads have the
 * larger numbers. The paper's section 5.5 uses 4 transactions for each thread.
 *
 * <p>The cost is O(accesses + transactions² + shared accesses × transactions / 64). A batch without
 * shared keys costs only the first term. The class is single-threaded. The memory is reused, and
 * grows only for a batch that is larger than all earlier batches.
 */
public final class ThreadAssignment {
  private final SharedKeys shared = new SharedKeys();
  private final ThreadWeights weights = new ThreadWeights();
  private int size;
  private int threads;
  private int[] threadOf = new int[0];
  private int[] transactions = new int[0];
  // Thread i runs transactions[start[i]] up to, but not including, transactions[start[i + 1]].
  private int[] start = new int[1];

  /**
   * Replaces the assignment by the assignment of a batch.
   *
   * @param threadCount the number of threads, 1 to {@link AccessSets#MAX_TRANSACTIONS}
   * @throws IllegalArgumentException if the number is out of range
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

  /** Returns a thread's {@code i}-th transaction, counted from 0 in the order of execution. */
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
    // Initially all transactions belong to the last thread. The other threads then choose theirs.
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
    // This loop stores the start of each thread in start[thread + 1]. The next loop moves
    // start[thread + 1] to the end of the thread, which is the start of the next thread.
    for (int thread = 0, from = 0; thread < threads; thread++) {
      start[thread + 1] = from;
      from += share(thread);
    }
    for (int t = 0; t < size; t++) {
      transactions[start[threadOf[t] + 1]++] = t;
    }
  }
}

package dev.yardmaster.reorder.assignment;

import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;

/**
 * The weights by which transactions are chosen for a thread. The weights are updated after every
 * choice.
 *
 * <p>A weight is one long with one bit field for each criterion, so a comparison of two longs
 * compares the criteria in their order. From the highest bits to the lowest, the criteria are: the
 * number of conflicts with the transactions of the current thread, the number of keys shared with
 * these transactions, the number of conflicts with unassigned transactions, and the complement of
 * the position in the batch. Because of the last criterion, the oldest transaction wins a tie. No
 * two weights are equal, and the highest weight identifies its transaction. The counts fit into
 * their bits, because a batch has at most 4,096 transactions, and each transaction has fewer than
 * 2^27 shared keys.
 *
 * <p>The choice of a transaction changes only the weights of transactions that conflict or share a
 * key with the chosen transaction. Each key of a thread counts only once, even if several of the
 * thread's transactions access it.
 */
final class ThreadWeights {
  private static final int COUNT_BITS = 12;
  private static final int KEY_BITS = 27;
  private static final long OPEN_CONFLICT = 1L << COUNT_BITS;
  private static final long SHARED_KEY = OPEN_CONFLICT << COUNT_BITS;
  private static final long THREAD_CONFLICT = SHARED_KEY << KEY_BITS;
  private static final long LAST_POSITION = OPEN_CONFLICT - 1;

  /**
   * The weight of a chosen transaction. This weight is below all other weights, also after {@link
   * #KEPT_BY_NEXT_THREAD} is applied.
   */
  private static final long TAKEN = Long.MIN_VALUE;

  private static final long KEPT_BY_NEXT_THREAD = TAKEN | (SHARED_KEY - 1);

  private SharedKeys shared = new SharedKeys();
  private int size;
  private int thread;
  private long[] weights = new long[0];
  private long[] open = new long[0];
  private int[] lastThread = new int[0];

  /**
   * Starts a batch. All transactions are unassigned, and the first thread is the current thread.
   */
  void start(SharedKeys sharedKeys, int transactions) {
    shared = sharedKeys;
    size = transactions;
    thread = 1;
    int words = shared.words();
    if (weights.length < size) {
      weights = new long[Capacity.atLeast(size)];
      open = new long[weights.length / Long.SIZE + 1];
    }
    if (lastThread.length <= shared.count()) {
      lastThread = new int[Capacity.atLeast(shared.count() + 1)];
    }
    Arrays.fill(lastThread, 1, shared.count() + 1, 0);
    Arrays.fill(open, 0, words, -1L);
    open[words - 1] = -1L >>> -size;
    long[] conflicts = shared.conflicts();
    for (int t = 0; t < size; t++) {
      int degree = 0;
      for (int w = 0; w < words; w++) {
        degree += Long.bitCount(conflicts[t * words + w]);
      }
      weights[t] = degree * OPEN_CONFLICT + LAST_POSITION - t;
    }
  }

  /** Makes the next thread the current thread. It has no transactions yet. */
  void nextThread() {
    thread++;
    for (int t = 0; t < size; t++) {
      weights[t] &= KEPT_BY_NEXT_THREAD;
    }
  }

  /**
   * Assigns the unassigned transaction with the highest weight to the current thread, and returns
   * this transaction. There must be an unassigned transaction.
   */
  int take() {
    long highest = TAKEN;
    for (int t = 0; t < size; t++) {
      highest = Math.max(highest, weights[t]);
    }
    int taken = (int) (LAST_POSITION - (highest & LAST_POSITION));
    weights[taken] = TAKEN;
    open[taken >> 6] &= ~(1L << taken);
    add(shared.conflicts(), taken, THREAD_CONFLICT - OPEN_CONFLICT);
    return taken;
  }

  /**
   * Adds the keys of the transaction that was taken last to the keys of the current thread. The
   * call is unnecessary for the last transaction of a thread.
   */
  void addKeys(int taken) {
    int[] keys = shared.keys();
    for (int k = shared.start(taken); k < shared.end(taken); k++) {
      int key = keys[k];
      if (lastThread[key] != thread) {
        lastThread[key] = thread;
        add(shared.accessors(), key, SHARED_KEY);
      }
    }
  }

  /** Adds an amount to the weights of the unassigned transactions in a row. */
  private void add(long[] rows, int row, long amount) {
    int words = shared.words();
    for (int w = 0; w < words; w++) {
      for (long rest = rows[row * words + w] & open[w]; rest != 0; rest &= rest - 1) {
        weights[w * Long.SIZE + Long.numberOfTrailingZeros(rest)] += amount;
      }
    }
  }
}

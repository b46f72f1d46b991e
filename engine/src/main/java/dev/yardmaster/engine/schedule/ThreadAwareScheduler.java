package dev.yardmaster.engine.schedule;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.assignment.ThreadAssignment;
import org.jctools.queues.SpscArrayQueue;

/**
 * Deals transactions to workers, so that those that conflict meet on one: in batches of so many for
 * each worker, never across batches, to all workers that are not a whole batch behind.
 *
 * <p>Whoever dealt last deals the next batch as well, when half of its own is run; another worker
 * deals only if it has run dry. So workers seldom wait for a batch, and what a batch is dealt with
 * stays in the caches of one core.
 *
 * <p>Any worker may call {@link #next} with its own number. A worker's queue has one producer at a
 * time, who holds the lock, and one consumer.
 *
 * @param <T> a transaction
 */
public final class ThreadAwareScheduler<T extends DeclaredLogic> implements CallScheduler<T> {

  private final TransactionSource<T> source;
  private final int perWorker;
  private final SpscArrayQueue<T>[] queues;
  private final DealerLock lock = new DealerLock();
  private final AccessSets sets = new AccessSets();
  private final KeyFingerprints fingerprints = new KeyFingerprints(sets);
  private final ThreadAssignment assignment = new ThreadAssignment();
  private final T[] batch;
  private final int[] open;
  private volatile int lastDealer;

  /**
   * A scheduler.
   *
   * @param workers 1 or more
   * @param perWorker how many transactions of a batch each worker gets, 1 or more; the paper has 4
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays of generic types, which stay inside.
  public ThreadAwareScheduler(TransactionSource<T> source, int workers, int perWorker) {
    if (workers < 1 || perWorker < 1 || workers * perWorker > AccessSets.MAX_TRANSACTIONS) {
      throw new IllegalArgumentException(
          "a batch has 1 to "
              + AccessSets.MAX_TRANSACTIONS
              + " transactions: workers="
              + workers
              + ", perWorker="
              + perWorker);
    }
    this.source = source;
    this.perWorker = perWorker;
    queues = new SpscArrayQueue[workers];
    for (int i = 0; i < workers; i++) {
      queues[i] = new SpscArrayQueue<>(2 * perWorker);
    }
    batch = (T[]) new DeclaredLogic[workers * perWorker];
    open = new int[workers];
  }

  @Override
  public T next(int worker) {
    SpscArrayQueue<T> queue = queues[worker];
    T next = queue.poll();
    if (next == null) {
      return dealAndTake(worker);
    }
    if (worker == lastDealer && queue.size() <= perWorker / 2 && lock.tryLock()) {
      try {
        deal();
      } finally {
        lock.unlock();
      }
    }
    return next;
  }

  private T dealAndTake(int worker) {
    lock.lock();
    try {
      T next = queues[worker].poll();
      if (next != null) {
        return next;
      }
      deal();
      lastDealer = worker;
      return queues[worker].poll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void ended(int worker) {}

  private void deal() {
    int workers = 0;
    for (int i = 0; i < queues.length; i++) {
      if (queues[i].size() <= perWorker) {
        open[workers++] = i;
      }
    }
    int size = collect(workers * perWorker);
    if (size == 0) {
      return;
    }
    assignment.assign(sets, workers);
    for (int i = 0; i < workers; i++) {
      for (int j = 0; j < assignment.count(i); j++) {
        boolean taken = queues[open[i]].offer(batch[assignment.transaction(i, j)]);
        if (!taken) {
          throw new IllegalStateException("a worker got more than its share: worker=" + open[i]);
        }
      }
    }
  }

  private int collect(int most) {
    sets.clear();
    int size = 0;
    while (size < most) {
      T transaction = source.next();
      if (transaction == null) {
        break;
      }
      sets.begin(0, 1);
      transaction.declare(fingerprints);
      batch[size++] = transaction;
    }
    return size;
  }
}

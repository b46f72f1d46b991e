package dev.yardmaster.engine.schedule;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.assignment.ThreadAssignment;
import org.jctools.queues.SpscArrayQueue;

/**
 * Deals transactions to workers so that conflicting transactions run on the same worker. A batch
 * has {@code perWorker} transactions for each worker; these are the worker's <i>share</i>. The
 * scheduler ignores conflicts between batches. A worker receives a share of a batch only if its
 * queue contains at most {@code perWorker} transactions.
 *
 * <p>The worker that has dealt the last batch also deals the next batch, when its queue contains at
 * most half of a share. Another worker deals only when its own queue is empty. So workers rarely
 * wait for a batch, and the scheduler's data stays in the caches of one core.
 *
 * <p>Each worker calls {@link #next} with its own number. A worker's queue has one producer at a
 * time, which is the thread that holds the lock, and one consumer.
 *
 * @param <T> the type of a transaction
 */
public final class ThreadAwareScheduler<T extends RecordLogic> implements CallScheduler<T> {

  private final TransactionSource<T> source;
  private final int perWorker;

  @Shared(
      writers = "the worker that deals, which holds the lock",
      readers = "the queue's worker",
      access =
          "JCTools SPSC queues, each bounded by two shares of a batch, rounded up to a power of"
              + " two. A worker with more than one share in its queue gets no transactions, so "
              + "a full queue is a bug and causes an exception")
  private final SpscArrayQueue<T>[] queues;

  private final DealerLock lock = new DealerLock();

  @Shared(
      writers = "the worker that deals",
      readers = "the worker that deals",
      access = "guarded by lock")
  private final AccessSets sets = new AccessSets();

  @Shared(
      writers = "the worker that deals",
      readers = "the worker that deals",
      access = "guarded by lock")
  private final KeyFingerprints fingerprints = new KeyFingerprints(sets);

  @Shared(
      writers = "the worker that deals",
      readers = "the worker that deals",
      access = "guarded by lock")
  private final ThreadAssignment assignment = new ThreadAssignment();

  @Shared(
      writers = "the worker that deals",
      readers = "the worker that deals",
      access =
          "guarded by lock; the transactions themselves reach their workers through the queues")
  private final T[] batch;

  @Shared(
      writers = "the worker that deals",
      readers = "the worker that deals",
      access = "guarded by lock")
  private final int[] open;

  @Shared(
      writers = "a worker that dealt because its queue was empty",
      readers = "all workers",
      access = "volatile; a hint that lets the same worker deal the next batch")
  private volatile int lastDealer;

  /**
   * Creates a scheduler.
   *
   * @param workers the number of workers, 1 or more
   * @param perWorker the number of transactions that a batch has for each worker, 1 or more; the
   *     paper uses 4
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays of generic types that stay in this object.
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
    batch = (T[]) new RecordLogic[workers * perWorker];
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

package dev.yardmaster.engine.schedule;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.transaction.RecordLogic;
import java.util.ArrayDeque;

/**
 * Holds a transaction back while a conflicting transaction runs, and runs a younger transaction
 * instead. In contrast, the thread-aware policy of the batching paper (Ding, Kot and Gehrke)
 * accepts conflicts between different threads within a batch. If there are many workers and few hot
 * keys, nearly all conflicts are between transactions of different threads.
 *
 * <p>The window contains the waiting transactions. A worker gets the oldest transaction in the
 * window that conflicts with no running transaction. When too many younger transactions have
 * started before the oldest waiting transaction, this transaction reserves its keys: until it
 * starts, no transaction that conflicts with it may start. Without this rule, readers whose runs
 * overlap could delay a writer forever.
 *
 * @param <T> the type of a transaction
 */
@Shared(
    writers = "workers that begin or have ended a transaction",
    readers = "the same threads",
    access =
        "guarded by the DealerLock. The source is also polled under this lock, and "
            + "transactions declare their keys under it")
public final class HoldBackScheduler<T extends RecordLogic> implements CallScheduler<T> {

  /**
   * The oldest waiting transaction reserves its keys when the number of younger transactions that
   * have started before it exceeds this factor times the window's length.
   */
  private static final int PASSED_OVER_BATCHES = 2;

  private final TransactionSource<T> source;
  private final DealerLock lock = new DealerLock();
  private final HeldCall<T>[] window;
  private final HeldCall<T>[] runs;
  private final ArrayDeque<HeldCall<T>> unused = new ArrayDeque<>();
  private final RunningKeys running = new RunningKeys();
  private final RunningKeys reserved = new RunningKeys();
  private int waiting;
  private HeldCall<T> reserving;

  /**
   * Whether all waiting transactions were checked without success since the last running
   * transaction ended.
   */
  private boolean looked;

  /**
   * Creates a scheduler.
   *
   * @param workers the number of workers, 1 or more
   * @param windowPerWorker the number of waiting transactions in the window for each worker, 1 or
   *     more
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays of generic types that stay in this object.
  public HoldBackScheduler(TransactionSource<T> source, int workers, int windowPerWorker) {
    if (workers < 1 || windowPerWorker < 1) {
      throw new IllegalArgumentException(
          "workers and windowPerWorker are 1 or more: workers="
              + workers
              + ", windowPerWorker="
              + windowPerWorker);
    }
    this.source = source;
    window = new HeldCall[workers * windowPerWorker];
    runs = new HeldCall[workers];
  }

  @Override
  public T next(int worker) {
    lock.lock();
    try {
      boolean arrived = fill();
      if (looked && !arrived) {
        return null;
      }
      int at = oldestThatMayRun();
      looked = at < 0;
      return at < 0 ? null : start(worker, at);
    } finally {
      lock.unlock();
    }
  }

  private boolean fill() {
    boolean arrived = false;
    while (waiting < window.length) {
      T transaction = source.next();
      if (transaction == null) {
        break;
      }
      HeldCall<T> call = unused.isEmpty() ? new HeldCall<>() : unused.pop();
      call.begin(transaction);
      window[waiting++] = call;
      arrived = true;
    }
    return arrived;
  }

  private int oldestThatMayRun() {
    for (int i = 0; i < waiting; i++) {
      HeldCall<T> call = window[i];
      boolean mayPass = reserving == null || call == reserving || !call.conflicts(reserved);
      if (mayPass && !call.conflicts(running)) {
        return i;
      }
    }
    return -1;
  }

  private T start(int worker, int at) {
    HeldCall<T> call = window[at];
    for (int i = 0; i < at; i++) {
      window[i].passedOver++;
    }
    System.arraycopy(window, at + 1, window, at, waiting - at - 1);
    window[--waiting] = null;
    if (call == reserving) {
      call.release(reserved);
      reserving = null;
    }
    if (reserving == null
        && waiting > 0
        && window[0].passedOver > PASSED_OVER_BATCHES * window.length) {
      reserving = window[0];
      reserving.claim(reserved);
    }
    call.claim(running);
    runs[worker] = call;
    return call.transaction;
  }

  @Override
  public void ended(int worker) {
    lock.lock();
    try {
      HeldCall<T> call = runs[worker];
      call.release(running);
      call.transaction = null;
      runs[worker] = null;
      unused.push(call);
      looked = false;
    } finally {
      lock.unlock();
    }
  }
}

package dev.yardmaster.engine.protocol;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The transactions that are suspended between two steps: they keep their locks while no worker runs
 * them. If a suspended transaction must give way to another transaction, it notices this only at
 * its next step. So a worker that waits for the locks of a suspended transaction takes this
 * transaction over. If the suspended transaction must give way, the worker aborts it, and so
 * releases its locks.
 */
public final class SuspendedTransactions {

  /** A worker's transaction that is suspended between two steps. */
  public interface Suspended {

    /**
     * Returns whether the transaction must give way, because it is wounded, its deadline or its
     * step timeout has passed, or the service is closing.
     */
    boolean isOver();

    /** Aborts the transaction and releases its locks. */
    void abort();
  }

  /** The entry of a worker whose suspended transaction another worker has taken over. */
  private static final Suspended EXAMINED = new Marker();

  /** The entry of a worker whose suspended transaction another worker has aborted. */
  private static final Suspended ABORTED = new Marker();

  @Shared(
      writers = "the worker to which the entry belongs; a worker that waits for its transaction",
      readers = "all workers",
      access =
          "volatile, compare-and-set. An entry is null while the worker itself runs, and a marker"
              + " while another worker owns the transaction or after it has aborted it. Whoever"
              + " replaces a suspended transaction owns the transaction and all state of its worker,"
              + " until it stores the entry again")
  private final AtomicReferenceArray<Suspended> entries;

  /** Creates the entries of an engine's workers, without suspended transactions. */
  public SuspendedTransactions(int workers) {
    entries = new AtomicReferenceArray<>(workers);
  }

  /**
   * Suspends the transaction of a worker. Afterwards the worker's thread must not use the
   * transaction before it has called {@link #resume}.
   */
  public void suspend(int worker, Suspended transaction) {
    entries.set(worker, transaction);
  }

  /**
   * Resumes the transaction of a worker on the calling thread. Returns false if another worker has
   * aborted the transaction.
   */
  public boolean resume(int worker, Suspended transaction, Pace pace) {
    int round = 0;
    while (!entries.compareAndSet(worker, transaction, null)) {
      if (entries.get(worker) == ABORTED) {
        entries.set(worker, null);
        return false;
      }
      pace.await(round++);
    }
    return true;
  }

  /** Aborts a worker's transaction if the transaction is suspended and must give way. */
  void abortIfOver(int worker) {
    Suspended transaction = entries.get(worker);
    if (transaction == null
        || transaction instanceof Marker
        || !entries.compareAndSet(worker, transaction, EXAMINED)) {
      return;
    }
    Suspended next = ABORTED;
    try {
      if (transaction.isOver()) {
        transaction.abort();
      } else {
        next = transaction;
      }
    } finally {
      entries.set(worker, next);
    }
  }

  private static final class Marker implements Suspended {

    @Override
    public boolean isOver() {
      throw new IllegalStateException("a marker is no transaction");
    }

    @Override
    public void abort() {
      throw new IllegalStateException("a marker is no transaction");
    }
  }
}

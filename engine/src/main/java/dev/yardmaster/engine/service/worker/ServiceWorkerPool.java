package dev.yardmaster.engine.service.worker;

import dev.yardmaster.annotations.Shared;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.NullUnmarked;

/**
 * A pool of service workers for interactive transactions. A transaction that keeps its locks
 * between its steps borrows a worker for all its steps. Any other transaction borrows a worker for
 * each step. So a limited number of workers can serve many open transactions. Any thread may call
 * the methods.
 *
 * <p>Borrowing uses no lock. If the operating system suspended a thread that held a lock, all other
 * threads would have to wait.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class ServiceWorkerPool {

  private static final int TIDIED_AT_ONCE = 16;

  @Shared(
      writers = "callers' threads; the worker that tidies",
      readers = "the same threads",
      access =
          "semaphore with one permit for each free service worker; a thread with a permit finds a"
              + " free worker")
  private final Semaphore permits;

  @Shared(
      writers = "callers' threads; the worker that tidies",
      readers = "the same threads",
      access =
          "compare-and-set from a service worker to null by the thread that borrows it; the worker"
              + " belongs to this thread until the thread stores it again")
  private final AtomicReferenceArray<ServiceWorker> free;

  private final List<ServiceWorker> all;

  /**
   * The place of the service worker that is tidied next. Only the thread that calls {@link
   * #tidySome} uses the field.
   */
  private int tidied;

  /**
   * Creates a pool whose workers are all free.
   *
   * @param serviceWorkers workers with consecutive numbers
   */
  ServiceWorkerPool(List<ServiceWorker> serviceWorkers) {
    all = List.copyOf(serviceWorkers);
    free = new AtomicReferenceArray<>(all.toArray(new ServiceWorker[0]));
    permits = new Semaphore(all.size());
  }

  /**
   * Borrows a service worker. Returns null if no service worker becomes free within {@code
   * withinNs}.
   *
   * @param near the place at which the search for a free worker begins. Threads that pass different
   *     places rarely try to borrow the same worker
   */
  public ServiceWorker take(int near, long withinNs) throws InterruptedException {
    return permits.tryAcquire() || permits.tryAcquire(withinNs, TimeUnit.NANOSECONDS)
        ? takePermitted(Math.floorMod(near, all.size()))
        : null;
  }

  private ServiceWorker takePermitted(int from) {
    for (int i = from; ; i = i + 1 == all.size() ? 0 : i + 1) {
      ServiceWorker found = free.get(i);
      if (found != null && free.compareAndSet(i, found, null)) {
        return found;
      }
    }
  }

  private int placeOf(ServiceWorker serviceWorker) {
    return serviceWorker.number() - all.get(0).number();
  }

  /** Gives a service worker back to the pool. */
  public void giveBack(ServiceWorker serviceWorker) {
    free.set(placeOf(serviceWorker), serviceWorker);
    permits.release();
  }

  /**
   * Tidies some of the free service workers. Otherwise the garbage of a service worker's last
   * session would stay until the next session; for example deleted records, or old versions that a
   * long reader needed at that time. The calling thread borrows a service worker while it tidies
   * the worker, so that no session uses the worker. The next call continues with the next workers,
   * so that all workers are tidied in turn.
   */
  public void tidySome() {
    for (int left = Math.min(TIDIED_AT_ONCE, all.size());
        left > 0 && permits.tryAcquire();
        left--) {
      ServiceWorker next = takePermitted(tidied);
      tidied = (placeOf(next) + 1) % all.size();
      try {
        next.tidy();
      } finally {
        giveBack(next);
      }
    }
  }

  /** Returns whether no session uses a service worker at this moment. */
  public boolean areIdle() {
    return all.stream().noneMatch(ServiceWorker::isBusy);
  }
}

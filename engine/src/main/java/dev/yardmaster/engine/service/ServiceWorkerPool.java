package dev.yardmaster.engine.service;

import dev.yardmaster.annotations.Shared;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A pool of service workers, from which interactive transactions borrow: a {@link LockingSession}
 * for all its steps, and a {@link ValidatingSession} for one step, so that a small number of
 * workers serves many open transactions. Any thread may call the methods.
 */
final class ServiceWorkerPool {

  private static final int TIDIED_AT_ONCE = 16;

  @Shared(
      writers = "callers' threads; the worker that tidies",
      readers = "the same threads; the closing thread",
      access =
          "array blocking queue of all service workers for callers; a service worker belongs to "
              + "the thread that has borrowed it")
  private final BlockingQueue<ServiceWorker> free;

  private final List<ServiceWorker> all;

  ServiceWorkerPool(List<ServiceWorker> serviceWorkers) {
    all = List.copyOf(serviceWorkers);
    free = new ArrayBlockingQueue<>(Math.max(1, all.size()), false, serviceWorkers);
  }

  /**
   * Borrows a service worker. Returns null if no service worker becomes free within {@code
   * withinNs}.
   */
  ServiceWorker take(long withinNs) throws InterruptedException {
    ServiceWorker serviceWorker = free.poll();
    return serviceWorker == null ? free.poll(withinNs, TimeUnit.NANOSECONDS) : serviceWorker;
  }

  /** Gives a service worker back to the pool. */
  void giveBack(ServiceWorker serviceWorker) {
    free.add(serviceWorker);
  }

  /**
   * Tidies some of the free service workers. Without this, the garbage of a service worker's last
   * session would stay until the next session: for instance deleted records, or old versions that a
   * long reader needed then. The calling thread borrows each service worker while it tidies it, so
   * no session uses it. The pool is a queue, so a worker that is given back is borrowed last, and
   * all workers get their turn.
   */
  void tidySome() {
    int left = Math.min(TIDIED_AT_ONCE, all.size());
    for (ServiceWorker next = free.poll(); next != null; next = --left > 0 ? free.poll() : null) {
      try {
        next.tidy();
      } finally {
        giveBack(next);
      }
    }
  }

  /** Returns whether no session uses a service worker at this moment. */
  boolean areIdle() {
    return all.stream().noneMatch(ServiceWorker::isBusy);
  }
}

package dev.yardmaster.engine.service;

import dev.yardmaster.annotations.Shared;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A pool of service workers. A caller's thread borrows a service worker for a single step of an
 * interactive transaction and returns it immediately afterwards. So a small number of workers
 * serves many open transactions. Any thread may call the methods.
 */
final class ServiceWorkerPool {

  @Shared(
      writers = "callers' threads",
      readers = "the same threads; the closing thread",
      access =
          "array blocking queue of all service workers for callers; a service worker belongs to "
              + "the thread that has borrowed it")
  private final BlockingQueue<ServiceWorker> free;

  private final int count;

  ServiceWorkerPool(List<ServiceWorker> serviceWorkers) {
    count = serviceWorkers.size();
    free = new ArrayBlockingQueue<>(Math.max(1, count), false, serviceWorkers);
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

  /** Returns whether all service workers are in the pool. */
  boolean areFree() {
    return free.size() == count;
  }
}

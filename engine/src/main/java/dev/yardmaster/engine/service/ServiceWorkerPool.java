package dev.yardmaster.engine.service;

import dev.yardmaster.annotations.Shared;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A pool of service workers. A caller's thread takes one for a single step of an interactive
 * transaction and returns it at once, so a few workers serve many open transactions. Any thread.
 */
final class ServiceWorkerPool {

  @Shared(
      writers = "callers' threads",
      readers = "the same; the closing thread",
      access =
          "array blocking queue of all service workers for callers; a service worker belongs to "
              + "the thread that has taken it")
  private final BlockingQueue<ServiceWorker> free;

  private final int count;

  ServiceWorkerPool(List<ServiceWorker> serviceWorkers) {
    count = serviceWorkers.size();
    free = new ArrayBlockingQueue<>(Math.max(1, count), false, serviceWorkers);
  }

  /** Takes a service worker; returns null if none is free within {@code withinNs}. */
  ServiceWorker take(long withinNs) throws InterruptedException {
    ServiceWorker serviceWorker = free.poll();
    return serviceWorker == null ? free.poll(withinNs, TimeUnit.NANOSECONDS) : serviceWorker;
  }

  /** Returns a service worker to the pool. */
  void giveBack(ServiceWorker serviceWorker) {
    free.add(serviceWorker);
  }

  /** Returns whether all service workers are in the pool. */
  boolean areFree() {
    return free.size() == count;
  }
}

package dev.yardmaster.engine.service;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The service workers that callers' threads take for one step of an interactive transaction each,
 * and give back at once: so few serve many open transactions. Any thread.
 */
final class ServiceWorkerPool {

  private final BlockingQueue<ServiceWorker> free;
  private final int count;

  ServiceWorkerPool(List<ServiceWorker> serviceWorkers) {
    count = serviceWorkers.size();
    free = new ArrayBlockingQueue<>(Math.max(1, count), false, serviceWorkers);
  }

  /** A free service worker; null if there is none within so many ns. */
  ServiceWorker take(long withinNs) throws InterruptedException {
    ServiceWorker serviceWorker = free.poll();
    return serviceWorker == null ? free.poll(withinNs, TimeUnit.NANOSECONDS) : serviceWorker;
  }

  /** Another may have it. */
  void giveBack(ServiceWorker serviceWorker) {
    free.add(serviceWorker);
  }

  /** Whether nobody has taken one. */
  boolean areFree() {
    return free.size() == count;
  }
}

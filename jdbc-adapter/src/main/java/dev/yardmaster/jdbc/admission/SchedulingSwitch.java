package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.BoundedWait.End;
import dev.yardmaster.jdbc.counting.ObservedWaits;
import dev.yardmaster.jdbc.counting.WaitTotals;
import dev.yardmaster.jdbc.figures.WaitObserver;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Switches the scheduling of a database on and off. When scheduling is switched off, the switch
 * wakes all threads that wait for the admission of a transaction or for a lease. This class is
 * thread-safe.
 */
final class SchedulingSwitch {
  @Shared(
      writers = "threads that use the switch, or advance the advisor",
      readers = "threads that begin a transaction or wait",
      access = "volatile; written before the waiting threads are unparked")
  private volatile boolean on = true;

  @Shared(
      writers = "threads that wait; each adds and removes itself",
      readers = "the thread that switches scheduling off",
      access = "ConcurrentHashMap; a thread adds itself before it reads the switch")
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

  private final WaitTotals times = new WaitTotals();

  private final ObservedWaits observed = new ObservedWaits();

  boolean isOn() {
    return on;
  }

  WaitTotals times() {
    return times;
  }

  void switchTo(boolean position) {
    on = position;
    if (!position) {
      waiting.forEach(LockSupport::unpark);
    }
  }

  void observeWaits(WaitObserver waits) {
    observed.observe(waits);
  }

  /** Waits in the calling thread as {@link BoundedWait#await}, or until scheduling is off. */
  End await(BoundedWait wait, BooleanSupplier isReady) {
    Thread thread = Thread.currentThread();
    Runnable observedEnd = observed.begin();
    long beganNs = wait.clock().nanoTime();
    waiting.add(thread);
    try {
      End end = wait.await(() -> isReady.getAsBoolean() || !on);
      return end == End.READY && !isReady.getAsBoolean() ? End.OFF : end;
    } finally {
      waiting.remove(thread);
      times.add(wait.clock().nanoTime() - beganNs);
      if (observedEnd != null) {
        observedEnd.run();
      }
    }
  }
}

package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.BoundedWait.End;
import dev.yardmaster.jdbc.counting.WaitTimes;
import dev.yardmaster.jdbc.figures.WaitObserver;
import dev.yardmaster.logging.Loggers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;

/**
 * Switches the scheduling of a database on and off, and knows the threads that wait meanwhile. When
 * it is switched off, all of them go on. This class is thread-safe.
 */
final class SchedulingSwitch {
  private static final Logger LOG = Loggers.of(SchedulingSwitch.class);

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

  private final WaitTimes times = new WaitTimes();

  @Shared(
      writers = "threads that set the observer, or notice that it throws",
      readers = "threads that begin to wait",
      access = "volatile reference; null without an observer")
  private volatile WaitObserver observer;

  boolean isOn() {
    return on;
  }

  WaitTimes times() {
    return times;
  }

  void switchTo(boolean position) {
    on = position;
    if (!position) {
      waiting.forEach(LockSupport::unpark);
    }
  }

  void observeWaits(WaitObserver waits) {
    observer = waits;
  }

  /** Waits in the calling thread as {@link BoundedWait#await}, or until scheduling is off. */
  End await(BoundedWait wait, BooleanSupplier isReady) {
    Thread thread = Thread.currentThread();
    WaitObserver present = observer;
    Runnable observed = observeBegin(present);
    long beganNs = wait.clock().nanoTime();
    waiting.add(thread);
    try {
      End end = wait.await(() -> isReady.getAsBoolean() || !on);
      return end == End.READY && !isReady.getAsBoolean() ? End.OFF : end;
    } finally {
      waiting.remove(thread);
      times.add(wait.clock().nanoTime() - beganNs);
      observeEnd(present, observed);
    }
  }

  private Runnable observeBegin(WaitObserver present) {
    try {
      return present == null ? SchedulingSwitch::nothing : present.begin();
    } catch (RuntimeException thrown) {
      stopObserving(present, thrown);
      return SchedulingSwitch::nothing;
    }
  }

  /** The end of a wait that nobody observes. */
  private static void nothing() {}

  private void observeEnd(WaitObserver present, Runnable observed) {
    try {
      observed.run();
    } catch (RuntimeException thrown) {
      stopObserving(present, thrown);
    }
  }

  /** An observer must not harm a transaction, which already has its place in the schedule. */
  private void stopObserving(WaitObserver failed, RuntimeException thrown) {
    if (observer == failed) { // It may have been replaced.
      observer = null;
    }
    LOG.warn("the observer of waits has thrown an exception and is no longer called", thrown);
  }
}

package dev.yardmaster.jdbc.counting;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.figures.WaitObserver;
import dev.yardmaster.logging.Loggers;
import org.slf4j.Logger;

/**
 * Calls the observer of waits, if there is one. An exception of the observer does not reach the
 * transaction; after an exception, the observer is no longer called. This class is thread-safe.
 */
public final class ObservedWaits {
  private static final Logger LOG = Loggers.of(ObservedWaits.class);

  @Shared(
      writers = "threads that set the observer, or notice that it throws",
      readers = "threads that begin to wait",
      access = "volatile reference; null without an observer")
  private volatile WaitObserver observer;

  /** Creates an object without an observer. */
  public ObservedWaits() {}

  /** Sets the observer of later waits; null for none. */
  public void observe(WaitObserver waits) {
    observer = waits;
  }

  /**
   * Begins a wait.
   *
   * @return a task that ends the wait and throws no exception; null if there is no observer
   */
  public Runnable begin() {
    WaitObserver present = observer;
    if (present == null) {
      return null;
    }
    try {
      Runnable end = present.begin();
      return () -> end(present, end);
    } catch (RuntimeException thrown) {
      stopObserving(present, thrown);
      return null;
    }
  }

  private void end(WaitObserver present, Runnable end) {
    try {
      end.run();
    } catch (RuntimeException thrown) {
      stopObserving(present, thrown);
    }
  }

  private void stopObserving(WaitObserver failed, RuntimeException thrown) {
    if (observer == failed) { // It may have been replaced.
      observer = null;
    }
    LOG.warn("the observer of waits has thrown an exception and is no longer called", thrown);
  }
}

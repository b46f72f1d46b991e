package dev.yardmaster.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Closes a service in steps. First the service accepts no more transactions; those in flight may
 * end within a time limit; then the threads stop, the remaining transactions are refused, and files
 * are released. The first thread that closes takes the steps, and other threads wait for it. A
 * thread of the service, which cannot wait for its own end, starts another thread for the steps. A
 * failure closes the service, too. Any thread may call any method.
 */
public final class Closing {

  /**
   * The back end's part of each step. The closing thread calls these methods; any thread may call
   * {@link #isOwnThread}.
   */
  public interface Steps {

    /** Returns whether the calling thread is one of the service's own. */
    boolean isOwnThread();

    /** Announces that no more transactions will come. */
    void drain();

    /** Returns whether no transaction is in flight any more. */
    boolean isDrained();

    /**
     * Stops the threads and ends the remaining transactions. Calls {@link Closing#terminate} after
     * the last thread that takes calls has stopped, and before it refuses those that wait.
     */
    void stop();

    /** Releases resources that others can use, such as files. */
    void release();
  }

  /** How the closing thread waits. */
  @FunctionalInterface
  public interface Wait {

    /**
     * Waits for a moment. {@code waits} is the number of earlier calls in this wait; {@code over}
     * says whether the wait has ended.
     */
    void moment(int waits, BooleanSupplier over);
  }

  private final Steps steps;
  private final String thread;
  private final LongSupplier clockNs;
  private final Wait wait;
  private final long timeoutNs;

  @Shared(
      writers = "a thread that fails: an agent, a worker, or the thread that starts the service",
      readers = "callers, workers, health checks",
      access = "compare-and-set from null; the first failure stays")
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  @Shared(
      writers = "the first thread that closes",
      readers = "threads that close",
      access = "compare-and-set from null; the thread that succeeds takes the steps")
  private final AtomicReference<Thread> closer = new AtomicReference<>();

  @Shared(
      writers = "the closing thread",
      readers = "threads that close",
      access = "CountDownLatch, counted down after the last step")
  private final CountDownLatch closed = new CountDownLatch(1);

  @Shared(
      writers = "the closing thread; a thread that fails",
      readers = "callers, workers, health checks",
      access = "volatile; set once")
  private volatile boolean closing;

  @Shared(
      writers = "the closing thread",
      readers = "callers, workers",
      access =
          "volatile; set once. A caller that finds it true after its offer empties the queue "
              + "itself, so that nothing stays in the queue")
  private volatile boolean terminated;

  /**
   * Creates the closing state of an open service.
   *
   * @param thread the name of a thread that closes in the background
   * @param timeoutNs how long each wait of the closing thread takes at most
   */
  public Closing(Steps steps, String thread, LongSupplier clockNs, Wait wait, long timeoutNs) {
    this.steps = steps;
    this.thread = thread;
    this.clockNs = clockNs;
    this.wait = wait;
    this.timeoutNs = timeoutNs;
  }

  /** Returns whether the service accepts no more transactions. */
  public boolean isClosing() {
    return closing;
  }

  /**
   * Returns whether no thread takes calls or steps any more: a caller that has handed one over
   * takes it back.
   */
  public boolean isTerminated() {
    return terminated;
  }

  /** Sets {@link #isTerminated}; called by the closing thread. */
  public void terminate() {
    terminated = true;
  }

  /** Returns the failure of the service; null if it has not failed. */
  public Throwable failure() {
    return failure.get();
  }

  /** Returns the error for a caller that comes too late. */
  public YardmasterException error() {
    return ServiceOutcomes.closed(failure.get());
  }

  /**
   * Records a failure if it is the first, and makes the service accept no more transactions. The
   * caller arranges that the service is closed.
   */
  public void failed(Throwable thrown) {
    failure.compareAndSet(null, thrown);
    closing = true;
  }

  /**
   * Records a failure and closes in the background; returns false if it is not the first failure.
   */
  public boolean fail(Throwable thrown) {
    boolean first = failure.compareAndSet(null, thrown);
    if (first) {
      closeInBackground();
    }
    return first;
  }

  private void closeInBackground() {
    closing = true;
    inBackground(this::close);
  }

  /** Runs a part of the closing for which no caller waits. */
  public void inBackground(Runnable part) {
    Thread background = new Thread(part, thread);
    background.setDaemon(true);
    background.start();
  }

  /**
   * Closes the service, or waits until another thread has closed it; see {@code
   * TransactionService.close}.
   */
  public void close() {
    if (steps.isOwnThread()) {
      if (!closing) {
        closeInBackground();
      }
      return;
    }
    if (!closer.compareAndSet(null, Thread.currentThread())) {
      if (closer.get() != Thread.currentThread()) {
        awaitClosed();
      }
      return;
    }
    boolean interrupted = Thread.interrupted();
    closing = true;
    try {
      steps.drain();
      awaitUntil(() -> failure.get() != null || steps.isDrained());
      steps.stop();
    } finally {
      try {
        steps.release();
      } finally {
        closed.countDown();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Waits until the condition holds or the time limit has passed; called by the closing thread. */
  public void awaitUntil(BooleanSupplier condition) {
    long deadlineNs = clockNs.getAsLong() + timeoutNs;
    for (int waits = 0;
        !condition.getAsBoolean() && clockNs.getAsLong() - deadlineNs < 0;
        waits++) {
      wait.moment(waits, condition);
    }
  }

  private void awaitClosed() {
    boolean interrupted = false;
    while (true) {
      try {
        closed.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

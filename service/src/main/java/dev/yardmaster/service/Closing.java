package dev.yardmaster.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Closes a service in steps. First, the service stops accepting transactions. Second, the service
 * waits, up to a time limit, for the transactions in flight. Third, the threads stop, the remaining
 * transactions are refused, and files are released. The first thread that closes the service
 * executes these steps, and other callers wait for this thread. A thread of the service itself
 * cannot wait for its own end. If such a thread closes the service, a new thread executes the
 * steps. A failure of the service also closes it. Any thread may call any method.
 */
public final class Closing {

  /**
   * The operations with which a back end executes the steps of closing. The closing thread calls
   * these methods; any thread may call {@link #isOwnThread}.
   */
  public interface Steps {

    /** Returns whether the calling thread is one of the service's own threads. */
    boolean isOwnThread();

    /** Tells the back end that no further transactions will be submitted. */
    void drain();

    /** Returns whether all transactions in flight have ended. */
    boolean isDrained();

    /**
     * Stops the threads and ends the remaining transactions. An implementation must call {@link
     * Closing#terminate} after the last thread that processes calls has stopped, and before it
     * refuses the waiting calls.
     */
    void stop();

    /** Releases resources such as files for use by other processes. */
    void release();
  }

  /** The strategy by which the closing thread waits. */
  @FunctionalInterface
  public interface Wait {

    /**
     * Waits for a short time. {@code waits} is the number of earlier calls in the same wait. {@code
     * over} returns whether the wait is over.
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
      access = "compare-and-set from null; the first failure is kept")
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  @Shared(
      writers = "the first thread that closes",
      readers = "threads that close",
      access = "compare-and-set from null; the thread that succeeds executes the steps")
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
          "volatile; set once. A caller that reads true after its offer empties the queue itself,"
              + " so that no call stays in the queue")
  private volatile boolean terminated;

  /**
   * Creates the closing state of an open service.
   *
   * @param thread the name of a thread that closes the service in the background
   * @param timeoutNs the maximum duration of each wait of the closing thread, in ns
   */
  public Closing(Steps steps, String thread, LongSupplier clockNs, Wait wait, long timeoutNs) {
    this.steps = steps;
    this.thread = thread;
    this.clockNs = clockNs;
    this.wait = wait;
    this.timeoutNs = timeoutNs;
  }

  /** Returns whether the service no longer accepts transactions. */
  public boolean isClosing() {
    return closing;
  }

  /**
   * Returns whether all threads that process calls or steps have stopped. If a call or a step is
   * still in the queue, its caller must then remove it from the queue.
   */
  public boolean isTerminated() {
    return terminated;
  }

  /** Sets {@link #isTerminated}. The closing thread calls this method. */
  public void terminate() {
    terminated = true;
  }

  /** Returns whether the calling thread is one of the service's own threads. */
  boolean isOwnThread() {
    return steps.isOwnThread();
  }

  /** Makes the calling thread wait for a short time, with the closing thread's strategy. */
  void moment(int waits, BooleanSupplier over) {
    wait.moment(waits, over);
  }

  /** Returns the failure of the service; null if it has not failed. */
  public Throwable failure() {
    return failure.get();
  }

  /** Returns the error for a caller that submits a transaction after the close. */
  public YardmasterException error() {
    return ServiceOutcomes.closed(failure.get());
  }

  /**
   * Records a failure if it is the first failure, and makes the service stop accepting
   * transactions. The caller must ensure that some thread closes the service.
   */
  public void failed(Throwable thrown) {
    failure.compareAndSet(null, thrown);
    closing = true;
  }

  /**
   * Records a failure and closes the service in the background. Returns false if there was an
   * earlier failure.
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

  /** Executes a part of the closing in the background; no caller waits for it. */
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

  /**
   * Waits until the condition holds or the time limit has passed. The closing thread calls this
   * method.
   */
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

package dev.yardmaster.service;

import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How a service closes, in steps: nothing new is taken; what is in flight may end within a bound;
 * then the threads end, what is left is refused, and files are given back. The first thread that
 * closes takes the steps, the others wait for it; a thread of the service, which cannot wait for
 * its own end, has another begin. A failure begins the end by itself. Any thread.
 */
public final class Closing {

  /** What a back end does at each step; called by the closing thread but {@link #isOwnThread}. */
  public interface Steps {

    /** Whether the calling thread is one of the service's own. */
    boolean isOwnThread();

    /** Nothing new comes. */
    void drain();

    /** Whether nothing is in flight any more. */
    boolean isDrained();

    /**
     * Ends the threads and what is left in flight. Calls {@link Closing#terminate} when nothing
     * takes calls any more, and before it refuses those that wait.
     */
    void stop();

    /** Gives back what others can have now. */
    void release();
  }

  /** How the closing thread spends the time while it waits. */
  @FunctionalInterface
  public interface Wait {

    /** Spends a moment, having spent so many; {@code over} says whether the wait is. */
    void moment(int waits, BooleanSupplier over);
  }

  private final Steps steps;
  private final String thread;
  private final LongSupplier clockNs;
  private final Wait wait;
  private final long timeoutNs;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicReference<Thread> closer = new AtomicReference<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean closing;
  private volatile boolean terminated;

  /**
   * A service that is open.
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

  /** Whether nothing new is taken any more. */
  public boolean isClosing() {
    return closing;
  }

  /** Whether nothing takes a call or a step any more: who has handed one over takes it back. */
  public boolean isTerminated() {
    return terminated;
  }

  /** From now on it is so; the closing thread. */
  public void terminate() {
    terminated = true;
  }

  /** Why the service failed; null while it has not. */
  public Throwable failure() {
    return failure.get();
  }

  /** What is told who comes too late. */
  public YardmasterException error() {
    return ServiceOutcomes.closed(failure.get());
  }

  /** Notes a failure, if it is the first, and takes nothing new; somebody else closes. */
  public void failed(Throwable thrown) {
    failure.compareAndSet(null, thrown);
    closing = true;
  }

  /** Notes a failure, and closes in the background; false if it is not the first. */
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

  /** Runs a part of the end that nobody waits for. */
  public void inBackground(Runnable part) {
    Thread background = new Thread(part, thread);
    background.setDaemon(true);
    background.start();
  }

  /** Closes, or waits until another thread has; as {@code TransactionService.close}. */
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

  /** Waits until something holds, or for as long as the closing thread may; that thread. */
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

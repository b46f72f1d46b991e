package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes the threads of a pipeline that sleep because the pipeline has had no work. A thread first
 * calls {@link #request}, then looks for work once more, and then sleeps until the next {@link
 * #signal}. A caller that submits work signals. While no thread sleeps, a signal costs only a
 * volatile read. This class is thread-safe.
 */
public final class WakeUp {

  /** The threads to wake; those that are awake are woken without effect. */
  @Shared(
      writers = "the thread that starts the pipeline",
      readers = "callers' threads",
      access = "CopyOnWriteArrayList")
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  @Shared(
      writers = "threads of the pipeline set it, callers' threads clear it",
      readers = "the same threads",
      access =
          "volatile; a thread of the pipeline reads the queues after it has set the field, and a"
              + " caller reads the field after it has added to a queue")
  private volatile boolean requested;

  @Shared(
      writers = "callers' threads",
      readers = "threads of the pipeline",
      access = "atomic increment")
  private final AtomicInteger signals = new AtomicInteger();

  /** Adds a thread to wake. */
  public void add(Thread thread) {
    threads.add(thread);
  }

  /**
   * Asks for a signal when there is work. Returns the request, for {@link #isSignalledSince}. The
   * calling thread must look for work before it sleeps.
   */
  public int request() {
    int before = signals.get();
    requested = true;
    return before;
  }

  /** Returns whether there was a signal after this request. */
  public boolean isSignalledSince(int request) {
    return signals.get() != request;
  }

  /** Wakes all threads if a thread has asked for it. */
  public void signal() {
    if (requested) {
      requested = false;
      signals.incrementAndGet();
      threads.forEach(LockSupport::unpark);
    }
  }
}

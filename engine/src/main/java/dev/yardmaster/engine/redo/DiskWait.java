package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * An acknowledgement for which one thread sleeps. The thread may reuse the object after each wait.
 *
 * <p>Waking one thread takes about 8 us. If the log's thread woke all threads of a group, the disk
 * would be idle during this time. So the log's thread wakes only the first two threads, and every
 * woken thread wakes at most eight other threads: thread i of the group wakes the threads from
 * number 2 + 8 i on.
 */
public final class DiskWait extends DurableListener {

  private static final int FIRST = 2;
  private static final int EACH = 8;

  @Shared(
      writers = "the waiting thread, before it tells the log",
      readers = "the log's thread, or the thread that completes the acknowledgement",
      access = "plain; ordered by the log's queue")
  private Thread waiting;

  /**
   * The threads of the group, in the order of their indexes; null if this thread wakes no other
   * threads.
   */
  @Shared(
      writers = "the log's thread",
      readers = "the waiting thread",
      access = "plain, and never changed; ordered by the field over")
  private Thread[] group;

  @Shared(
      writers = "the log's thread",
      readers = "the waiting thread",
      access = "plain; ordered by the field over")
  private int index;

  @Shared(
      writers = "the log's thread, or the thread that completes the acknowledgement",
      readers = "the waiting thread",
      access = "plain; ordered by the field over")
  private Throwable lost;

  @Shared(
      writers = "the waiting thread clears it; the log's thread sets it",
      readers = "the waiting thread",
      access = "volatile")
  private volatile boolean over;

  /** Creates an object for a thread, which {@link #begin} determines. */
  public DiskWait() {}

  /**
   * Begins a wait of the current thread. The thread calls this method before it passes the
   * acknowledgement to the log. It must call {@link #await} afterwards.
   */
  public void begin() {
    waiting = Thread.currentThread();
    lost = null;
    over = false;
  }

  @Override
  public void onDisk() {
    Thread thread = waiting; // As soon as the wait is over, the thread may begin its next wait.
    over = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void lost(Throwable why) {
    lost = why;
    onDisk();
  }

  /** Completes all waits of a list, and clears the list. The waiting threads wake one another. */
  static void completeAll(List<DiskWait> waits) {
    if (waits.isEmpty()) {
      return;
    }
    Thread[] threads = new Thread[waits.size()];
    for (int i = 0; i < threads.length; i++) {
      DiskWait wait = waits.get(i);
      threads[i] = wait.waiting;
      wait.group = FIRST + EACH * i < threads.length ? threads : null;
      wait.index = i;
    }
    // A thread may see that its wait is over before it is woken, and then wakes other threads. So
    // the waits with higher indexes are completed first. When a thread's wait is over, the waits of
    // all threads that it wakes are already over.
    for (int i = threads.length - 1; i >= 0; i--) {
      waits.get(i).over = true;
    }
    waits.clear();
    wake(threads, 0, FIRST);
  }

  private static void wake(Thread[] threads, int from, int count) {
    for (int i = from; i < Math.min(from + count, threads.length); i++) {
      LockSupport.unpark(threads[i]);
    }
  }

  /** Returns whether the log has completed the wait. */
  public boolean isOver() {
    return over;
  }

  /**
   * Waits until the log has completed the wait. An interrupt does not end the wait.
   *
   * @return null if all commits are on disk; otherwise the reason why this is not known
   */
  public Throwable await() {
    boolean interrupted = false;
    while (!over) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (group != null) {
      wake(group, FIRST + EACH * index, EACH);
      group = null;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return lost;
  }
}

package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * An acknowledgement for which one thread waits. The thread may use it again after each wait.
 *
 * <p>To wake a thread takes about 8 us, so the log's thread does not wake all threads of a group,
 * because the disk would be idle for as long. It wakes the first two, and every thread wakes up to
 * eight others: thread i of the group wakes those from 2 + 8 i on.
 */
public final class DiskWait extends Acknowledgement {

  private static final int FIRST = 2;
  private static final int EACH = 8;

  @Shared(
      writers = "the waiting thread, before it tells the log",
      readers = "the log's thread, or the thread that completes the acknowledgement",
      access = "plain; ordered by the log's queue")
  private Thread waiting;

  /** The threads of the group; null if this thread wakes no others. */
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

  /** Creates an acknowledgement for the thread that calls {@link #begin}. */
  public DiskWait() {}

  /**
   * Begins a wait of the current thread, before the log is told. The thread must call {@link
   * #await} afterwards.
   */
  public void begin() {
    waiting = Thread.currentThread();
    lost = null;
    over = false;
  }

  @Override
  public void onDisk() {
    Thread thread = waiting; // The thread may begin its next wait as soon as this one is over.
    over = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void lost(Throwable why) {
    lost = why;
    onDisk();
  }

  /** Completes all waits of a list, which is then empty. The waiting threads wake one another. */
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
    // A thread may see that its wait is over before it is woken. So the waits of the threads that
    // it
    // wakes, which have higher numbers, are over before its own wait.
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

  /** Returns whether the log has completed the acknowledgement. */
  public boolean isOver() {
    return over;
  }

  /**
   * Waits until the log has completed the acknowledgement. An interrupt does not end the wait.
   *
   * @return null if all commits are on disk; otherwise the reason why this is unknown
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

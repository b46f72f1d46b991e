package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * An acknowledgement for which one thread waits. The thread may use it again after each wait.
 *
 * <p>To wake a thread takes about 8 us, so the log's thread does not wake all threads of a group:
 * it wakes the first one, and every thread wakes up to two others. Otherwise the disk would be idle
 * for as long as the wake-ups take.
 */
public final class DiskWait extends Acknowledgement {

  @Shared(
      writers = "the waiting thread, before it tells the log",
      readers = "the log's thread, or the thread that completes the acknowledgement",
      access = "plain; ordered by the log's queue")
  private Thread waiting;

  @Shared(
      writers = "the log's thread",
      readers = "the waiting thread",
      access = "plain; ordered by the field over")
  private Thread wakesFirst;

  @Shared(
      writers = "the log's thread",
      readers = "the waiting thread",
      access = "plain; ordered by the field over")
  private Thread wakesSecond;

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
    int size = waits.size();
    if (size == 0) {
      return;
    }
    Thread first = waits.get(0).waiting;
    for (int i = 0; i < size; i++) {
      DiskWait wait = waits.get(i);
      wait.wakesFirst = threadOf(waits, 2 * i + 1);
      wait.wakesSecond = threadOf(waits, 2 * i + 2);
    }
    for (int i = 0; i < size; i++) {
      waits.get(i).over = true;
    }
    waits.clear();
    LockSupport.unpark(first);
  }

  private static Thread threadOf(List<DiskWait> waits, int index) {
    return index < waits.size() ? waits.get(index).waiting : null;
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
    LockSupport.unpark(wakesFirst);
    LockSupport.unpark(wakesSecond);
    wakesFirst = null;
    wakesSecond = null;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return lost;
  }
}

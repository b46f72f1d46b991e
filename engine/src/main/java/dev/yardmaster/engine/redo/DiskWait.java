package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.CountDownLatch;

/** An acknowledgement for which one thread waits. */
public final class DiskWait implements Acknowledgement {

  @Shared(
      writers = "the log's thread, or the thread that appends the acknowledgement",
      readers = "the waiting thread",
      access = "latch, counted down after the write of lost")
  private final CountDownLatch told = new CountDownLatch(1);

  @Shared(
      writers = "the log's thread, or the thread that appends the acknowledgement",
      readers = "the waiting thread",
      access = "volatile, written before the latch is counted down")
  private volatile Throwable lost;

  /** Creates an acknowledgement that the log has not completed. */
  public DiskWait() {}

  @Override
  public void onDisk() {
    told.countDown();
  }

  @Override
  public void lost(Throwable why) {
    lost = why;
    told.countDown();
  }

  /** Returns whether the log has completed the acknowledgement. */
  public boolean isOver() {
    return told.getCount() == 0;
  }

  /**
   * Waits until the log has completed the acknowledgement. An interrupt does not end the wait.
   *
   * @return null if all earlier commits are on disk; otherwise the reason why this is unknown
   */
  public Throwable await() {
    boolean interrupted = false;
    while (true) {
      try {
        told.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return lost;
  }
}

package dev.yardmaster.engine.durable;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.redo.Checkpoints;
import dev.yardmaster.engine.redo.DiskWait;
import dev.yardmaster.engine.redo.LogWriter;
import dev.yardmaster.engine.redo.RedoLog;
import java.util.List;

/**
 * Does the work of a log and its checkpoints. Normally the log has its own thread, and so do the
 * checkpoints. In a simulation, the threads that wait for the log do the work in steps. Any thread
 * may call the methods.
 */
final class LogWork {

  private final RedoLog redo;
  private final Checkpoints checkpoints;
  private final LogFailure failure;

  /** The threads of the log and of the checkpoints; empty if the waiting threads do the work. */
  private final List<Thread> threads;

  /** Creates the threads without starting them. */
  LogWork(RedoLog redo, Checkpoints checkpoints, LogFailure failure, boolean startsThreads) {
    this.redo = redo;
    this.checkpoints = checkpoints;
    this.failure = failure;
    threads =
        startsThreads
            ? List.of(
                new Thread(redo, "yardmaster-database-log"),
                new Thread(checkpoints, "yardmaster-database-checkpoints"))
            : List.of();
  }

  void start() {
    for (Thread thread : threads) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Waits until the log has room for the writer's next record. */
  void awaitRoom(LogWriter writer) {
    while (threads.isEmpty() && !writer.hasRoom()) {
      if (!workIfAlone() && !writer.hasRoom()) {
        throw new IllegalStateException(
            "the log is full behind a commit that no other thread can complete: newest commit="
                + redo.newestCommit());
      }
    }
    writer.awaitRoom();
  }

  /**
   * Waits until all commits up to the version {@code through} may be acknowledged. An interrupt
   * does not end the wait.
   *
   * @throws YardmasterException {@link ErrorCode#OUTCOME_UNKNOWN} if the disk has failed before the
   *     end of the wait
   */
  void await(DiskWait wait, long through) {
    if (redo.isAcknowledged(through)) {
      return;
    }
    wait.begin();
    redo.whenAcknowledged(wait, through);
    while (threads.isEmpty() && !wait.isOver()) {
      if (!workIfAlone() && !wait.isOver()) {
        throw new IllegalStateException(
            "the log waits for a commit that no other thread can complete: commit=" + through);
      }
    }
    Throwable lost = wait.await();
    if (lost != null) {
      throw failure.unknown(lost);
    }
  }

  /**
   * Does one step of the work on the calling thread, if the log and the checkpoints have no threads
   * of their own.
   */
  void step() {
    var unused = workIfAlone();
  }

  /** As {@link #step}; returns whether the log had something to do. */
  private boolean workIfAlone() {
    boolean any = false;
    if (threads.isEmpty()) {
      any = redo.work();
      if (failure.get().isEmpty()) {
        try {
          var unused = checkpoints.work();
        } catch (RuntimeException | Error e) { // As on the checkpoint thread.
          failure.failed(e);
        }
      }
    }
    return any;
  }

  /**
   * Completes the remaining work and waits for the threads. The caller has already asked the log
   * and the checkpoints to end.
   */
  void finish() {
    if (threads.isEmpty()) {
      redo.run();
      checkpoints.run();
    }
    threads.forEach(LogWork::join);
  }

  /** Waits for the end of a thread. An interrupt does not end the wait. */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
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

package dev.yardmaster.engine;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SuspendedTransactions;
import dev.yardmaster.engine.protocol.WorkerContext;

/** The contexts of a database's workers. Each context can be taken only once. Thread-safe. */
final class WorkerContexts {

  private final Protocol protocol;
  private final Epochs epochs;
  private final SuspendedTransactions suspended;

  @Shared(
      writers = "threads that request a worker",
      readers = "the same threads",
      access = "guarded by the monitor of the WorkerContexts")
  private final boolean[] taken;

  @Shared(
      writers = "the thread that requests the first worker",
      readers = "threads that request a worker",
      access = "guarded by the monitor of the WorkerContexts")
  private boolean hasOrigin;

  @Shared(
      writers = "the thread that requests the first worker",
      readers = "threads that request a worker; each worker copies the value when it is created",
      access = "guarded by the monitor of the WorkerContexts")
  private long originNs;

  WorkerContexts(Protocol protocol, Epochs epochs, int workers) {
    this.protocol = protocol;
    this.epochs = epochs;
    suspended = new SuspendedTransactions(workers);
    taken = new boolean[workers];
  }

  /**
   * Returns the context of a worker.
   *
   * @throws IllegalStateException if the context was taken before
   */
  synchronized WorkerContext take(int number, Pace pace) {
    if (taken[number]) {
      throw new IllegalStateException("the worker is taken already: worker=" + number);
    }
    taken[number] = true;
    if (!hasOrigin) {
      hasOrigin = true;
      originNs = pace.nowNs();
    }
    return untaken(number, pace);
  }

  /**
   * Returns an additional context with the number of a worker. The caller discards this context
   * before any caller takes the worker's own context.
   */
  synchronized WorkerContext untaken(int number, Pace pace) {
    return new WorkerContext(number, protocol, epochs, suspended, pace, originNs);
  }
}

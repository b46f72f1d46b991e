package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.protocol.WorkerContext;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Switches partitions to other protocols while no attempt runs: new attempts wait until all running
 * attempts have ended and the table is replaced. The CormCC paper uses this method for comparison
 * (StopAll, section 6.6); its disadvantage is that one long transaction stops all workers.
 */
final class StopAllSwitch extends ProtocolSwitch {

  private static final int STRIDE = 16;

  @Shared(
      writers = "each worker its own entry",
      readers = "threads that advance a switch",
      access = "volatile; release when an attempt ends")
  private final AtomicLongArray running;

  @Shared(
      writers = "threads that advance a switch",
      readers = "all workers",
      access = "volatile; written under the monitor of the ProtocolSwitch")
  private volatile boolean stopped;

  /**
   * Creates an object with the given protocol index for each partition.
   *
   * @param workers the maximum number of workers of the engine
   */
  StopAllSwitch(byte[] parts, int workers) {
    super(parts);
    running = new AtomicLongArray((workers + 1) * STRIDE);
  }

  private static int at(int worker) {
    return (worker + 1) * STRIDE;
  }

  /**
   * Marks the worker as running, unless a switch has stopped the workers. The worker writes its
   * mark and then reads the flag that stops the workers. The switching thread sets the flag and
   * then reads the marks. So at least one of the two threads sees the write of the other.
   */
  @Override
  boolean enter(WorkerContext worker) {
    running.set(at(worker.worker()), 1);
    if (stopped) {
      leave(worker);
      return false;
    }
    return true;
  }

  @Override
  void leave(WorkerContext worker) {
    running.setRelease(at(worker.worker()), 0);
  }

  @Override
  boolean takeStep(Epochs epochs) {
    stopped = true;
    if (isRunning()) {
      return false;
    }
    for (ProtocolTable next = next(); next != null; next = next()) {
      publish(next.switched());
    }
    stopped = false;
    return true;
  }

  private boolean isRunning() {
    for (int i = STRIDE; i < running.length(); i += STRIDE) {
      if (running.get(i) != 0) {
        return true;
      }
    }
    return false;
  }
}

package dev.yardmaster.client;

import dev.yardmaster.client.time.ClientTime;
import io.netty.channel.EventLoopGroup;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** The machine's clocks. Tasks run on the client's event loops. */
final class MachineTime implements ClientTime {

  private final EventLoopGroup loops;

  MachineTime(EventLoopGroup loops) {
    this.loops = loops;
  }

  @Override
  public long nowNs() {
    return System.nanoTime();
  }

  @Override
  public long epochMs() {
    return System.currentTimeMillis();
  }

  @Override
  public void later(Runnable task, long delay, TimeUnit unit) {
    try {
      var unused = loops.next().schedule(task, delay, unit);
    } catch (RejectedExecutionException loopsHaveEnded) {
      // The client is closed and has already ended all waiting transactions, so this task has
      // nothing to do.
    }
  }
}

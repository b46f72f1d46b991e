package dev.yardmaster.proof.simulator;

import dev.yardmaster.client.connection.Transport;
import dev.yardmaster.client.time.ClientTime;
import dev.yardmaster.proof.simulator.network.SimulatedLoop;
import dev.yardmaster.proof.simulator.network.SimulatedNetwork;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.LoopTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Connects a client over the simulated network, and uses the schedule's clock for it. */
final class SimulatedTransport implements Transport, ClientTime {

  private final Scheduler scheduler;
  private final SimulatedNetwork network;
  private final LoopTask task;
  private final long connectTimeoutNs;
  private final WireParts parts;

  SimulatedTransport(
      Scheduler scheduler,
      SimulatedNetwork network,
      LoopTask task,
      int connectTimeoutMs,
      WireParts parts) {
    this.parts = parts;
    this.scheduler = scheduler;
    this.network = network;
    this.task = task;
    this.connectTimeoutNs = TimeUnit.MILLISECONDS.toNanos(connectTimeoutMs);
  }

  private SimulatedLoop loop() {
    return task.loop();
  }

  @Override
  public Future<?> connect(InetSocketAddress to, ChannelHandler handler) {
    return network.connect(
        loop(),
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            parts.clientChannel(channel);
            channel.pipeline().addLast(handler);
          }
        },
        connectTimeoutNs);
  }

  @Override
  public ClientTime time() {
    return this;
  }

  @Override
  public boolean isOwnThread() {
    return scheduler.isTurnOf(task);
  }

  @Override
  public void await(java.util.concurrent.Future<?> future, long mostNs)
      throws InterruptedException {
    long beganNs = nowNs();
    BooleanSupplier over = () -> future.isDone() || scheduler.now() - beganNs >= mostNs;
    for (int waits = 0; !over.getAsBoolean(); waits++) {
      CallerTask.waitForTurn(waits, over);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  @Override
  public void close() {
    // The method closes nothing, because the loop runs until the end of the run.
  }

  @Override
  public long nowNs() {
    return scheduler.now();
  }

  @Override
  public long epochMs() {
    return scheduler.epochMs();
  }

  @Override
  public void later(Runnable later, long delay, TimeUnit unit) {
    var unused = loop().schedule(later, delay, unit);
  }
}

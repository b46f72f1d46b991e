package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.client.connection.Transport;
import dev.yardmaster.client.testing.ManualTime;
import dev.yardmaster.client.time.ClientTime;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * A transport to scripted servers. Everything happens on the calling thread: {@link #settle}
 * delivers messages until none is left, and {@link #advance} also lets time pass.
 */
final class FakeCluster implements Transport {

  /** A wait that takes longer than this counts as endless. */
  private static final long ENDLESS_NS = Duration.ofMinutes(1).toNanos();

  private final ManualTime time = new ManualTime();
  private final Map<String, FakeServer> servers = new LinkedHashMap<>();
  private final List<String> connects = new ArrayList<>();

  /** The actions that run while a thread of the client waits. Each wait runs one action. */
  private final Queue<Runnable> duringWaits = new ArrayDeque<>();

  /**
   * Adds a server that is up. The server belongs to no cluster until the test calls {@link
   * FakeServer#leads} or {@link FakeServer#follows}.
   */
  FakeServer server(String address) {
    return servers.computeIfAbsent(address, unused -> new FakeServer());
  }

  /** Returns the addresses to which the client has tried to connect, in order. */
  List<String> connects() {
    return connects;
  }

  void duringWait(Runnable what) {
    duringWaits.add(what);
  }

  @Override
  public Future<?> connect(InetSocketAddress to, ChannelHandler handler) {
    String address = to.getHostString() + ":" + to.getPort();
    connects.add(address);
    FakeServer server = servers.get(address);
    if (server == null || !server.isUp()) {
      return ImmediateEventExecutor.INSTANCE.newFailedFuture(new ConnectException("refused"));
    }
    server.accept(handler);
    return ImmediateEventExecutor.INSTANCE.newSucceededFuture(null);
  }

  /** Delivers messages in both directions until none is left. */
  void settle() {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (FakeServer server : servers.values()) {
        moved |= server.step();
      }
    }
  }

  /** Lets time pass in steps of 1 ms. */
  void advance(int ms) {
    settle();
    for (int i = 0; i < ms; i++) {
      time.advance(Duration.ofMillis(1));
      settle();
    }
  }

  @Override
  public ClientTime time() {
    return time;
  }

  @Override
  public boolean isOwnThread() {
    return false;
  }

  @Override
  public void await(java.util.concurrent.Future<?> future, long mostNs) {
    long beganNs = time.nowNs();
    settle();
    Runnable next = future.isDone() ? null : duringWaits.poll();
    if (next != null) {
      next.run();
      settle();
      return;
    }
    while (!future.isDone() && time.nowNs() - beganNs < mostNs) {
      assertTrue(time.nowNs() - beganNs < ENDLESS_NS, "the wait does not end");
      advance(1);
    }
  }

  @Override
  public void close() {}
}

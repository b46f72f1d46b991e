package dev.yardmaster.client.connection;

import dev.yardmaster.client.time.ClientTime;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;

/**
 * Opens channels to a client's servers and runs them on event loops. Other threads use the
 * transport to wait for events of the channels. A client accesses its environment only through this
 * interface and {@link ClientTime}, so a simulator can replace the environment. Any thread may call
 * any method.
 */
public interface Transport {

  /**
   * Begins to open a channel.
   *
   * @param to the server's address
   * @param handler the channel's only handler; the transport adds it before the channel is active
   * @return a future that succeeds, on the channel's event loop, immediately before the channel
   *     becomes active
   */
  Future<?> connect(InetSocketAddress to, ChannelHandler handler);

  /** Returns the clock of the event loops. */
  ClientTime time();

  /**
   * Returns whether the calling thread is one of the event loops. Such a thread must not wait for
   * channels.
   */
  boolean isOwnThread();

  /**
   * Waits until a future has completed, normally or exceptionally, or until the time has passed.
   *
   * @param mostNs the longest wait, in ns
   * @throws InterruptedException if the calling thread is interrupted during the wait
   */
  void await(java.util.concurrent.Future<?> future, long mostNs) throws InterruptedException;

  /** Stops the event loops, after the tasks that are already running have ended. */
  void close();
}

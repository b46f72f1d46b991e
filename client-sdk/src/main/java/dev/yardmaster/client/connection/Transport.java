package dev.yardmaster.client.connection;

import dev.yardmaster.client.time.ClientTime;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;

/**
 * What carries a client: it opens channels to servers, runs them on event loops, and lets other
 * threads wait for what happens there. All that a client does with its surroundings goes through
 * here and through its {@link ClientTime}, so that both can be simulated. Any thread.
 */
public interface Transport {

  /**
   * Begins to open a channel.
   *
   * @param to where
   * @param handler is the channel's only one, and is there before the channel is active
   * @return succeeds, on the channel's event loop, just before the channel becomes active
   */
  Future<?> connect(InetSocketAddress to, ChannelHandler handler);

  /** The time that the event loops live in. */
  ClientTime time();

  /** Whether the calling thread runs channels, so that it must not wait for them. */
  boolean isOwnThread();

  /**
   * Waits until a future has ended, in whichever way, or some time has passed.
   *
   * @param mostNs the longest wait, in ns
   * @throws InterruptedException if the calling thread is interrupted before that
   */
  void await(java.util.concurrent.Future<?> future, long mostNs) throws InterruptedException;

  /** Ends the event loops, once what they have begun is done. */
  void close();
}

package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A connection whose client is not yet known. The number of such connections from an address is
 * limited, and the first frame of each must arrive within a time limit. The connection's event loop
 * owns the object.
 */
final class Newcomer {

  private final Connections connections;
  private final ScheduledFuture<?> timer;

  /** The address for which the connection counts; null if there is none. */
  private InetAddress from;

  /**
   * Counts the connection, and starts the timer.
   *
   * @param isLate is run by the event loop when the time limit is exceeded
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} if the address has too many
   *     connections
   */
  Newcomer(Channel channel, Connections connections, int timeoutMs, Runnable isLate) {
    this.connections = connections;
    if (channel.remoteAddress() instanceof InetSocketAddress remote
        && remote.getAddress() != null) {
      connections.addNewcomer(remote.getAddress());
      from = remote.getAddress();
    }
    timer = channel.eventLoop().schedule(isLate, timeoutMs, TimeUnit.MILLISECONDS);
  }

  /**
   * Cancels the timer, and no longer counts the connection for its address, because the client is
   * known or the connection has ended.
   */
  void end() {
    timer.cancel(false);
    if (from != null) {
      connections.removeNewcomer(from);
      from = null;
    }
  }
}

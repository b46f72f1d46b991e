package dev.yardmaster.server.admin;

import dev.yardmaster.annotations.Shared;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The open connections of an admin server, at most {@value #MAX_CONNECTIONS}. If a further
 * connection opens, the connection that has waited longest for its client is closed. Clients that
 * send or read slowly can therefore not block health checks. This class is thread-safe.
 */
final class AdminConnections {

  static final int MAX_CONNECTIONS = 128;

  @Shared(
      writers = "event loops as connections open and close; the closing thread",
      readers = "event loops, the closing thread",
      access = "Netty's ChannelGroup, a concurrent map")
  private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

  /** The counted connections, in the order in which their present waits began. */
  @Shared(
      writers = "event loops as connections open, wait and close",
      readers = "event loops",
      access = "guarded by the set itself")
  private final Set<Channel> longestWaitFirst = new LinkedHashSet<>();

  /**
   * Adds a connection that waits for its first request. If there are too many connections, closes
   * the connection that has waited longest.
   */
  void add(Channel connection) {
    Channel displaced = null;
    synchronized (longestWaitFirst) {
      if (longestWaitFirst.size() >= MAX_CONNECTIONS) {
        Iterator<Channel> connections = longestWaitFirst.iterator();
        displaced = connections.next();
        connections.remove();
      }
      longestWaitFirst.add(connection);
    }
    connection.closeFuture().addListener(closed -> remove(connection));
    open.add(connection);
    if (displaced != null) {
      var unused = displaced.close();
    }
  }

  /** Records that a connection's wait has ended and its next wait begins. */
  void waitsAnew(Channel connection) {
    synchronized (longestWaitFirst) {
      if (longestWaitFirst.remove(connection)) {
        longestWaitFirst.add(connection);
      }
    }
  }

  /**
   * Stops counting a connection that does not wait for its client, so that it is not closed in
   * favor of another connection. The caller bounds the number of such connections.
   */
  void exempt(Channel connection) {
    remove(connection);
  }

  private void remove(Channel connection) {
    synchronized (longestWaitFirst) {
      longestWaitFirst.remove(connection);
    }
  }

  /** Closes all present connections, and all connections that are added later. */
  void close(long timeoutS) {
    open.close().awaitUninterruptibly(timeoutS, TimeUnit.SECONDS);
  }
}

package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.net.InetSocketAddress;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A connection with any number of calls in flight. In each turn, the session sends all collected
 * commands in one flush. The next flush follows when the server has answered all these commands.
 * Only the service's thread uses an instance.
 */
abstract class RedisSession implements AutoCloseable {

  /**
   * A connection that can be flushed without a wait. Jedis itself flushes a connection only when it
   * also waits for the reply.
   */
  private static final class Flushed extends Connection {

    Flushed(HostAndPort address) {
      super(
          address,
          DefaultJedisClientConfig.builder()
              .protocol(RedisProtocol.RESP2)
              .socketTimeoutMillis(0)
              .build());
    }

    @Override
    protected void flush() {
      super.flush();
    }
  }

  private final Flushed connection;
  private int awaited;

  /** Connects to a server. */
  RedisSession(InetSocketAddress address) {
    connection = new Flushed(new HostAndPort(address.getHostString(), address.getPort()));
    connection.connect();
  }

  /**
   * Adds a command to the next flush. Returns the index of the command's reply among the replies of
   * the turn.
   */
  final int send(Command command, byte[]... words) {
    connection.sendCommand(command, words);
    return awaited++;
  }

  /**
   * Waits for the replies to the last flush, and sends the next flush.
   *
   * @return whether a call is in flight; if so, the service needs another turn for this session
   * @throws WorkloadFailure if Redis refuses a command
   */
  final boolean turn() {
    List<Object> replies = awaited == 0 ? List.of() : connection.getMany(awaited);
    awaited = 0;
    for (Object reply : replies) {
      if (reply instanceof JedisDataException refused) {
        throw new WorkloadFailure("redis: " + refused.getMessage(), refused);
      }
    }
    boolean underWay = take(replies);
    connection.flush();
    return underWay || awaited > 0;
  }

  /** Processes the replies and adds the next commands. Returns whether a call is in flight. */
  abstract boolean take(List<Object> replies);

  /** Fails the calls in flight. */
  abstract void fail(Throwable why);

  @Override
  public final void close() {
    connection.close();
  }
}

package dev.yardmaster.benchmarks.redis;

import static redis.clients.jedis.Protocol.Command.EVALSHA;

import dev.yardmaster.api.Key;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Runs the bank's procedures as scripts. Each call takes one round trip, and the round trips are
 * pipelined. Calls are distributed evenly over the connections.
 */
public final class LuaService extends RedisService {

  private final int connections;
  private final Map<String, byte[]> digests = new HashMap<>();

  /**
   * The number of calls sent on all connections. Only the service's thread accesses this counter.
   */
  private int sent;

  /** Connects to the server and loads the scripts. */
  public LuaService(InetSocketAddress address, int connections) {
    this.connections = connections;
    try (Jedis loader = new Jedis(address.getHostString(), address.getPort())) {
      LuaScript.BY_PROCEDURE.forEach(
          (name, script) -> digests.put(name, loader.scriptLoad(RedisCall.word(script.text()))));
    } catch (JedisException e) {
      throw new WorkloadFailure("redis refused a script: " + e.getMessage(), e);
    }
    start(connections, () -> new Session(address));
  }

  private final class Session extends RedisSession {

    private final ArrayDeque<RedisCall<?, ?>> calls = new ArrayDeque<>();

    Session(InetSocketAddress address) {
      super(address);
    }

    @Override
    boolean take(List<Object> replies) {
      sent -= replies.size();
      for (Object reply : replies) {
        end(calls.remove(), reply);
      }
      int share = (sent + waiting().size() + connections - 1) / connections;
      while (calls.size() < share && !waiting().isEmpty()) {
        RedisCall<?, ?> call = waiting().remove();
        calls.add(call);
        sent++;
        send(EVALSHA, words(call));
      }
      return !calls.isEmpty();
    }

    @Override
    void fail(Throwable why) {
      calls.forEach(call -> call.outcome().completeExceptionally(why));
    }
  }

  @SuppressWarnings("unchecked") // Scripts are stored under the names of their procedures.
  private static <A> LuaScript<A> script(RedisCall<A, ?> call) {
    return (LuaScript<A>) LuaScript.BY_PROCEDURE.get(call.procedure());
  }

  private <A> byte[][] words(RedisCall<A, ?> call) {
    List<byte[]> words = new ArrayList<>(call.declared().size() + 3);
    words.add(digests.get(call.procedure()));
    words.add(RedisCall.word(Integer.toString(call.declared().size())));
    for (Key key : call.declared()) {
      words.add(RedisCall.word(key));
    }
    long cents = script(call).cents().applyAsLong(call.argument());
    words.add(RedisCall.word(Long.toString(cents)));
    return words.toArray(byte[][]::new);
  }

  private static <A> void end(RedisCall<A, ?> call, Object reply) {
    if (reply == null) {
      call.abort("too little money");
    } else {
      call.commit(script(call).result().apply(call.argument(), reply));
    }
  }
}

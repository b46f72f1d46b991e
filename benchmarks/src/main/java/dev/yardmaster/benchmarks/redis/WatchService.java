package dev.yardmaster.benchmarks.redis;

import static redis.clients.jedis.Protocol.Command.EXEC;
import static redis.clients.jedis.Protocol.Command.MGET;
import static redis.clients.jedis.Protocol.Command.MSET;
import static redis.clients.jedis.Protocol.Command.MULTI;
import static redis.clients.jedis.Protocol.Command.UNWATCH;
import static redis.clients.jedis.Protocol.Command.WATCH;

import dev.yardmaster.api.logic.DeclaredTransaction;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs procedures under optimistic locking. One flush contains WATCH and MGET. The next flush
 * contains MULTI, MSET and EXEC, and the next transaction's WATCH and MGET. A watch belongs to a
 * connection. Therefore only one transaction at a time can be between its reads and its EXEC on
 * each connection, and further transactions wait. A transaction that only reads is one MGET.
 */
public final class WatchService extends RedisService {

  /** Connects to a server. */
  public WatchService(InetSocketAddress address, int connections) {
    start(connections, () -> new Session(address));
  }

  private final class Session extends RedisSession {

    /** The call that now watches its keys and reads the values; null if there is none. */
    private RedisCall<?, ?> reading;

    private int readAt;

    /** The call whose writes were sent with EXEC; null if there is none. */
    private RedisCall<?, ?> ending;

    private Object result;
    private int execAt;

    Session(InetSocketAddress address) {
      super(address);
    }

    @Override
    boolean take(List<Object> replies) {
      if (ending != null) {
        end(ending, replies.get(execAt) != null);
        ending = null;
      }
      if (reading != null) {
        runAndWrite(reading, replies);
      }
      reading = waiting().poll();
      if (reading != null && !reading.reads().isEmpty()) {
        byte[][] keys = reading.reads().stream().map(RedisCall::word).toArray(byte[][]::new);
        if (reading.declaresWrites()) {
          send(WATCH, keys);
        }
        readAt = send(MGET, keys);
      }
      return reading != null;
    }

    private void end(RedisCall<?, ?> call, boolean executed) {
      if (executed) {
        call.commit(result);
      } else {
        call.restart();
        waiting().addFirst(call);
      }
    }

    @SuppressWarnings("unchecked") // The reply to MGET is a list of values.
    private void runAndWrite(RedisCall<?, ?> call, List<Object> replies) {
      DeclaredTransaction run =
          call.run(call.reads().isEmpty() ? List.of() : (List<byte[]>) replies.get(readAt));
      if (run.failure() != null) {
        send(UNWATCH);
        call.fail(run.failure());
      } else if (!call.declaresWrites()) {
        call.commit(run.result());
      } else {
        List<byte[]> words = new ArrayList<>(2 * call.written().size());
        call.written()
            .forEach(
                (key, value) -> {
                  words.add(RedisCall.word(key));
                  words.add(value);
                });
        send(MULTI);
        send(MSET, words.toArray(byte[][]::new));
        execAt = send(EXEC);
        ending = call;
        result = run.result();
      }
    }

    @Override
    void fail(Throwable why) {
      for (RedisCall<?, ?> call : new RedisCall<?, ?>[] {reading, ending}) {
        if (call != null) {
          call.outcome().completeExceptionally(why);
        }
      }
    }
  }
}

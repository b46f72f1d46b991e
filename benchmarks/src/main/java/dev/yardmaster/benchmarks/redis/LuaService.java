package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import io.netty.handler.codec.redis.RedisMessage;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The bank's procedures as scripts, one round trip each, pipelined. */
public final class LuaService extends RedisService {

  private static final byte[] EVALSHA = Resp.word("EVALSHA");
  private static final long LOAD_TIMEOUT_S = 10;

  /** A script that the server has, under its digest. */
  private static final class Loaded<A> {
    private final LuaScript<A> script;
    private final byte[] digest;

    Loaded(LuaScript<A> script, byte[] digest) {
      this.script = script;
      this.digest = digest;
    }
  }

  private final Map<String, Loaded<?>> scripts = new HashMap<>();

  /** Connects, and loads the scripts. */
  public LuaService(InetSocketAddress address, int connections) throws InterruptedException {
    super(address, connections);
    try {
      for (Map.Entry<String, LuaScript<?>> script : LuaScript.BY_PROCEDURE.entrySet()) {
        scripts.put(script.getKey(), load(script.getValue()));
      }
    } catch (InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private <A> Loaded<A> load(LuaScript<A> script) throws InterruptedException {
    CompletableFuture<byte[]> digest = new CompletableFuture<>();
    onLoop(
        () ->
            connection()
                .send(
                    reply -> guarded(digest, () -> digest.complete(Resp.bytes(reply))),
                    Resp.word("SCRIPT"),
                    Resp.word("LOAD"),
                    Resp.word(script.text())));
    try {
      return new Loaded<>(script, digest.get(LOAD_TIMEOUT_S, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      throw new WorkloadFailure("redis does not take a script: " + e, e);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // Scripts are kept under the names of their procedures.
  <A, R> void run(Procedure<A, R> procedure, A argument, CompletableFuture<Outcome<R>> outcome) {
    Loaded<A> loaded = (Loaded<A>) scripts.get(procedure.name());
    connection()
        .send(
            reply ->
                guarded(
                    outcome,
                    () -> outcome.complete((Outcome<R>) end(loaded.script, argument, reply))),
            words(loaded, procedure, argument));
  }

  private static <A> byte[][] words(Loaded<A> loaded, Procedure<A, ?> procedure, A argument) {
    Set<Key> keys = new LinkedHashSet<>();
    procedure.declare(
        argument,
        new KeyDeclaration() {
          @Override
          public void read(Key key) {
            keys.add(key);
          }

          @Override
          public void write(Key key) {
            keys.add(key);
          }

          @Override
          public void scan(Scan scan) {
            throw new UnsupportedOperationException("Redis has its keys in no order");
          }
        });
    List<byte[]> words = new ArrayList<>(keys.size() + 4);
    words.add(EVALSHA);
    words.add(loaded.digest);
    words.add(Resp.word(keys.size()));
    for (Key key : keys) {
      words.add(Resp.word(key));
    }
    words.add(Resp.word(loaded.script.cents().applyAsLong(argument)));
    return words.toArray(byte[][]::new);
  }

  private static <A> Outcome<Object> end(LuaScript<A> script, A argument, RedisMessage reply) {
    return Resp.isNull(reply)
        ? new Outcome.Aborted<>(AbortCause.USER, "too little money", 0, null)
        : new Outcome.Committed<>(script.result().apply(argument, reply), 0, 0, 0, null);
  }
}

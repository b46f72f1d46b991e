package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import io.netty.handler.codec.redis.RedisMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A procedure's run on what was read of Redis, whose writes are kept until they can be sent. The
 * event loop's.
 */
final class WatchedTransaction<A, R> implements Transaction {

  private static final class Abort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Abort(String reason) {
      super(reason, null, false, false);
    }
  }

  private final Procedure<A, R> procedure;
  private final A argument;
  private final CompletableFuture<Outcome<R>> outcome;
  private final Set<Key> reads = new LinkedHashSet<>();
  private final Map<Key, byte[]> values = new LinkedHashMap<>();
  private boolean declaresWrites;
  private R result;
  private String abortReason;
  private int restarts;

  WatchedTransaction(Procedure<A, R> procedure, A argument, CompletableFuture<Outcome<R>> outcome) {
    this.procedure = procedure;
    this.argument = argument;
    this.outcome = outcome;
    procedure.declare(
        argument,
        new KeyDeclaration() {
          @Override
          public void read(Key key) {
            reads.add(key);
          }

          @Override
          public void write(Key key) {
            declaresWrites = true;
          }

          @Override
          public void scan(Scan scan) {
            throw noScans();
          }
        });
  }

  boolean reads() {
    return !reads.isEmpty();
  }

  /** Whether it may write; one that does not needs no watch, since one command reads it all. */
  boolean declaresWrites() {
    return declaresWrites;
  }

  CompletableFuture<Outcome<R>> outcome() {
    return outcome;
  }

  /** A command on all keys that it reads. */
  byte[][] readCommand(byte[] command) {
    List<byte[]> words = new ArrayList<>(1 + reads.size());
    words.add(command);
    reads.forEach(key -> words.add(Resp.word(key)));
    return words.toArray(byte[][]::new);
  }

  /** Runs the procedure on the values of the keys that it reads. */
  void run(List<RedisMessage> found) {
    values.clear();
    int i = 0;
    for (Key key : reads) {
      values.put(key, Resp.bytes(found.get(i++)));
    }
    Map<Key, byte[]> written = new LinkedHashMap<>();
    writes = written;
    try {
      result = procedure.execute(argument, this);
    } catch (Abort abort) {
      abortReason = abort.getMessage();
    }
  }

  private Map<Key, byte[]> writes = Map.of();

  /** Why the procedure refused, or null. */
  String abortReason() {
    return abortReason;
  }

  boolean writes() {
    return !writes.isEmpty();
  }

  /** A command that sets all that it wrote. */
  byte[][] writeCommand(byte[] command) {
    List<byte[]> words = new ArrayList<>(1 + 2 * writes.size());
    words.add(command);
    writes.forEach(
        (key, value) -> {
          words.add(Resp.word(key));
          words.add(value);
        });
    return words.toArray(byte[][]::new);
  }

  void restart() {
    restarts++;
  }

  int restarts() {
    return restarts;
  }

  void commit() {
    outcome.complete(new Outcome.Committed<>(result, 0, 0, restarts, null));
  }

  @Override
  public byte[] get(Key key) {
    byte[] own = writes.get(key);
    return own == null ? values.get(key) : own;
  }

  @Override
  public long getLong(Key key) {
    byte[] value = get(key);
    return value == null ? 0 : ByteBuffer.wrap(value).getLong();
  }

  @Override
  public boolean contains(Key key) {
    return get(key) != null;
  }

  @Override
  public Map<Key, byte[]> scan(Scan scan) {
    throw noScans();
  }

  private static UnsupportedOperationException noScans() {
    return new UnsupportedOperationException(
        "Redis has its keys in no order, and watches keys, not ranges");
  }

  @Override
  public void put(Key key, byte[] value) {
    writes.put(key, value.clone());
  }

  @Override
  public void putLong(Key key, long value) {
    writes.put(key, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  @Override
  public void delete(Key key) {
    throw new UnsupportedOperationException("no procedure of the bank deletes");
  }

  @Override
  public RuntimeException abort(String reason) {
    throw new Abort(reason);
  }
}

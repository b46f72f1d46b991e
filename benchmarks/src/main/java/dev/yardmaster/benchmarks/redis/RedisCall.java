package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.logic.DeclaredKeys;
import dev.yardmaster.api.logic.DeclaredTransaction;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.UserAbort;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A call of a procedure with its keys. Under WATCH, the call also contains its reads and writes.
 * The caller's thread creates the call. After that, only the service's thread accesses the call.
 */
final class RedisCall<A, R> implements DeclaredKeys {

  private final Procedure<A, R> procedure;
  private final A argument;
  private final CompletableFuture<Outcome<R>> outcome = new CompletableFuture<>();
  private final Set<Key> declared = new LinkedHashSet<>();
  private final Map<Key, byte[]> values = new LinkedHashMap<>();
  private final Set<Key> writable = new HashSet<>();
  private final Map<Key, byte[]> writes = new LinkedHashMap<>();
  private int restarts;

  RedisCall(Procedure<A, R> procedure, A argument) {
    this.procedure = procedure;
    this.argument = argument;
    procedure.declare(argument, this);
  }

  String procedure() {
    return procedure.name();
  }

  A argument() {
    return argument;
  }

  CompletableFuture<Outcome<R>> outcome() {
    return outcome;
  }

  /** Returns all declared keys, in order. */
  Set<Key> declared() {
    return declared;
  }

  /** Returns the declared keys that the call reads. */
  Set<Key> reads() {
    return values.keySet();
  }

  /**
   * Returns whether the call may write. A call that only reads needs no WATCH, because one MGET
   * reads all its keys.
   */
  boolean declaresWrites() {
    return !writable.isEmpty();
  }

  /** Runs the procedure on the values of the keys that the call reads. */
  DeclaredTransaction run(List<byte[]> found) {
    writes.clear();
    Iterator<byte[]> next = found.iterator();
    values.replaceAll((key, before) -> next.next());
    DeclaredTransaction run = new DeclaredTransaction(this, procedure(), Integer.MAX_VALUE);
    run.run(transaction -> procedure.execute(argument, transaction));
    return run;
  }

  void restart() {
    restarts++;
  }

  /**
   * Ends the call after its procedure threw an exception. If the procedure aborted with an
   * exception, the exception becomes an outcome.
   */
  void fail(Throwable thrown) {
    if (thrown instanceof UserAbort decided) {
      abort(decided.getMessage());
    } else {
      outcome.completeExceptionally(thrown);
    }
  }

  void abort(String reason) {
    outcome.complete(Failures.aborted(reason, restarts, null));
  }

  @SuppressWarnings("unchecked") // Scripts are stored under the names of their procedures.
  void commit(Object result) {
    outcome.complete(new Outcome.Committed<>((R) result, 0, 0, restarts, null));
  }

  /** Returns the text of a key for Redis: the first letter of its table, and its number. */
  static byte[] word(Key key) {
    return word(key.table().charAt(0) + Long.toString(key.number()));
  }

  /** Returns the bytes of a text, as a word of a command. */
  static byte[] word(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void read(Key key) {
    declared.add(key);
    values.putIfAbsent(key, null);
  }

  @Override
  public void write(Key key) {
    declared.add(key);
    writable.add(key);
  }

  @Override
  public void scan(Scan scan) {
    throw new UnsupportedOperationException(
        "Redis keeps keys unordered, and watches keys, not ranges");
  }

  @Override
  public byte[] current(Key key) {
    if (writes.containsKey(key)) {
      return writes.get(key);
    }
    return values.containsKey(key) ? values.get(key) : UNDECLARED;
  }

  @Override
  public boolean buffer(Key key, byte[] value) {
    if (value == null) {
      throw new UnsupportedOperationException("no procedure of the bank deletes");
    }
    boolean allowed = writable.contains(key);
    if (allowed) {
      writes.put(key, value);
    }
    return allowed;
  }

  @Override
  public ScannedEntries scanned(Scan scan) {
    return null;
  }

  @Override
  public Map<Key, byte[]> written() {
    return writes;
  }
}

package dev.yardmaster.client;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.client.RemoteTransaction.Reply;
import dev.yardmaster.wire.schema.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.NullUnmarked;

/**
 * One run of logic over a remote transaction. The object stores the reads, scans and writes of the
 * logic. At most one step (a request to the server with its reply) is in progress. Reads that the
 * logic requests during a step are collected for the next step. Each scan is a separate step.
 */
@Shared(
    writers = "threads of the logic, event loops",
    readers = "the same",
    access = "guarded by this object's monitor; stages complete outside of it")
@NullUnmarked // Internal: fields and results may be null.
final class BufferedAsyncTransaction implements AsyncTransaction {

  /**
   * A source of values whose methods are never called, because reads and scans bypass the buffer.
   */
  private static final class NoSource implements InteractiveTransaction.Source {

    @Override
    public byte[][] values(List<Key> keys) {
      throw new IllegalStateException("reads do not go through the buffer");
    }

    @Override
    public ScannedEntries scan(Scan scan) {
      throw new IllegalStateException("scans do not go through the buffer");
    }
  }

  /** The read and scan requests of one step. */
  private interface Asking {

    /** Stores the values of the step's reply. The caller holds the lock. */
    void keep(Reply reply);

    /** Completes the stages that wait for the reply to the step. */
    void complete(Reply reply);
  }

  private final RemoteTransaction remote;
  private final InteractiveTransaction buffer;
  private final Map<Key, byte[]> fetched = new HashMap<>();
  private final CompletableFuture<Reply> idle = new CompletableFuture<>();
  private List<PendingReads.Keys> pending = new ArrayList<>();
  private final Deque<PendingReads.OfScan> scans = new ArrayDeque<>();
  private boolean stepUnderWay;
  private boolean over;
  private Reply broken;

  BufferedAsyncTransaction(RemoteTransaction remote, int maxKeys, int maxValueBytes) {
    this.remote = remote;
    this.buffer = new InteractiveTransaction(new NoSource(), maxKeys, maxValueBytes);
  }

  @Override
  public CompletionStage<byte[]> get(Key key) {
    return read(Collections.singletonList(key)).thenApply(values -> values.get(key));
  }

  @Override
  public CompletionStage<Long> getLong(Key key) {
    return get(key).thenApply(value -> Values.toLong(key, value));
  }

  @Override
  public CompletionStage<Boolean> contains(Key key) {
    return get(key).thenApply(value -> value != null);
  }

  @Override
  public CompletionStage<Map<Key, byte[]>> getAll(Collection<Key> keys) {
    return read(keys);
  }

  private CompletableFuture<Map<Key, byte[]>> read(Collection<Key> keys) {
    Map<Key, byte[]> values = new LinkedHashMap<>();
    PendingReads.Keys unseen =
        new PendingReads.Keys(new LinkedHashSet<>(), new CompletableFuture<>());
    try {
      look(keys, values, unseen);
    } catch (YardmasterException error) {
      return CompletableFuture.failedFuture(error);
    }
    if (unseen.keys().isEmpty()) {
      return CompletableFuture.completedFuture(values);
    }
    sendWanted();
    return unseen
        .there()
        .thenApply(
            ignored -> {
              synchronized (this) {
                unseen.keys().forEach(key -> values.put(key, copy(fetched.get(key))));
              }
              return values;
            });
  }

  /**
   * Copies to {@code values} the values that the client already has, and collects the remaining
   * keys for a request to the server.
   */
  private synchronized void look(
      Collection<Key> keys, Map<Key, byte[]> values, PendingReads.Keys unseen) {
    for (Key key : keys) {
      Values.check(key);
      checkOpen(key);
      if (buffer.writes().containsKey(key)) {
        values.put(key, copy(buffer.writes().get(key)));
      } else {
        values.put(key, copy(fetched.get(key)));
        if (!fetched.containsKey(key)) {
          unseen.keys().add(key);
        }
      }
    }
    if (!unseen.keys().isEmpty()) {
      pending.add(unseen);
    }
  }

  private void checkOpen(Key key) {
    if (over || broken != null) {
      throw PendingReads.ended(broken, key);
    }
  }

  @Override
  public CompletionStage<Map<Key, byte[]>> scan(Scan scan) {
    CompletableFuture<Map<Key, byte[]>> there = new CompletableFuture<>();
    try {
      want(scan, there);
    } catch (YardmasterException error) {
      return CompletableFuture.failedFuture(error);
    }
    sendWanted();
    return there;
  }

  private synchronized void want(Scan scan, CompletableFuture<Map<Key, byte[]>> there) {
    checkOpen(scan.from());
    Map<Key, byte[]> own = new HashMap<>();
    buffer
        .writes()
        .forEach(
            (key, value) -> {
              if (scan.covers(key)) {
                own.put(key, value);
              }
            });
    scans.add(new PendingReads.OfScan(scan, buffer.asked(scan), own, there));
  }

  private static byte[] copy(byte[] value) {
    return value == null ? null : value.clone();
  }

  /** Starts the transaction at the server, before the first read. */
  void begin() {
    synchronized (this) {
      stepUnderWay = true;
    }
    send(LogicMessages.read(List.of()), new AskedKeys(List.of(), List.of()));
  }

  /**
   * If there are requests, sends the next step: either all requested keys together, or one scan.
   */
  private void sendWanted() {
    Step.Builder step;
    Asking asking;
    synchronized (this) {
      if (stepUnderWay || (pending.isEmpty() && scans.isEmpty())) {
        return;
      }
      stepUnderWay = true;
      if (pending.isEmpty()) {
        PendingReads.OfScan next = scans.remove();
        step = LogicMessages.scan(next.asked());
        asking = new AskedScan(next);
      } else {
        AskedKeys next = takeWanted();
        step = LogicMessages.read(next.keys());
        asking = next;
      }
    }
    send(step, asking);
  }

  private AskedKeys takeWanted() {
    Set<Key> keys = new LinkedHashSet<>();
    pending.forEach(one -> keys.addAll(one.keys()));
    keys.removeAll(fetched.keySet());
    AskedKeys asked = new AskedKeys(List.copyOf(keys), pending);
    pending = new ArrayList<>();
    return asked;
  }

  private void send(Step.Builder step, Asking asking) {
    var unused = remote.step(step).thenAccept(reply -> replied(asking, reply));
  }

  private void replied(Asking asking, Reply reply) {
    boolean goesOn =
        reply instanceof Reply.Values
            || reply instanceof Reply.Scanned
            || reply instanceof Reply.Refused;
    List<PendingReads> dropped = List.of();
    boolean last;
    synchronized (this) {
      stepUnderWay = false;
      asking.keep(reply);
      if (!goesOn) {
        broken = reply;
        dropped = dropWanted();
      }
      last = over;
    }
    asking.complete(reply);
    dropped.forEach(one -> one.fail(reply));
    if (last) {
      idle.complete(goesOn ? null : reply);
    } else {
      sendWanted();
    }
  }

  private List<PendingReads> dropWanted() {
    List<PendingReads> dropped = new ArrayList<>(pending);
    dropped.addAll(scans);
    pending = new ArrayList<>();
    scans.clear();
    return dropped;
  }

  /** A request for keys, and all reads that wait for at least one of these keys. */
  private final class AskedKeys implements Asking {

    private final List<Key> keys;
    private final List<PendingReads.Keys> askers;

    AskedKeys(List<Key> keys, List<PendingReads.Keys> askers) {
      this.keys = keys;
      this.askers = askers;
    }

    List<Key> keys() {
      return keys;
    }

    @Override
    public void keep(Reply reply) {
      if (reply instanceof Reply.Values values) {
        for (int i = 0; i < keys.size(); i++) {
          fetched.put(keys.get(i), values.values()[i]);
        }
      }
    }

    @Override
    public void complete(Reply reply) {
      for (PendingReads.Keys one : askers) {
        if (reply instanceof Reply.Values) {
          one.there().complete(null);
        } else {
          one.fail(reply);
        }
      }
    }
  }

  /** A request for a scan. */
  private record AskedScan(PendingReads.OfScan pending) implements Asking {

    @Override
    public void keep(Reply reply) {}

    @Override
    public void complete(Reply reply) {
      if (reply instanceof Reply.Scanned scanned) {
        pending.there().complete(scanned.entries().under(pending.scan(), pending.own()));
      } else {
        pending.fail(reply);
      }
    }
  }

  @Override
  public synchronized void put(Key key, byte[] value) {
    buffer.put(key, value);
  }

  @Override
  public synchronized void putLong(Key key, long value) {
    buffer.putLong(key, value);
  }

  @Override
  public synchronized void delete(Key key) {
    buffer.delete(key);
  }

  @Override
  public synchronized RuntimeException abort(String reason) {
    return buffer.abort(reason);
  }

  /**
   * Ends the run, and drops requests that have not been sent.
   *
   * @return a future that completes when no step is in progress; the value is the reply that ended
   *     the run early, or null if no reply ended the run
   */
  CompletableFuture<Reply> end() {
    List<PendingReads> dropped;
    boolean first;
    boolean isIdle;
    Reply reason;
    synchronized (this) {
      first = !over;
      over = true;
      buffer.end();
      dropped = dropWanted();
      isIdle = !stepUnderWay;
      reason = broken;
    }
    dropped.forEach(one -> one.fail(null));
    if (first && isIdle) {
      idle.complete(reason);
    }
    return idle;
  }

  /** Returns the reason why the run must not commit; null if the run may commit. */
  synchronized Throwable failure(Throwable thrown) {
    return buffer.failure(thrown);
  }

  /**
   * Returns the writes by key; the value null means that the key is deleted. Call this method only
   * after the run has ended.
   */
  synchronized Map<Key, byte[]> writes() {
    return buffer.writes();
  }
}

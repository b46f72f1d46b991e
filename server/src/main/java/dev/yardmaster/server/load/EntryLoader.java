package dev.yardmaster.server.load;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.TypedTables;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Writes recovered entries to a service, in transactions of many entries. Some transactions are in
 * flight at a time; two that write the same key never are, so the last entry of each key wins. One
 * thread uses an instance.
 *
 * <p>Outcomes of transactions are not written, because their ids belong to the service that gave
 * them. So a client that sends a transaction again to the new service may run it a second time.
 */
public final class EntryLoader implements Recovery.KeyValueSink {

  private static final int MAX_WRITES = 256;
  private static final int MAX_BYTES = 1 << 18;
  private static final int MAX_IN_FLIGHT = 16;

  /** How long a transaction is repeated that the service refuses, in ns. */
  static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** A transaction that was sent. */
  private record Sent(
      OneShot writes, Set<Key> keys, int count, CompletableFuture<Outcome<OneShot.Result>> end) {}

  private final TransactionService service;
  private final NanoClock clock;
  private final Consumer<EntryLoader> progress;
  private final ArrayDeque<Sent> inFlight = new ArrayDeque<>();
  private final Set<Key> keysInFlight = new HashSet<>();

  private OneShot.Builder writes = OneShot.builder();
  private Set<Key> keys = new HashSet<>();
  private int count;
  private int bytes;

  private long expected;
  private long loaded;
  private long outcomes;

  /**
   * Creates a loader that has loaded nothing.
   *
   * @param service receives the entries
   * @param progress is called with this object after each transaction
   */
  public EntryLoader(TransactionService service, NanoClock clock, Consumer<EntryLoader> progress) {
    this.service = service;
    this.clock = clock;
    this.progress = progress;
  }

  /** Returns the number of entries and deletions that the service has. */
  public long loaded() {
    return loaded;
  }

  /** Returns the number of entries of the checkpoint; 0 if it is unknown. */
  public long expected() {
    return expected;
  }

  /** Returns the number of outcomes that were left out. */
  public long outcomes() {
    return outcomes;
  }

  @Override
  public void expect(long entries) {
    expected = entries;
  }

  /**
   * Writes an entry.
   *
   * @throws YardmasterException if the service refuses the entry for good, or for longer than a
   *     minute; {@link ErrorCode#BAD_CONFIG} if the entry is the definition of a typed table
   */
  @Override
  public void entry(Key key, byte[] value, long version) {
    if (key.isReserved()) {
      TypedTables.refuse(key);
      outcomes++;
      return;
    }
    if (keysInFlight.contains(key)) {
      awaitAll();
    }
    if (value == null) {
      writes.delete(key);
    } else {
      writes.put(key, value);
      bytes += value.length;
    }
    keys.add(key);
    count++;
    if (count == MAX_WRITES || bytes >= MAX_BYTES) {
      send();
    }
  }

  /** Waits until the service has all entries. */
  @Override
  public void complete() {
    if (count > 0) {
      send();
    }
    awaitAll();
  }

  private void send() {
    while (inFlight.size() >= MAX_IN_FLIGHT) {
      awaitOldest();
    }
    OneShot next = writes.build();
    inFlight.add(new Sent(next, keys, count, service.submit(next).toCompletableFuture()));
    keysInFlight.addAll(keys);
    writes = OneShot.builder();
    keys = new HashSet<>();
    count = 0;
    bytes = 0;
  }

  private void awaitAll() {
    while (!inFlight.isEmpty()) {
      awaitOldest();
    }
  }

  private void awaitOldest() {
    Sent sent = inFlight.remove();
    long untilNs = clock.nanoTime() + PATIENCE_NS;
    Outcome<OneShot.Result> outcome = end(sent.end());
    while (!(outcome instanceof Outcome.Committed)) {
      boolean mayPass =
          outcome instanceof Outcome.Unknown
              || outcome.error().code().category() == ErrorCode.Category.REFUSED;
      if (!mayPass || untilNs - clock.nanoTime() <= 0) {
        throw outcome.error();
      }
      LockSupport.parkNanos(PAUSE_NS);
      outcome = end(service.submit(sent.writes()).toCompletableFuture());
    }
    keysInFlight.removeAll(sent.keys());
    loaded += sent.count();
    progress.accept(this);
  }

  private static Outcome<OneShot.Result> end(CompletableFuture<Outcome<OneShot.Result>> stage) {
    try {
      return stage.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted while it loaded"));
    } catch (ExecutionException e) {
      throw new IllegalStateException("a transaction of the load failed", e.getCause());
    }
  }
}

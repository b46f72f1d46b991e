package dev.yardmaster.server.load;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.TypedTablesCheck;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Writes recovered entries to a service, in transactions of many entries. Several transactions are
 * in flight at the same time, but never two that write the same key. The last entry of each key
 * therefore wins. Only one thread may use an instance.
 *
 * <p>A transaction whose outcome is unknown is sent again under the same id, so it commits only
 * once. A transaction that is too large for the service is divided.
 *
 * <p>The loader does not write the stored outcomes of transactions, because their ids belong to the
 * service from which the backup comes. If a client sends an earlier transaction again to the new
 * service, the transaction may therefore run a second time.
 */
public final class EntryLoader implements Recovery.KeyValueSink {

  private static final int MAX_WRITES = 256;
  private static final int MAX_BYTES = 1 << 18;
  private static final int MAX_IN_FLIGHT = 16;

  /** The time for which the loader repeats a transaction that the service refuses or aborts. */
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private static final long PAUSE_NS = 20_000_000;

  private static final Set<ErrorCode> TOO_LARGE =
      Set.of(ErrorCode.TOO_MANY_KEYS, ErrorCode.TRANSACTION_TOO_LARGE, ErrorCode.MESSAGE_TOO_LARGE);

  /** An entry; the value is null if the key was deleted. */
  @SuppressWarnings("ArrayRecordComponent") // The record is never compared.
  private record Write(Key key, byte[] value) {}

  /** A transaction that was sent. */
  private record Sent(
      List<Write> writes, TransactionId id, CompletableFuture<Outcome<OneShot.Result>> end) {}

  private final TransactionService service;
  private final TransactionIds ids;
  private final NanoClock clock;
  private final Consumer<EntryLoader> progress;
  private final ArrayDeque<Sent> inFlight = new ArrayDeque<>();
  private final Set<Key> keysInFlight = new HashSet<>();

  private List<Write> writes = new ArrayList<>();
  private int bytes;

  private long expected;
  private long loaded;
  private long outcomes;

  /**
   * Creates a loader that has loaded nothing.
   *
   * @param service receives the entries
   * @param ids gives each transaction its id
   * @param progress is called with this object after each transaction
   */
  public EntryLoader(
      TransactionService service,
      TransactionIds ids,
      NanoClock clock,
      Consumer<EntryLoader> progress) {
    this.service = service;
    this.ids = ids;
    this.clock = clock;
    this.progress = progress;
  }

  /** Returns the number of entries and deletions that were written to the service. */
  public long loaded() {
    return loaded;
  }

  /** Returns the number of entries of the checkpoint; 0 if it is unknown. */
  public long expected() {
    return expected;
  }

  /** Returns the number of stored outcomes that were not written. */
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
   * @throws YardmasterException if the service refuses the entry with an error that does not pass,
   *     or refuses it for longer than a minute; {@link ErrorCode#BAD_CONFIG} if the entry is the
   *     definition of a typed table
   */
  @Override
  public void entry(Key key, byte[] value, long version) {
    if (key.isReserved()) {
      TypedTablesCheck.refuse(key);
      outcomes++;
      return;
    }
    int length = value == null ? 0 : value.length;
    if (writes.size() == MAX_WRITES || (!writes.isEmpty() && bytes + length > MAX_BYTES)) {
      send();
    }
    if (keysInFlight.contains(key)) {
      awaitAll();
    }
    writes.add(new Write(key, value));
    bytes += length;
  }

  /** Waits until all entries are written to the service. */
  @Override
  public void complete() {
    if (!writes.isEmpty()) {
      send();
    }
    awaitAll();
  }

  private void send() {
    while (inFlight.size() >= MAX_IN_FLIGHT) {
      awaitOldest();
    }
    inFlight.add(submit(writes, ids.next()));
    writes.forEach(write -> keysInFlight.add(write.key()));
    writes = new ArrayList<>();
    bytes = 0;
  }

  private Sent submit(List<Write> sent, TransactionId id) {
    OneShot.Builder transaction = OneShot.builder();
    for (Write write : sent) {
      if (write.value() == null) {
        transaction.delete(write.key());
      } else {
        transaction.put(write.key(), write.value());
      }
    }
    TransactionOptions options = TransactionOptions.defaults().withId(id).withTimeout(TIMEOUT);
    return new Sent(sent, id, service.submit(transaction.build(), options).toCompletableFuture());
  }

  private void awaitAll() {
    while (!inFlight.isEmpty()) {
      awaitOldest();
    }
  }

  private void awaitOldest() {
    Sent oldest = inFlight.remove();
    await(oldest);
    oldest.writes().forEach(write -> keysInFlight.remove(write.key()));
    loaded += oldest.writes().size();
    progress.accept(this);
  }

  private void await(Sent sent) {
    long untilNs = clock.nanoTime() + TIMEOUT.toNanos();
    Sent tried = sent;
    Outcome<OneShot.Result> outcome = end(tried);
    while (!(outcome instanceof Outcome.Committed)) {
      YardmasterException error = outcome.error();
      if (TOO_LARGE.contains(error.code()) && sent.writes().size() > 1) {
        int half = sent.writes().size() / 2;
        await(submit(sent.writes().subList(0, half), ids.next()));
        await(submit(sent.writes().subList(half, sent.writes().size()), ids.next()));
        return;
      }
      boolean isUnknown = outcome instanceof Outcome.Unknown;
      boolean mayPass =
          isUnknown
              || outcome instanceof Outcome.Aborted
              || error.code().category() == ErrorCode.Category.REFUSED;
      if (!mayPass || untilNs - clock.nanoTime() <= 0) {
        throw error;
      }
      LockSupport.parkNanos(PAUSE_NS);
      // After an unknown outcome, the id stays the same. Any other outcome means that the
      // transaction had no effect; the service may have stored this outcome under the id, so the
      // next attempt needs a new id.
      tried = submit(sent.writes(), isUnknown ? tried.id() : ids.next());
      outcome = end(tried);
    }
  }

  private static Outcome<OneShot.Result> end(Sent sent) {
    try {
      return sent.end().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted while it loaded"));
    } catch (ExecutionException e) {
      throw new IllegalStateException("a transaction of the load failed", e.getCause());
    }
  }
}

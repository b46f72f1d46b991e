package dev.yardmaster.storage.hbase;

import dev.yardmaster.annotations.Shared;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.jspecify.annotations.Nullable;

/**
 * Calls HBase. A read is repeated until HBase answers, because the transaction that needs the value
 * can only wait. A write fails after its timeout, because the caller has the changes in memory and
 * repeats the write later. Any thread may call the methods.
 *
 * <p>HBase's client throws a {@link SocketTimeoutException} when a timeout has passed. This class
 * treats the exception as a failure of HBase, although its superclass usually means that the thread
 * was interrupted.
 */
final class Calls {

  /** A call to HBase. */
  @FunctionalInterface
  interface Call<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /**
   * The purpose of a call. If HBase answers one kind of call, it may still not answer other kinds.
   */
  enum Kind {
    READ,
    SCAN,
    WRITE,
    WATCH
  }

  private static final long PAUSE_NS = 50_000_000;

  private final String name;
  private final LongSupplier clockNs;

  @Shared(
      writers = "the thread that closes the table",
      readers = "all calls",
      access = "volatile, set once")
  private volatile boolean closed;

  @Shared(
      writers = "the start of the service",
      readers = "all calls",
      access = "volatile, set once")
  private volatile boolean patient;

  @Shared(
      writers = "the threads that find another owner",
      readers = "all calls",
      access = "compare-and-set from null, so that the first reason stays")
  private final AtomicReference<@Nullable String> lost = new AtomicReference<>();

  @Shared(
      writers = "all calls",
      readers = "any thread, for health",
      access = "atomic references to immutable records, by kind; null after an answer")
  private final AtomicReferenceArray<@Nullable Silence> silences =
      new AtomicReferenceArray<>(Kind.values().length);

  @Shared(writers = "all calls", readers = "any thread, for metrics", access = "atomic increment")
  private final AtomicLong failures = new AtomicLong();

  /**
   * A period without an answer: the time at which calls began to fail, the last reason, and whether
   * HBase has refused the last call.
   */
  private record Silence(long sinceNs, String cause, boolean refused) {}

  /**
   * Creates an object.
   *
   * @param name the name of the table, for errors
   * @param clockNs the clock that measures the time without an answer, in ns; any thread may read
   *     it
   */
  Calls(String name, LongSupplier clockNs) {
    this.name = name;
    this.clockNs = clockNs;
  }

  /**
   * Calls HBase repeatedly until it answers. Before {@link #waitForAnswers}, calls HBase only once.
   *
   * @throws UncheckedIOException if the thread is interrupted, the table is lost, or the only call
   *     fails
   */
  <T extends @Nullable Object> T read(Call<T> call) {
    while (true) {
      try {
        return once(Kind.READ, call);
      } catch (IOException e) {
        pause(e);
      }
    }
  }

  /**
   * Waits before a failed call is repeated.
   *
   * @throws UncheckedIOException if the call must not be repeated
   */
  void pause(IOException failure) {
    check();
    if (isInterrupt(failure) || !patient) {
      throw new UncheckedIOException(failure);
    }
    LockSupport.parkNanos(PAUSE_NS);
    if (Thread.currentThread().isInterrupted()) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Calls HBase once. Within this call, HBase's client retries until the timeout. */
  <T extends @Nullable Object> T once(Kind kind, Call<T> call) throws IOException {
    T answer = prepare(kind, call);
    silences.set(kind.ordinal(), null);
    return answer;
  }

  /** Runs code that prepares later calls. Its success does not show that HBase answers. */
  <T extends @Nullable Object> T prepare(Kind kind, Call<T> call) throws IOException {
    check();
    try {
      return call.run();
    } catch (IOException e) {
      checkOpen();
      if (isInterrupt(e)) {
        Thread.currentThread().interrupt();
      } else {
        failed(kind, e);
      }
      throw e;
    } catch (RuntimeException e) {
      // The client throws various exceptions if its connection is closed during the call.
      checkOpen();
      throw e;
    }
  }

  private static boolean isInterrupt(IOException e) {
    return e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException);
  }

  /** Returns whether HBase has answered, but refused the call. */
  private static boolean isRefusal(@Nullable Throwable thrown) {
    if (thrown instanceof RetriesExhaustedWithDetailsException several) {
      return several.getCauses().stream().anyMatch(Calls::isRefusal);
    }
    return thrown != null
        && (thrown instanceof DoNotRetryIOException || isRefusal(thrown.getCause()));
  }

  private void failed(Kind kind, IOException e) {
    failures.incrementAndGet();
    Silence before = silences.get(kind.ordinal());
    silences.set(
        kind.ordinal(),
        new Silence(
            before == null ? clockNs.getAsLong() : before.sinceNs(), e.toString(), isRefusal(e)));
  }

  /**
   * From now on, reads wait until HBase answers. Before this call, a read fails after the timeout,
   * as a write does.
   */
  void waitForAnswers() {
    patient = true;
  }

  /**
   * Makes all calls fail from now on, because another start of a service has taken the table. If
   * this method is called again, the first reason stays.
   */
  void lose(String why) {
    boolean unused = lost.compareAndSet(null, why);
  }

  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the table " + name + " is closed");
    }
  }

  /**
   * Checks that the table may still be used.
   *
   * @throws UncheckedIOException if the table is lost
   */
  void check() {
    checkOpen();
    String why = lost.get();
    if (why != null) {
      throw new UncheckedIOException(new IOException(why));
    }
  }

  /** Returns the number of calls that failed after their timeout. */
  long failures() {
    return failures.get();
  }

  Optional<String> warning() {
    String why = lost.get();
    if (why != null) {
      return Optional.of(why);
    }
    Silence longest = null;
    for (int kind = 0; kind < silences.length(); kind++) {
      Silence next = silences.get(kind);
      if (next != null && (longest == null || next.sinceNs() - longest.sinceNs() < 0)) {
        longest = next;
      }
    }
    return Optional.ofNullable(longest).map(this::warning);
  }

  private String warning(Silence silence) {
    return "HBase has "
        + (silence.refused() ? "refused calls" : "not answered")
        + " for "
        + (clockNs.getAsLong() - silence.sinceNs()) / 1_000_000_000L
        + " s, so reads of keys that memory lacks wait: "
        + silence.cause();
  }
}

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
 * Calls HBase. A read is repeated until HBase answers, because the transaction that needs it can
 * only wait. A write fails after its timeout, because the caller has the changes in memory and
 * repeats them later. Any thread may call the methods.
 *
 * <p>A {@link SocketTimeoutException} is a failure of HBase, although its type says that the thread
 * was interrupted: HBase's client throws it when the timeout passes.
 */
final class Calls {

  /** A call of HBase. */
  @FunctionalInterface
  interface Call<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /** What a call is for. An answer to one kind of call does not tell that HBase answers others. */
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

  /** The time since which calls fail, the last reason, and whether HBase refuses the calls. */
  private record Silence(long sinceNs, String cause, boolean refused) {}

  /**
   * Creates an object.
   *
   * @param name names the table in errors
   * @param clockNs measures how long HBase has not answered, in ns; any thread may read it
   */
  Calls(String name, LongSupplier clockNs) {
    this.name = name;
    this.clockNs = clockNs;
  }

  /**
   * Calls HBase until it answers, or once before {@link #waitForAnswers}.
   *
   * @throws UncheckedIOException if the thread is interrupted or the table is lost
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

  /** Calls HBase once; HBase's client repeats the call until its timeout. */
  <T extends @Nullable Object> T once(Kind kind, Call<T> call) throws IOException {
    T answer = prepare(kind, call);
    silences.set(kind.ordinal(), null);
    return answer;
  }

  /** Prepares later calls; success does not tell that HBase answers. */
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
      // The client throws several kinds if its connection is closed meanwhile.
      checkOpen();
      throw e;
    }
  }

  private static boolean isInterrupt(IOException e) {
    return e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException);
  }

  /** Returns whether HBase has answered that it does not do the call. */
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

  /** From now on, reads wait until HBase answers; before, they fail as writes do. */
  void waitForAnswers() {
    patient = true;
  }

  /** Ends all calls, because another start of a service has the table. The first reason stays. */
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
   * Checks that calls may go on.
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

package dev.yardmaster.storage.hbase;

import dev.yardmaster.annotations.Shared;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls HBase. A read is repeated until HBase answers, because the transaction that needs it can
 * only wait. A write fails after its timeout, because the caller has the changes in memory and
 * repeats them later. Any thread may call the methods.
 */
final class Calls {

  /** A call of HBase. */
  @FunctionalInterface
  interface Call<T extends @Nullable Object> {
    T run() throws IOException;
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
      writers = "the thread that finds another owner",
      readers = "all calls",
      access = "volatile, set once")
  private volatile @Nullable String lost;

  @Shared(
      writers = "all calls",
      readers = "any thread, for health",
      access = "volatile reference to an immutable record; null after an answer")
  private volatile @Nullable Silence silence;

  @Shared(writers = "all calls", readers = "any thread, for metrics", access = "atomic increment")
  private final AtomicLong failures = new AtomicLong();

  /** The time since which HBase has not answered, and the last reason. */
  private record Silence(long sinceNs, String cause) {}

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

  /** Calls HBase until it answers. */
  <T extends @Nullable Object> T read(Call<T> call) {
    while (true) {
      try {
        return once(call);
      } catch (InterruptedIOException e) {
        Thread.currentThread().interrupt();
        throw new UncheckedIOException(e);
      } catch (IOException e) {
        check();
        LockSupport.parkNanos(PAUSE_NS);
        if (Thread.currentThread().isInterrupted()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /** Calls HBase once; HBase's client repeats the call until its timeout. */
  <T extends @Nullable Object> T once(Call<T> call) throws IOException {
    check();
    try {
      T answer = call.run();
      silence = null;
      return answer;
    } catch (InterruptedIOException e) {
      checkOpen();
      throw e;
    } catch (IOException e) {
      checkOpen();
      failed(e);
      throw e;
    } catch (RuntimeException e) {
      // The client throws several kinds if its connection is closed meanwhile.
      checkOpen();
      throw e;
    }
  }

  private void failed(IOException e) {
    failures.incrementAndGet();
    Silence before = silence;
    silence = new Silence(before == null ? clockNs.getAsLong() : before.sinceNs(), e.toString());
  }

  /** Ends all calls, because another start of a service has the table. */
  void lose(String why) {
    lost = why;
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

  private void check() {
    checkOpen();
    String why = lost;
    if (why != null) {
      throw new UncheckedIOException(new IOException(why));
    }
  }

  /** Returns the number of calls that failed after their timeout. */
  long failures() {
    return failures.get();
  }

  Optional<String> warning() {
    String why = lost;
    if (why != null) {
      return Optional.of(why);
    }
    Silence now = silence;
    return now == null
        ? Optional.empty()
        : Optional.of(
            "HBase has not answered for "
                + (clockNs.getAsLong() - now.sinceNs()) / 1_000_000_000L
                + " s, so reads of keys that memory lacks wait: "
                + now.cause());
  }
}

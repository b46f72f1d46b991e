package dev.yardmaster.jdbc.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.sql.RowUse;
import dev.yardmaster.logging.Loggers;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * The leases of one process for the hot rows of one database. The package's documentation describes
 * the rules. This class is thread-safe.
 */
public final class Coordinator {
  private static final Logger LOG = Loggers.of(Coordinator.class);

  private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long MAX_PAUSE_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long[] NONE = {};
  private static final long MAX_HOLD_MS = TimeUnit.MINUTES.toMillis(1);

  private final CoordinatorConfig config;
  private final NanoClock clock;
  private final HotRows hot = new HotRows();

  /** The connection; null while no coordinator has accepted this client. */
  @Shared(
      writers = "the coordinator's thread",
      readers = "threads of transactions",
      access = "volatile")
  private volatile CoordinatorConnection connection;

  /** Whether the coordinator's thread runs. */
  @Shared(
      writers = "the thread that starts the coordinator's thread; the latter at its end",
      readers = "threads of transactions",
      access = "compare-and-set")
  private final AtomicBoolean isRunning = new AtomicBoolean();

  /** The time before which no connection is attempted. */
  @Shared(
      writers = "the coordinator's thread; a thread that cannot start it",
      readers = "threads of transactions",
      access = "volatile; written before isRunning")
  private volatile long notBeforeNs;

  /** The next pause after a failure. */
  @Shared(
      writers = "the coordinator's thread; a thread whose request was granted",
      readers = "the coordinator's thread",
      access = "volatile; a lost write changes only the pause")
  private volatile long pauseNs = FIRST_PAUSE_NS;

  @Shared(
      writers = "threads of transactions",
      readers = "threads that ask for figures",
      access = "LongAdder")
  private final LongAdder leased = new LongAdder();

  @Shared(
      writers = "threads of transactions",
      readers = "threads that ask for figures",
      access = "LongAdder")
  private final LongAdder unleased = new LongAdder();

  /** Creates a coordinator that has not connected yet. */
  public Coordinator(CoordinatorConfig config, NanoClock clock) {
    this.config = config;
    this.clock = clock;
    notBeforeNs = clock.nanoTime();
  }

  /** Counts the rows of a transaction that the database has aborted on conflict. */
  public void aborted(List<RowUse> rows) {
    long nowNs = clock.nanoTime();
    for (RowUse row : rows) {
      hot.count(row.fingerprint(), nowNs);
    }
  }

  /** Counts the rows of a transaction that the database has aborted on conflict. */
  public void aborted(long[] written, long[] read) {
    count(written);
    count(read);
  }

  private void count(long[] rows) {
    long nowNs = clock.nanoTime();
    for (long row : rows) {
      hot.count(row, nowNs);
    }
  }

  /**
   * Asks for a lease of the transaction's hot rows. The caller then waits for the answer, for a
   * bounded time, and calls {@link #settle}. The answer unparks the thread that called this method.
   *
   * @param holdNs the maximum time for which the lease is held, in ns
   * @return the request; null if the transaction continues without a lease
   */
  public LeaseRequest ask(long[] written, long[] read, long holdNs) {
    return ask(written, read, holdNs, false);
  }

  /**
   * Asks for a lease of hot rows that a running transaction already uses. The coordinator grants
   * the lease at once, so the caller does not wait. Transactions of other processes that ask for
   * the rows later wait for the end of the lease.
   *
   * @param holdNs the maximum time for which the lease is held, in ns
   * @return the lease, which the caller passes to {@link #end}; null if none of the rows is hot, or
   *     the coordinator cannot be asked
   */
  public LeaseRequest alsoUses(long[] written, long[] read, long holdNs) {
    return ask(written, read, holdNs, true);
  }

  private LeaseRequest ask(long[] written, long[] read, long holdNs, boolean atOnce) {
    long nowNs = clock.nanoTime();
    long[] hotWritten = hot(written, CoordinatorConnection.MAX_ROWS, nowNs);
    long[] hotRead = hot(read, CoordinatorConnection.MAX_ROWS - hotWritten.length, nowNs);
    if (hotWritten.length + hotRead.length == 0) {
      return null;
    }
    CoordinatorConnection open = connection;
    LeaseRequest lease = null;
    if (open == null) {
      connectLater(nowNs);
    } else {
      long holdMs = TimeUnit.NANOSECONDS.toMillis(holdNs) + 1;
      lease = open.ask(hotWritten, hotRead, (int) Math.min(MAX_HOLD_MS, holdMs), atOnce);
    }
    if (lease == null && !atOnce) {
      unleased.increment();
    }
    return lease;
  }

  private long[] hot(long[] rows, int most, long nowNs) {
    long[] found = null;
    int count = 0;
    for (int i = 0; i < rows.length && count < most; i++) {
      if (hot.isHot(rows[i], nowNs)) {
        found = found == null ? new long[Math.min(most, rows.length - i)] : found;
        found[count++] = rows[i];
      }
    }
    return count == 0 ? NONE : Arrays.copyOf(found, count);
  }

  /**
   * Ends the wait for an answer.
   *
   * @return the granted lease, which the caller passes to {@link #end}; null if the transaction
   *     continues without a lease
   */
  public LeaseRequest settle(LeaseRequest asked) {
    if (!asked.isGranted()) {
      unleased.increment();
      end(asked);
      return null;
    }
    leased.increment();
    pauseNs = FIRST_PAUSE_NS;
    if (asked.hasWaited()) {
      count(asked.written);
      count(asked.read);
    }
    return asked;
  }

  /**
   * Asks for a lease, and waits for the answer in the calling thread. An interrupt of the thread
   * ends the wait.
   *
   * @param boundNs the maximum wait, and also the maximum time for which the lease is held, in ns
   * @return the lease; null if the transaction continues without a lease
   */
  public LeaseRequest acquire(long[] written, long[] read, long boundNs) {
    LeaseRequest asked = ask(written, read, boundNs);
    if (asked == null) {
      return null;
    }
    long beganNs = clock.nanoTime();
    long leftNs = boundNs;
    while (!asked.isAnswered() && leftNs > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, leftNs);
      leftNs = boundNs - (clock.nanoTime() - beganNs);
    }
    return settle(asked);
  }

  /** Ends a lease, or withdraws an unanswered request. */
  public void end(LeaseRequest lease) {
    lease.connection.end(lease);
  }

  /** Returns the number of transactions that got a lease. */
  public long leased() {
    return leased.sum();
  }

  /** Returns the number of transactions on hot rows that continued without a lease. */
  public long unleased() {
    return unleased.sum();
  }

  private void connectLater(long nowNs) {
    if (nowNs - notBeforeNs < 0 || !isRunning.compareAndSet(false, true)) {
      return;
    }
    try {
      Thread thread = new Thread(null, this::run, "yardmaster-jdbc-coordinator", 0, false);
      thread.setContextClassLoader(null);
      thread.setDaemon(true);
      thread.start();
    } catch (RuntimeException | Error noThread) {
      LOG.warn("transactions on hot rows go on without the coordinator: no thread", noThread);
      notBeforeNs = nowNs + MAX_PAUSE_NS;
      isRunning.set(false);
    }
  }

  private void run() {
    CoordinatorConnection[] next = new CoordinatorConnection[1];
    next[0] = new CoordinatorConnection(config, clock, () -> connection = next[0]);
    boolean failed = true;
    try {
      next[0].run();
      failed = false;
    } catch (IOException | RuntimeException failure) {
      // Only the first of several consecutive failures is logged as a warning.
      LOG.atLevel(pauseNs == FIRST_PAUSE_NS ? Level.WARN : Level.DEBUG)
          .log(
              "transactions on hot rows go on without the coordinator: coordinator={} askedAgainInMs={}"
                  + " failure={}",
              config,
              TimeUnit.NANOSECONDS.toMillis(pauseNs),
              failure.toString());
    } finally {
      connection = null;
      notBeforeNs = clock.nanoTime() + (failed ? pauseNs : 0);
      if (failed) {
        pauseNs = Math.min(MAX_PAUSE_NS, 2 * pauseNs);
      }
      isRunning.set(false);
    }
  }
}

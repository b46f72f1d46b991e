package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.durability.DelayedCommits;
import dev.yardmaster.jdbc.durability.DelayedDurability;
import dev.yardmaster.jdbc.durability.GroupForce;
import dev.yardmaster.jdbc.durability.HeldOutcome;
import dev.yardmaster.jdbc.durability.SessionId;
import dev.yardmaster.logging.Loggers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;

/**
 * Decides which transactions of one scheduler commit without a flush of the log. Holds the outcomes
 * of these transactions until a later flush (a force) has made them durable. This class is
 * thread-safe.
 */
final class EarlyRelease implements Acknowledgement {
  private static final Logger LOG = Loggers.of(EarlyRelease.class);

  /** The number of held outcomes above which lanes wait. */
  static final int MAX_HELD = 10_000;

  private static final int MAX_ACKNOWLEDGERS = 16;

  private final DelayedDurability vendor;
  private final Lanes lanes;
  private final SchedulerCounters counters;
  private final GroupForce forces;
  private final ThreadPoolExecutor acknowledgers;
  private final Set<Thread> acknowledgerThreads = ConcurrentHashMap.newKeySet();

  /** Starts the threads. */
  EarlyRelease(
      DelayedFlush forcing,
      DataSource pool,
      Lanes lanes,
      int connections,
      SchedulerCounters counters,
      NanoClock clock) {
    vendor = forcing.vendor();
    this.lanes = lanes;
    this.counters = counters;
    int threads = Math.min(connections, MAX_ACKNOWLEDGERS);
    // The queue needs no bound, because the number of held outcomes is bounded. After the shutdown
    // of the executor, the thread that submits an acknowledgement also runs the acknowledgement.
    acknowledgers =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(),
            this::acknowledger,
            (task, ended) -> task.run());
    acknowledgers.prestartAllCoreThreads();
    forces =
        new GroupForce(
            forcing.first(),
            () -> vendor.forces(pool.getConnection()),
            acknowledgers,
            MAX_HELD,
            clock);
  }

  private Thread acknowledger(Runnable task) {
    Thread thread = new Thread(task, "yardmaster-jdbc-acknowledger");
    thread.setDaemon(true);
    acknowledgerThreads.add(thread);
    return thread;
  }

  /**
   * Returns true for a thread that completes futures; such a thread must not wait for a
   * transaction.
   */
  boolean isAcknowledger(Thread thread) {
    return acknowledgerThreads.contains(thread);
  }

  /**
   * Waits until a session that can force the log is open, and records the session's number (the
   * witness, see {@link GroupForce}) for one run of a transaction.
   */
  long awaitWitness(PendingTransaction<?> call) throws SQLException {
    call.release.witness = GroupForce.NOT_BEGUN;
    long witness = forces.awaitWitness(call.deadlineNs);
    call.release.witness = witness;
    return witness;
  }

  SessionId session(long witness) {
    return forces.session(witness);
  }

  void suspect(long witness) {
    forces.suspect(witness);
  }

  DelayedCommits commits(Connection connection) throws SQLException {
    return vendor.commits(connection);
  }

  /**
   * Returns whether a transaction should commit without a flush. This is useful in two cases. If
   * another transaction waits for rows of this transaction, the rows become free earlier. If
   * another outcome waits for a force, this transaction's outcome must wait for that force in any
   * case, so a flush of its own would only add time.
   */
  boolean releases(PendingTransaction<?> call) {
    return !call.commitsSynchronously() && (forces.isForceDue() || lanes.hasFollower(call));
  }

  /** Counts a transaction as released before its commit is sent. */
  void releasing(PendingTransaction<?> call) {
    if (!call.release.isReleased) {
      call.release.isReleased = true;
      counters.releasedEarly.increment();
      forces.releasing();
    }
  }

  @Override
  public void acknowledge(PendingTransaction<?> call) {
    HeldOutcome outcome =
        new HeldOutcome() {
          @Override
          public void acknowledge() {
            complete(call);
          }

          @Override
          public void failUnknown(SQLException cause) {
            call.fail(counters.ambiguous, new AmbiguousCommitException(cause));
            complete(call);
          }
        };
    if (!forces.holds(outcome, call.release.witness, call.release.isReleased)) {
      call.complete();
    }
  }

  private static void complete(PendingTransaction<?> call) {
    try {
      call.complete();
    } catch (RuntimeException | Error failure) {
      LOG.error("a dependent stage of a transaction's future failed", failure);
    }
  }

  long forces() {
    return forces.forces();
  }

  int held() {
    return forces.held();
  }

  /**
   * Waits for the acknowledgement of all held outcomes, at most {@code waitNs}, and ends the
   * threads. The caller has ended the lanes.
   */
  void close(long waitNs) throws InterruptedException {
    try {
      forces.close(TimeUnit.NANOSECONDS.toMillis(waitNs));
    } finally {
      acknowledgers.shutdown();
    }
    if (!acknowledgers.awaitTermination(1, TimeUnit.SECONDS)) {
      acknowledgers.shutdownNow().forEach(Runnable::run);
    }
  }
}

package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.figures.WaitObserver;
import dev.yardmaster.jdbc.figures.WaitSource;
import dev.yardmaster.jdbc.retry.RetryRule;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.logging.Loggers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.NullUnmarked;
import org.slf4j.Logger;

/** The threads of a scheduler, from their start to their end. This class is thread-safe. */
@NullUnmarked // Internal: fields and results may be null.
final class RunningLanes implements WaitSource, AutoCloseable {
  private static final Logger LOG = Loggers.of(RunningLanes.class);

  private static final long MIN_TICK_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MAX_TICK_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The time for which {@link #close} waits for the ends of all lanes together. */
  private static final long JOIN_NS = TimeUnit.SECONDS.toNanos(1);

  private final Lanes lanes;
  private final EarlyRelease release;
  private final long closeNs;
  private final NanoClock clock;
  private final List<Thread> threads = new ArrayList<>();
  private final ScheduledThreadPoolExecutor ticking;

  /**
   * Starts the given number of lanes. Each lane runs one transaction at a time.
   *
   * @param isolation a level of {@link java.sql.Connection}, or a negative number for the pool's
   *     level
   * @param coordinator the coordinator of several processes; null for none
   * @param closeNs the time for which {@link #close} waits for running transactions, in ns
   * @param forcing the parts that early release needs; null without early release
   */
  RunningLanes(
      DataSource pool,
      int isolation,
      ScheduleConfig config,
      RetryRule rule,
      long closeNs,
      Coordinator coordinator,
      NanoClock clock,
      long seed,
      DelayedFlush forcing) {
    this.closeNs = closeNs;
    this.clock = clock;
    SchedulerCounters counters = new SchedulerCounters();
    lanes = new Lanes(config, rule.deadlineNs(), clock, counters);
    release =
        forcing == null
            ? null
            : new EarlyRelease(forcing, pool, lanes, config.maxRunning(), counters, clock);
    Acknowledgement acknowledgement = release == null ? PendingTransaction::complete : release;
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < config.maxRunning(); i++) {
      LeasedConnection leased =
          release == null
              ? new LeasedConnection(pool, isolation)
              : new EarlyReleaseConnection(pool, isolation, release);
      TransactionRunner attempts =
          new TransactionRunner(leased, rule, clock, seeds.split(), counters, coordinator);
      GroupRunner groups = new GroupRunner(lanes, leased, attempts, counters);
      Lane lane = new Lane(lanes, groups, leased, acknowledgement, counters);
      threads.add(daemon(lane, "yardmaster-jdbc-" + i));
    }
    ticking = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "yardmaster-jdbc-deadlines"));
    long tickNs = Math.max(MIN_TICK_NS, Math.min(MAX_TICK_NS, rule.deadlineNs() / 20));
    var unused = ticking.scheduleWithFixedDelay(this::tick, tickNs, tickNs, TimeUnit.NANOSECONDS);
    threads.forEach(Thread::start);
  }

  /** Checks the deadlines. An exception of a dependent stage must not end the periodic checks. */
  private void tick() {
    try {
      lanes.expire();
    } catch (RuntimeException | Error failure) {
      LOG.error("a dependent stage of a transaction's future failed", failure);
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns true for a lane, and for a thread that completes futures; such a thread must not wait
   * for a transaction.
   */
  boolean isLane(Thread thread) {
    return threads.contains(thread) || (release != null && release.isAcknowledger(thread));
  }

  /** Queues a transaction; see {@link Lanes#arrive}. */
  void arrive(PendingTransaction<?> call) throws NotStartedException {
    lanes.arrive(call);
  }

  @Override
  public void observeWaits(WaitObserver observer) {
    lanes.observeWaits(observer);
  }

  /** Runs a short task again and again on the thread of the deadlines, until the close. */
  void repeat(Runnable task, long everyNs) {
    var unused = ticking.scheduleWithFixedDelay(task, everyNs, everyNs, TimeUnit.NANOSECONDS);
  }

  SchedulerFigures figures() {
    return lanes.figures(
        release == null ? 0 : release.forces(), release == null ? 0 : release.held());
  }

  @Override
  public void close() {
    boolean interrupted = false;
    long endNs = clock.nanoTime() + closeNs;
    try {
      lanes.drain(closeNs);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    lanes.abandon();
    ticking.shutdownNow();
    threads.forEach(Thread::interrupt);
    long joinedByNs = clock.nanoTime() + JOIN_NS;
    for (Thread thread : threads) {
      try {
        TimeUnit.NANOSECONDS.timedJoin(thread, joinedByNs - clock.nanoTime());
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (release != null) {
      try {
        release.close(Math.max(0, endNs - clock.nanoTime()));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

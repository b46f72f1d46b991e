package dev.yardmaster.jdbc;

import dev.yardmaster.logging.Loggers;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** A thread that runs transactions one after another on the connection that it has borrowed. */
final class Lane implements Runnable {
  private static final Logger LOG = Loggers.of(Lane.class);

  /** The time for which an idle lane keeps its connection. */
  private static final long LINGER_NS = TimeUnit.MILLISECONDS.toNanos(200);

  /**
   * The number of transactions after which a lane returns its connection, so that the pool can
   * check the connection.
   */
  private static final int MAX_ON_ONE_CONNECTION = 10_000;

  private final Lanes lanes;
  private final GroupRunner transactions;
  private final LeasedConnection leased;
  private final Acknowledgement acknowledgement;
  private final SchedulerCounters counters;
  private int onConnection;

  Lane(
      Lanes lanes,
      GroupRunner transactions,
      LeasedConnection leased,
      Acknowledgement acknowledgement,
      SchedulerCounters counters) {
    this.lanes = lanes;
    this.transactions = transactions;
    this.leased = leased;
    this.acknowledgement = acknowledgement;
    this.counters = counters;
  }

  @Override
  public void run() {
    try {
      while (!lanes.hasEnded()) {
        takeAndRun();
      }
    } finally {
      leased.giveBack();
    }
  }

  private void takeAndRun() {
    try {
      PendingTransaction<?> call = lanes.take(LINGER_NS);
      if (call == null) {
        leased.giveBack();
        call = lanes.take(Long.MAX_VALUE);
      }
      if (call != null) {
        run(call);
        if (++onConnection >= MAX_ON_ONE_CONNECTION) {
          leased.giveBack();
          onConnection = 0;
        }
      }
    } catch (InterruptedException e) {
      // Either {@code close} or the logic of a transaction has interrupted the thread. The logic's
      // interrupt must not affect the next transaction.
    }
  }

  private void run(PendingTransaction<?> first) {
    try {
      transactions.run(first);
    } catch (RuntimeException | Error failure) {
      // The classifier threw an exception, or memory ran out. The callers get the error, and the
      // lane continues.
      leased.discard();
      for (PendingTransaction<?> call : transactions.group()) {
        if (!call.hasEnded()) {
          call.fail(counters.failed, failure);
        }
      }
    } finally {
      transactions.group().forEach(lanes::end);
    }
    for (PendingTransaction<?> call : transactions.group()) {
      try {
        acknowledgement.acknowledge(call);
      } catch (RuntimeException | Error failure) {
        LOG.error("a dependent stage of a transaction's future failed", failure);
      }
    }
  }
}

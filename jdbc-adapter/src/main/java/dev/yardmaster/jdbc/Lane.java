package dev.yardmaster.jdbc;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that runs one call after another on the connection that it has borrowed. */
final class Lane implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  /** How long an idle lane keeps its connection. */
  private static final long LINGER_NS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Transactions after which a busy lane gives its connection back, for the pool to look after. */
  private static final int MOST_ON_ONE_CONNECTION = 10_000;

  private final Lanes lanes;
  private final Attempts attempts;
  private final Borrowed borrowed;
  private int onConnection;

  Lane(Lanes lanes, Attempts attempts, Borrowed borrowed) {
    this.lanes = lanes;
    this.attempts = attempts;
    this.borrowed = borrowed;
  }

  @Override
  public void run() {
    try {
      while (!lanes.hasEnded()) {
        takeAndRun();
      }
    } finally {
      borrowed.giveBack();
    }
  }

  private void takeAndRun() {
    try {
      Call<?> call = lanes.take(LINGER_NS);
      if (call == null) {
        borrowed.giveBack();
        call = lanes.take(Long.MAX_VALUE);
      }
      if (call != null) {
        run(call);
        if (++onConnection >= MOST_ON_ONE_CONNECTION) {
          borrowed.giveBack();
          onConnection = 0;
        }
      }
    } catch (InterruptedException e) {
      // By closing, or by the logic of a transaction, which is no business of the next one.
    }
  }

  private void run(Call<?> call) {
    try {
      attempts.run(call);
    } catch (RuntimeException | Error failure) {
      // A classifier that throws, or the want of memory: the caller must know, the lane goes on.
      borrowed.discard();
      call.fail(failure);
    } finally {
      lanes.end(call);
    }
    try {
      call.complete();
    } catch (RuntimeException | Error failure) {
      LOG.error("what was to follow a transaction failed", failure);
    }
  }
}

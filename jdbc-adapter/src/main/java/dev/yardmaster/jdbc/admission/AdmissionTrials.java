package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.trials.TrialMetrics;
import dev.yardmaster.trials.TunerPace;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds out by trials which classes of transactions are scheduled. A class is not scheduled until
 * aborts cost its transactions a fifth of their time. Then {@link ClassTuner} schedules the class
 * in short alternating intervals, and keeps what completes more transactions in the same time. Only
 * one class is tried at a time.
 *
 * <p>The threads of the application run the trials: a thread that ends a transaction calls {@link
 * #transactionEnded}. At most one thread looks at the trials; the others go on.
 */
final class AdmissionTrials implements TrialMetrics {
  private static final long MS = 1_000_000;

  /**
   * The pace of the trials. An interval has at least 100 transactions, unless it takes 300 ms,
   * because a transaction on a database takes about 1 ms.
   */
  static final TunerPace PACE =
      new TunerPace(MS, 5 * MS, 30 * MS, 300 * MS, 100, 16, 100 * MS, 30, 200 * MS, 20_000 * MS);

  private final TransactionClasses classes;
  private final long maxWaitNs;
  private final TunerPace pace;
  private final TrialLock turn = new TrialLock();
  private final ReentrantLock lock = new ReentrantLock();

  /** The tuner whose trial is under way; null if there is none. */
  @Shared(
      writers = "the thread that looks at the trials",
      readers = "the same",
      access = "guarded by AdmissionTrials.lock")
  private ClassTuner trying;

  @Shared(
      writers = "the thread that looks at the trials",
      readers = "threads that end a transaction",
      access = "volatile; written about once in a ms")
  private volatile long nextLookNs;

  AdmissionTrials(TransactionClasses classes, long maxWaitNs, TunerPace pace, long nowNs) {
    this.classes = classes;
    this.maxWaitNs = maxWaitNs;
    this.pace = pace;
    nextLookNs = nowNs + pace.watchNs();
  }

  /** Looks at the trials if it is time. Any thread may call this method. */
  void transactionEnded(long nowNs) {
    if (nowNs - nextLookNs >= 0 && lock.tryLock()) {
      try {
        if (nowNs - nextLookNs >= 0) {
          look(nowNs);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void look(long nowNs) {
    if (trying != null) {
      trying.look(nowNs);
    } else {
      for (TransactionClass each : classes.all()) {
        if (each.tuner == null) {
          each.tuner = new ClassTuner(each, maxWaitNs, pace);
        }
        each.tuner.look(nowNs, this, turn);
        if (turn.isTaken()) {
          trying = each.tuner;
          break;
        }
      }
    }
    if (!turn.isTaken()) {
      trying = null;
    }
    nextLookNs = nowNs + (trying == null ? pace.watchNs() : pace.lookNs());
  }

  /** Returns the number of trials in the present classes. */
  long begun() {
    lock.lock();
    try {
      return classes.all().stream()
          .mapToLong(each -> each.tuner == null ? 0 : each.tuner.begun())
          .sum();
    } finally {
      lock.unlock();
    }
  }

  // The metrics count only classes that lose time by aborts. The times of all other transactions
  // say nothing about scheduling, and a single long report would hide the effect.

  @Override
  public long completed() {
    long sum = 0;
    for (TransactionClass each : classes.all()) {
      sum += each.isContended() ? each.completed.sum() : 0;
    }
    return sum;
  }

  /** Returns the number of completed transactions, because their times tell at any load. */
  @Override
  public long fullCycles() {
    return completed();
  }

  @Override
  public long inFlight() {
    long sum = 0;
    for (TransactionClass each : classes.all()) {
      sum += each.isContended() ? each.running.sum() : 0;
    }
    return sum;
  }

  @Override
  public long costNs(long nowNs) {
    long sum = 0;
    for (TransactionClass each : classes.all()) {
      sum += each.isContended() ? each.busyNs.sum() : 0;
    }
    return sum;
  }
}

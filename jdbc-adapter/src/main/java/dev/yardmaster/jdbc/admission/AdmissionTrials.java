package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.trials.Trials;
import dev.yardmaster.trials.Tunable;
import dev.yardmaster.trials.TunerPace;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides by trials whether to schedule the contended classes of transactions. A class is contended
 * if aborts cost its transactions a fifth of their time ({@link ClassCosts}). The trials switch the
 * scheduling of the contended classes on and off in short alternating intervals, and keep the state
 * that completes more transactions in the same time. The trials switch all contended classes
 * together. If only one of two conflicting classes were scheduled, little of the effect would show.
 *
 * <p>If a contended class loses {@value #MUCH_LOST} of its time or more, all contended classes are
 * scheduled immediately, and the trials then test whether more transactions complete without
 * scheduling. The trials do not test scheduling first, because so many aborts stall the
 * transactions irregularly, and the intervals then differ too much for a quick result.
 *
 * <p>The threads of the application run the trials: a thread that ends a transaction calls {@link
 * #transactionEnded}. If another thread is checking the trials at that time, the call returns
 * immediately.
 */
final class AdmissionTrials implements Tunable<Boolean, AdmissionTrials.Step> {

  /** The steps of the trials. */
  enum Step {
    /** Switches scheduling on, or off. */
    SWITCH
  }

  /** The states of the trials. */
  private enum Mode {
    /** Trials switch scheduling on and off. */
    TRYING,
    /** Scheduling is switched off. The object only measures the cost of aborts. */
    MEASURING,
    /**
     * The advisor runs a comparison. This class changes neither the set of contended classes nor
     * their scheduling.
     */
    FROZEN
  }

  private static final long MS = 1_000_000;

  /**
   * The pace of the trials. An interval lasts until it has seen 100 transactions, but at least 30
   * ms and at most 300 ms; a transaction on a database takes about 1 ms.
   */
  static final TunerPace PACE =
      new TunerPace(MS, 5 * MS, 30 * MS, 300 * MS, 100, 16, 100 * MS, 30, 200 * MS, 20_000 * MS);

  private static final double MUCH_LOST = 0.3;

  /** The smallest gain for which scheduling is switched on. */
  private static final double MIN_GAIN_ON = 0.05;

  /**
   * The smallest gain for which scheduling is switched off. The value is negative: scheduling is
   * switched off even if the throughput falls a little.
   */
  private static final double MIN_GAIN_OFF = -0.02;

  private final TransactionClasses classes;
  private final ContendedMetrics metrics;
  private final long maxWaitNs;
  private final TunerPace pace;
  private final TrialLock turn = new TrialLock();
  private final ReentrantLock lock = new ReentrantLock();

  @Shared(
      writers = "the thread that looks at the trials",
      readers = "the same",
      access = "guarded by AdmissionTrials.lock")
  private Trials<Boolean, Step> trials;

  @Shared(
      writers = "the thread that looks at the trials",
      readers = "the same",
      access = "guarded by AdmissionTrials.lock")
  private boolean scheduling;

  @Shared(
      writers = "threads that use the switch, or advance the advisor",
      readers = "the same, and the thread that looks at the trials",
      access = "guarded by AdmissionTrials.lock")
  private Mode mode = Mode.TRYING;

  /** The number of trials that were begun before {@link #trials} was last replaced. */
  @Shared(
      writers = "threads that replace the trials",
      readers = "the same, and threads that call figures()",
      access = "guarded by AdmissionTrials.lock")
  private long begunBefore;

  /**
   * Whether all contended classes are scheduled immediately when one of them loses much time. After
   * such a step, the field is false until no class is contended.
   */
  @Shared(
      writers = "the thread that looks at the trials",
      readers = "the same",
      access = "guarded by AdmissionTrials.lock")
  private boolean isArmed = true;

  @Shared(
      writers = "the thread that looks at the trials",
      readers = "threads that end a transaction",
      access = "volatile; written about once in a ms")
  private volatile long nextLookNs;

  AdmissionTrials(TransactionClasses classes, long maxWaitNs, TunerPace pace, long nowNs) {
    this.classes = classes;
    this.maxWaitNs = maxWaitNs;
    this.pace = pace;
    metrics = new ContendedMetrics(classes);
    trials = new Trials<>(this, Step.values(), false, metrics, turn, pace, nowNs);
    nextLookNs = nowNs + pace.watchNs();
  }

  /** Checks the trials if the next check is due. Any thread may call this method. */
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
    switch (mode) {
      case TRYING -> goOnTrying(nowNs);
      case MEASURING -> measure(nowNs);
      case FROZEN -> {}
    }
    nextLookNs = nowNs + (turn.isTaken() ? pace.lookNs() : pace.watchNs());
  }

  private void goOnTrying(long nowNs) {
    trials.look(nowNs);
    if (!turn.isTaken()) {
      double lostShare = lostShare();
      isArmed |= lostShare < 0;
      if (isArmed && lostShare >= MUCH_LOST) {
        isArmed = false;
        restart(true, nowNs);
      }
    }
  }

  /**
   * Begins new trials, whose first setting is {@code on}. A trial that is under way ends without a
   * result.
   */
  private void restart(boolean on, long nowNs) {
    begunBefore += trials.begun();
    turn.end(trials);
    trials = new Trials<>(this, Step.values(), on, metrics, turn, pace, nowNs);
    use(on);
  }

  /** Stops the trials and schedules all contended classes, until {@link #goOn}. */
  void freeze(long nowNs) {
    lock.lock();
    try {
      restart(trials.present(), nowNs);
      mode = Mode.FROZEN;
      use(true);
    } finally {
      lock.unlock();
    }
  }

  /** Begins new trials, whose first setting is known to be better than the opposite setting. */
  void startFrom(boolean on, long nowNs) {
    lock.lock();
    try {
      isArmed &= on;
      restart(on, nowNs);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Begins new trials, whose first setting is the present setting of the last trials.
   *
   * @param on whether scheduling is switched on; otherwise only the cost of aborts is measured
   */
  void goOn(boolean on, long nowNs) {
    lock.lock();
    try {
      restart(trials.present(), nowNs);
      mode = on ? Mode.TRYING : Mode.MEASURING;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the largest share of time that aborts cost a contended class; -1 if no class is
   * contended.
   */
  private double lostShare() {
    double most = -1;
    for (TransactionClass each : classes.all()) {
      most =
          each.isContended() && each.costs != null ? Math.max(most, each.costs.lostShare()) : most;
    }
    return most;
  }

  /** Returns the number of trials that were begun. */
  long begun() {
    lock.lock();
    try {
      return begunBefore + trials.begun();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void use(Boolean on) {
    boolean changed = scheduling != on;
    scheduling = on;
    for (TransactionClass each : classes.all()) {
      each.schedule(on && each.isContended());
      if (changed && each.costs != null) {
        each.costs.begin();
      }
    }
  }

  @Override
  public void measure(long nowNs) {
    for (TransactionClass each : classes.all()) {
      if (each.costs == null) {
        each.costs = new ClassCosts(each, maxWaitNs);
      }
      each.costs.measure();
    }
  }

  @Override
  public Boolean fitted(Boolean on) {
    return on;
  }

  @Override
  public Boolean after(Step step, Boolean on, int tries) {
    return !on;
  }

  @Override
  public Step reverse(Step step) {
    return step;
  }

  @Override
  public boolean mayPay(Step step, Boolean on, double density) {
    return on || lostShare() >= ClassCosts.MIN_LOST;
  }

  @Override
  public double minGain(Step step, Boolean on) {
    return on ? MIN_GAIN_OFF : MIN_GAIN_ON;
  }
}

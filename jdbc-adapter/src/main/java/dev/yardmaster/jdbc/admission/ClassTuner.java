package dev.yardmaster.jdbc.admission;

import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.trials.TrialMetrics;
import dev.yardmaster.trials.Trials;
import dev.yardmaster.trials.Tunable;
import dev.yardmaster.trials.TunerPace;

/**
 * Decides whether one class of transactions is scheduled, and how long its transactions wait at
 * most. Only the thread that looks at the trials uses the object.
 */
final class ClassTuner implements Tunable<Boolean, ClassTuner.Step> {

  /** The steps of the trials. */
  enum Step {
    /** Switches scheduling on, or off. */
    SWITCH
  }

  /** The share of the transactions' time that aborts must cost before scheduling is tried. */
  private static final double MIN_LOST = 0.2;

  /**
   * The share of lost time at which a class is scheduled at once. The trials then find out whether
   * it is better without. Where so much time is lost, stalls make the times of single intervals too
   * different for a quick trial.
   */
  private static final double MUCH_LOST = 0.3;

  /** The gain for which scheduling is switched on. */
  private static final double MIN_GAIN_ON = 0.05;

  /** The loss with which scheduling is switched off. */
  private static final double MIN_GAIN_OFF = -0.02;

  /** The smallest number of transactions that measure the share of lost time. */
  private static final int MIN_COMPLETED = 50;

  private static final int MIN_CALM_WINDOWS = 10;

  /** The smallest number of aborted transactions that measure the cost of an abort. */
  private static final int MIN_RETRIED = 10;

  private final TransactionClass subject;
  private final long maxWaitNs;
  private final TunerPace pace;
  private Trials<Boolean, Step> trials;
  private double lostShare;

  /**
   * Whether the class is scheduled at once when it loses much time. This happens once, until the
   * class has lost little time without scheduling.
   */
  private boolean isArmed = true;

  /** The number of consecutive measurements with little lost time and without scheduling. */
  private int calmWindows;

  private long completedBefore;
  private long busyBeforeNs;
  private long lostBeforeNs;
  private long retriedBefore;
  private long retriedLostBeforeNs;

  ClassTuner(TransactionClass subject, long maxWaitNs, TunerPace pace) {
    this.subject = subject;
    this.maxWaitNs = maxWaitNs;
    this.pace = pace;
  }

  /** Measures the class, and begins or continues a trial if it may pay. */
  void look(long nowNs, TrialMetrics metrics, TrialLock turn) {
    if (trials == null) {
      measure(nowNs);
      if (!subject.isContended()) {
        return;
      }
      trials = new Trials<>(this, Step.values(), subject.isScheduled(), metrics, turn, pace, nowNs);
    }
    if (isArmed && lostShare >= MUCH_LOST && !turn.isTaken()) {
      isArmed = false;
      calmWindows = 0;
      use(true);
      trials = new Trials<>(this, Step.values(), true, metrics, turn, pace, nowNs);
    }
    trials.look(nowNs);
  }

  /** Continues a trial. */
  void look(long nowNs) {
    trials.look(nowNs);
  }

  long begun() {
    return trials == null ? 0 : trials.begun();
  }

  @Override
  public void use(Boolean scheduled) {
    if (subject.isScheduled() != scheduled) {
      subject.schedule(scheduled);
      beginWindow();
    }
  }

  @Override
  public void measure(long nowNs) {
    long lostNs = subject.lostNs.sum();
    if (subject.completed.sum() - completedBefore >= MIN_COMPLETED) {
      lostShare =
          (double) (lostNs - lostBeforeNs) / Math.max(1, subject.busyNs.sum() - busyBeforeNs);
      beginWindow();
      calmWindows = subject.isScheduled() || lostShare >= MIN_LOST ? 0 : calmWindows + 1;
    }
    if (lostShare >= MIN_LOST) {
      subject.contend();
    }
    isArmed |= calmWindows >= MIN_CALM_WINDOWS;
    long retried = subject.retried.sum();
    if (retried - retriedBefore >= MIN_RETRIED) {
      long costNs = (lostNs - retriedLostBeforeNs) / (retried - retriedBefore);
      subject.waitAtMost(Math.min(maxWaitNs, costNs));
      retriedBefore = retried;
      retriedLostBeforeNs = lostNs;
    }
  }

  /** Begins to measure the share of lost time anew. */
  private void beginWindow() {
    completedBefore = subject.completed.sum();
    busyBeforeNs = subject.busyNs.sum();
    lostBeforeNs = subject.lostNs.sum();
  }

  @Override
  public Boolean fitted(Boolean scheduled) {
    return scheduled;
  }

  @Override
  public Boolean after(Step step, Boolean scheduled, int tries) {
    return !scheduled;
  }

  @Override
  public Step reverse(Step step) {
    return step;
  }

  @Override
  public boolean mayPay(Step step, Boolean scheduled, double density) {
    return scheduled || lostShare >= MIN_LOST;
  }

  @Override
  public double minGain(Step step, Boolean scheduled) {
    return scheduled ? MIN_GAIN_OFF : MIN_GAIN_ON;
  }
}

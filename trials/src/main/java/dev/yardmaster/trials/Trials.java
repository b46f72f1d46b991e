package dev.yardmaster.trials;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Tunes a running system by the number of its commits. When more transactions arrive than the
 * system admits, the trials change one setting at a time, and keep a change that commits more
 * transactions. When fewer transactions arrive, every setting commits all of them, so no setting is
 * changed.
 *
 * <p>The cost of a trial is the number of commits that are lost while the tried setting runs. If a
 * change was not better, the trials try the change again only after a pause. The pause doubles each
 * time. The pause is several hundred times as long as the time that the trial has cost, so all
 * trials together cost about 1 % of the commits. When conflicts become denser or sparser, the
 * trials restore the best known setting and the pauses for the new density, without a trial.
 *
 * <p>Only one thread may use the object.
 *
 * @param <S> one combination of values of the tuned settings
 * @param <C> the steps from one combination to another
 */
public final class Trials<S, C extends Enum<C>> {

  /** The trials of one change may cost at most this share of all commits. */
  private static final double COST = 0.003;

  private final Tunable<S, C> subject;
  private final C[] changes;
  private final TrialMetrics metrics;
  private final TrialLock turn;
  private final TunerPace pace;
  private final Contention contention;
  private final List<TrialHistory<S>> experiences =
      new ArrayList<>(Collections.nCopies(Contention.CLASSES, null));
  private final long[] dueNs;

  /** The results of the trials at the current density of conflicts. */
  private TrialHistory<S> trialHistory;

  private S present;
  private C trying;
  private S tried;
  private Trial trial;
  private long nextMeasureNs;
  private long nextTrialNs;
  private long fullBefore;
  private long begun;
  private long kept;
  private long shifts;

  /** The number of trials that had been started when the present setting was last changed. */
  private long untilChange;

  /**
   * Creates trials that have no results yet.
   *
   * @param changes all possible steps
   * @param first the system's current combination of settings
   * @param turn the lock that a trial holds while it runs
   */
  public Trials(
      Tunable<S, C> subject,
      C[] changes,
      S first,
      TrialMetrics metrics,
      TrialLock turn,
      TunerPace pace,
      long nowNs) {
    this.subject = subject;
    this.changes = changes.clone();
    this.metrics = metrics;
    this.turn = turn;
    this.pace = pace;
    present = first;
    contention = new Contention(pace, nowNs);
    trialHistory = new TrialHistory<>(first, changes.length);
    dueNs = new long[changes.length];
    Arrays.fill(dueNs, nowNs + pace.restNs());
    nextMeasureNs = nowNs + pace.watchNs();
    nextTrialNs = nowNs + pace.restNs();
  }

  /**
   * Advances the trials. The system calls this method several times in each interval of the pace.
   */
  public void look(long nowNs) {
    if (contention.hasChanged(nowNs, metrics)) {
      shift(nowNs);
    }
    boolean hasChanged = subject.hasChanged(nowNs);
    if (hasChanged && trial != null) {
      endTrial(nowNs);
    }
    if (hasChanged) {
      subject.use(present);
    }
    if (trial != null) {
      goOn(nowNs);
      return;
    }
    if (nowNs - nextMeasureNs >= 0) {
      measure(nowNs);
      present = subject.fitted(present);
      subject.use(present);
    }
    if (nowNs - nextTrialNs >= 0) {
      beginTrial(nowNs);
    }
  }

  private void measure(long nowNs) {
    subject.measure(nowNs);
    nextMeasureNs = nowNs + pace.watchNs();
  }

  /** Called when the density has changed. The present results apply only to the old density. */
  private void shift(long nowNs) {
    shifts++;
    if (trial != null) {
      endTrial(nowNs);
    }
    TrialHistory<S> known = experienceWith(contention.classNow());
    trialHistory = known == null ? new TrialHistory<>(present, changes.length) : known;
    experiences.set(contention.classNow(), trialHistory);
    S before = present;
    present = subject.fitted(trialHistory.best());
    untilChange = present.equals(before) ? untilChange : begun;
    subject.use(present);
    beginAnew(nowNs);
  }

  /**
   * Returns the results for this density class. If this class has no results, returns a copy of the
   * results for a neighboring class; if the neighboring classes have no results either, returns
   * null.
   */
  private TrialHistory<S> experienceWith(int densityClass) {
    if (experiences.get(densityClass) != null) {
      return experiences.get(densityClass);
    }
    TrialHistory<S> near = densityClass == 0 ? null : experiences.get(densityClass - 1);
    if (near == null && densityClass + 1 < experiences.size()) {
      near = experiences.get(densityClass + 1);
    }
    return near == null ? null : near.copy();
  }

  /**
   * Sets the times of the next trials after a change of the density. The more often a step has
   * failed at this density, the longer is its pause, up to a limit. A trial that is due earlier is
   * not delayed.
   */
  private void beginAnew(long nowNs) {
    for (C change : changes) {
      int which = change.ordinal();
      long soonNs = nowNs + trialHistory.pauseOnReturn(which, pace.restNs());
      dueNs[which] = dueNs[which] - soonNs < 0 ? dueNs[which] : soonNs;
    }
    nextTrialNs = nowNs + pace.restNs();
  }

  private void beginTrial(long nowNs) {
    boolean full = metrics.fullCycles() > fullBefore;
    fullBefore = metrics.fullCycles();
    C next = full ? nextDue(nowNs) : null;
    if (next == null || !turn.take(this)) {
      nextTrialNs = nowNs + pace.watchNs();
      return;
    }
    trying = next;
    tried = subject.fitted(subject.after(next, present, trialHistory.timesInVain(next.ordinal())));
    trial = new Trial(pace, subject.minGain(next, present), nowNs, metrics);
    begun++;
  }

  /** Returns the change whose pause ended first; null if all changes are still paused. */
  private C nextDue(long nowNs) {
    C next = null;
    for (C change : changes) {
      long due = dueNs[change.ordinal()];
      if (nowNs - due >= 0
          && (next == null || due - dueNs[next.ordinal()] < 0)
          && subject.after(change, present, 0) != null
          && subject.mayPay(change, present, contention.density())) {
        next = change;
      }
    }
    return next;
  }

  private void goOn(long nowNs) {
    Trial.Verdict verdict = trial.goOn(nowNs, metrics);
    if (verdict == Trial.Verdict.OPEN) {
      subject.use(trial.isTrying() ? tried : present);
      return;
    }
    switch (verdict) {
      case BETTER -> {
        kept++;
        untilChange = begun;
        present = tried;
        C reverse = subject.reverse(trying);
        trialHistory.better(trying.ordinal(), reverse.ordinal(), present);
        rest(reverse, nowNs);
        if (reverse != trying) {
          rest(trying, nowNs);
        }
      }
      case NOT_BETTER -> {
        trialHistory.vain(trying.ordinal());
        rest(trying, nowNs);
      }
      case IDLE, OPEN -> rest(trying, nowNs);
    }
    if (contention.isKnown() && experiences.get(contention.classNow()) == null) {
      trialHistory = trialHistory.copy();
      experiences.set(contention.classNow(), trialHistory);
    }
    subject.use(present);
    endTrial(nowNs);
  }

  private void endTrial(long nowNs) {
    nextTrialNs =
        nowNs + Math.max(pace.restNs(), subject.pauseInTrials() * (nowNs - trial.firstNs()));
    trial = null;
    turn.end(this);
    // Measurements during a trial do not describe the present setting, so the measurement starts
    // again here.
    measure(nowNs);
  }

  private void rest(C change, long nowNs) {
    int which = change.ordinal();
    long restNs = Math.min(pace.longestRestNs(), trialHistory.pause(which, pace.restNs()));
    dueNs[which] = nowNs + Math.max(restNs, (long) (trial.lostNs() / COST));
  }

  /**
   * Returns the recent share of pairs of transactions in which one transaction reads a key that the
   * other writes.
   */
  public double density() {
    return contention.density();
  }

  /** Returns the present setting, even while a trial uses another setting. */
  public S present() {
    return present;
  }

  /** Returns the number of trials that were started. */
  public long begun() {
    return begun;
  }

  /** Returns the number of trials that have ended. */
  public long ended() {
    return trial == null ? begun : begun - 1;
  }

  /**
   * Returns the number of trials that had been started when the setting was last changed; 0 if the
   * setting was never changed. The setting changes after a trial, or when conflicts become much
   * denser or sparser.
   */
  public long untilChange() {
    return untilChange;
  }

  /** Returns the number of trials after which the setting was changed. */
  public long kept() {
    return kept;
  }

  /** Returns the number of times that conflicts have become much denser or sparser. */
  public long shifts() {
    return shifts;
  }
}

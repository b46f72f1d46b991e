package dev.yardmaster.trials;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Tunes a system by its commits. When more transactions arrive than the system admits, the trials
 * change one setting at a time, and keep a change that commits more transactions. When arrivals are
 * the limit, every setting commits all arriving transactions, so the setting is not changed.
 *
 * <p>A trial costs the commits that the tried setting loses. If a change was not better, it is
 * tried again only after a pause. The pause doubles each time. The pause is several hundred times
 * as long as the time that the trial has lost, so trials cost about 1 %. When conflicts become
 * denser or sparser, the best known setting for the new density is restored without a trial,
 * together with its pauses.
 *
 * <p>Only one thread uses the object.
 *
 * @param <S> one choice of all tuned settings
 * @param <C> the steps from one choice to another
 */
public final class Trials<S, C extends Enum<C>> {

  /** The maximum share of all commits that the trials of one change cost. */
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

  /** The history at the current density of conflicts. */
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
   * @param first the system's current setting
   * @param turn the lock that a comparison holds for its duration
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

  /** Advances the trials. This method is called several times in an interval of the pace. */
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

  /** Handles a change of the density. The results so far belong to the old density. */
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
   * Returns the history of this density class, or a copy of the history of a neighboring class;
   * null if there is no such history.
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
   * Sets the times of the next trials after a change of the density. The more often a change has
   * failed at this density, the longer it pauses, up to a limit. A trial that is due earlier is not
   * delayed.
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

  /** Returns the change whose pause ended first; null if all changes still pause. */
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
    // The metrics of the time during a trial give no information about the present setting, so the
    // measurement starts again.
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

  /** Returns the number of trials that were started. */
  public long begun() {
    return begun;
  }

  /** Returns the number of trials that have ended. */
  public long ended() {
    return trial == null ? begun : begun - 1;
  }

  /**
   * Returns the number of trials that had been started when the setting was last changed, by a
   * trial or because conflicts had become much denser or sparser; 0 if the setting is the first
   * one.
   */
  public long untilChange() {
    return untilChange;
  }

  /** Returns the number of trials after which the setting was changed. */
  public long kept() {
    return kept;
  }

  /** Returns how often conflicts have become much denser or sparser. */
  public long shifts() {
    return shifts;
  }
}

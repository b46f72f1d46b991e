package dev.yardmaster.service.trials;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Sets a system by what commits. Where more arrives than can be let in, it tries one change at a
 * time and keeps what commits more; where arrivals are the limit every setting commits them all,
 * and it stays as it is.
 *
 * <p>A try costs what commits less during it. After one that was not better, the same is tried
 * again after a pause that doubles, and that is several hundred times as long as what was lost: so
 * trying costs about a percent. When conflicts have become denser or sparser, what was best the
 * last time they were as dense is taken up at once, and pauses are as long as they had become.
 *
 * <p>Used by one thread.
 *
 * @param <S> one choice of all that is set
 * @param <C> the steps from one choice to another
 */
public final class Trials<S, C extends Enum<C>> {

  /** What tries of one change may cost. */
  private static final double COST = 0.003;

  /** After a comparison nothing is compared for so many times its length: others go on then. */
  private static final int LEFT_ALONE = 4;

  private final Tunable<S, C> subject;
  private final C[] changes;
  private final TrialMetrics metrics;
  private final TrialLock turn;
  private final TunerPace pace;
  private final Contention contention;
  private final List<TrialHistory<S>> experiences =
      new ArrayList<>(Collections.nCopies(Contention.CLASSES, null));
  private final long[] dueNs;

  /** That of conflicts as dense as they are now. */
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

  /**
   * Trials that have found out nothing.
   *
   * @param changes all steps there are
   * @param first what the system goes by
   * @param turn taken for as long as it compares
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

  /** Goes on; to be called several times in an interval of the pace. */
  public void look(long nowNs) {
    if (contention.hasChanged(nowNs, metrics)) {
      shift(nowNs);
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

  /** Conflicts are not what they were, nor is what a trial has found out so far. */
  private void shift(long nowNs) {
    shifts++;
    if (trial != null) {
      endTrial(nowNs);
    }
    TrialHistory<S> known = experienceWith(contention.classNow());
    trialHistory = known == null ? new TrialHistory<>(present, changes.length) : known;
    experiences.set(contention.classNow(), trialHistory);
    present = subject.fitted(trialHistory.best());
    subject.use(present);
    beginAnew(nowNs);
  }

  /** That with conflicts as dense, or nearly. */
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

  /** What has failed often before need not be tried at once; what is due soon is not put off. */
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
    trial = new Trial(pace, nowNs, metrics);
    begun++;
  }

  /** What has waited longest. */
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
    nextTrialNs = nowNs + Math.max(pace.restNs(), LEFT_ALONE * (nowNs - trial.firstNs()));
    trial = null;
    turn.end(this);
    // What went on meanwhile says nothing about the present setting.
    measure(nowNs);
  }

  private void rest(C change, long nowNs) {
    int which = change.ordinal();
    long restNs = Math.min(pace.longestRestNs(), trialHistory.pause(which, pace.restNs()));
    dueNs[which] = nowNs + Math.max(restNs, (long) (trial.lostNs() / COST));
  }

  /** Share of pairs of transactions of which one reads what the other writes; lately. */
  public double density() {
    return contention.density();
  }

  /** Comparisons begun. */
  public long begun() {
    return begun;
  }

  /** Comparisons after which the setting was changed. */
  public long kept() {
    return kept;
  }

  /** How often conflicts had become much denser or sparser. */
  public long shifts() {
    return shifts;
  }
}

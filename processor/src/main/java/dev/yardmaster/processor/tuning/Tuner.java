package dev.yardmaster.processor.tuning;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Sets a pipeline by what it measures. Where more arrives than can be let in, it tries one {@link
 * Change} at a time and keeps what commits more; where arrivals are the limit every tuning commits
 * them all, and it stays as it is.
 *
 * <p>A try costs what commits less during it. After one that was not better, the same is tried
 * again after a pause that doubles, and that is several hundred times as long as what was lost: so
 * trying costs about a percent. When conflicts have become denser or sparser, what was best the
 * last time they were as dense is taken up at once, and pauses are as long as they had become.
 *
 * <p>Two things are set by rule: a batch waits at most for as long as it takes to fill at the rate
 * of arrivals, twice over; and a change that cannot pay is not tried: reordering where hardly any
 * batch has an edge, repair where hardly anything is stale, another algorithm where reordering
 * takes hardly any time.
 *
 * <p>An agent: one thread calls {@link #doWork}; {@link #density} and the counts are for any.
 */
public final class Tuner implements Agent {

  /** So much of all requests must be concerned for a change to be worth a try. */
  private static final double WORTH_A_TRY = 0.002;

  /** So much of a thread's time, for the algorithm. */
  private static final double WORTH_ANOTHER_SOLVER = 0.03;

  /** What tries of one change may cost. */
  private static final double COST = 0.003;

  /** After a comparison nothing is compared for so many times its length: windows go on then. */
  private static final int LEFT_ALONE = 4;

  private static final double NS_PER_S = 1e9;

  private final Tuning allowed;
  private final TuningInForce inForce;
  private final Signs signs;
  private final ComparisonTurn turn;
  private final TunerPace pace;
  private final NanoClock clock;
  private final Contention contention;
  private final Experience[] experiences = new Experience[Contention.CLASSES];
  private final long[] dueNs = new long[Change.values().length];
  private final AtomicLong trials = new AtomicLong();
  private final AtomicLong changes = new AtomicLong();
  private final AtomicLong shifts = new AtomicLong();

  /** That of conflicts as dense as they are now. */
  private Experience experience;

  private Tuning present;
  private Change trying;
  private Tuning tried;
  private Trial trial;
  private long nextLookNs;
  private long nextTrialNs;
  private long fullBefore;
  private volatile double density;

  private long rateFromNs;
  private long rateFromRequests;
  private long rateFromStale;
  private long rateFromBusyNs;
  private volatile double requestsPerSecond;
  private double staleShare;
  private double reorderShare;

  /**
   * A tuner that begins with all that is allowed.
   *
   * @param inForce what it writes
   * @param turn taken for as long as it compares
   */
  public Tuner(
      TuningInForce inForce, Signs signs, ComparisonTurn turn, TunerPace pace, NanoClock clock) {
    this.inForce = inForce;
    this.signs = signs;
    this.turn = turn;
    this.pace = pace;
    this.clock = clock;
    allowed = inForce.get();
    present = allowed;
    long nowNs = clock.nanoTime();
    contention = new Contention(pace, nowNs);
    nextLookNs = nowNs;
    rateFromNs = nowNs;
    experience = new Experience(allowed);
    Arrays.fill(dueNs, nowNs + pace.restNs());
    nextTrialNs = nowNs + pace.restNs();
  }

  @Override
  public int doWork() {
    long nowNs = clock.nanoTime();
    if (nowNs - nextLookNs >= 0) {
      nextLookNs = nowNs + pace.lookNs();
      look(nowNs);
    }
    return 0;
  }

  private void look(long nowNs) {
    if (contention.hasChanged(nowNs, signs)) {
      shift(nowNs);
    }
    density = contention.density();
    if (trial != null) {
      goOn(nowNs);
      return;
    }
    if (nowNs - rateFromNs >= pace.watchNs()) {
      measure(nowNs);
      present = withItsAge(present);
      inForce.set(present);
    }
    if (nowNs - nextTrialNs >= 0) {
      beginTrial(nowNs);
    }
  }

  private void measure(long nowNs) {
    double passedNs = (double) (nowNs - rateFromNs);
    long requests = signs.requests();
    long stale = signs.stale();
    long busyNs = signs.reorderBusyNs();
    requestsPerSecond = (requests - rateFromRequests) * NS_PER_S / passedNs;
    staleShare = (double) (stale - rateFromStale) / Math.max(1, requests - rateFromRequests);
    reorderShare = (busyNs - rateFromBusyNs) / passedNs;
    rateFromNs = nowNs;
    rateFromRequests = requests;
    rateFromStale = stale;
    rateFromBusyNs = busyNs;
  }

  /** As old as batches become while they are filled, twice over. */
  private Tuning withItsAge(Tuning tuning) {
    double perPreparer = Math.max(1, requestsPerSecond / signs.preparers());
    double toFillNs = tuning.batchSize() * NS_PER_S / perPreparer;
    return tuning.withMaxBatchAgeNs(
        (long) Math.min((double) allowed.maxBatchAgeNs(), 2 * toFillNs));
  }

  /** Conflicts are not what they were, nor is what a trial has found out so far. */
  private void shift(long nowNs) {
    shifts.setOpaque(shifts.getPlain() + 1);
    if (trial != null) {
      endTrial(nowNs);
    }
    Experience known = experienceWith(contention.classNow());
    experience = known == null ? new Experience(present) : known;
    experiences[contention.classNow()] = experience;
    present = withItsAge(experience.best());
    inForce.set(present);
    beginAnew(nowNs);
  }

  /** That with conflicts as dense, or nearly. */
  private Experience experienceWith(int densityClass) {
    if (experiences[densityClass] != null) {
      return experiences[densityClass];
    }
    Experience near = densityClass == 0 ? null : experiences[densityClass - 1];
    if (near == null && densityClass + 1 < experiences.length) {
      near = experiences[densityClass + 1];
    }
    return near == null ? null : near.copy();
  }

  /** What has failed often before need not be tried at once; what is due soon is not put off. */
  private void beginAnew(long nowNs) {
    for (Change change : Change.values()) {
      long soonNs = nowNs + experience.pauseOnReturn(change, pace.restNs());
      int which = change.ordinal();
      dueNs[which] = dueNs[which] - soonNs < 0 ? dueNs[which] : soonNs;
    }
    nextTrialNs = nowNs + pace.restNs();
  }

  private void beginTrial(long nowNs) {
    boolean full = signs.fullCycles() > fullBefore;
    fullBefore = signs.fullCycles();
    Change next = full ? nextDue(nowNs) : null;
    if (next == null || !turn.take(this)) {
      nextTrialNs = nowNs + pace.watchNs();
      return;
    }
    trying = next;
    tried = withItsAge(next.apply(present, allowed, experience.timesInVain(next)));
    trial = new Trial(pace, nowNs, signs);
    trials.setOpaque(trials.getPlain() + 1);
  }

  /** What has waited longest. */
  private Change nextDue(long nowNs) {
    Change next = null;
    for (Change change : Change.values()) {
      long due = dueNs[change.ordinal()];
      if (nowNs - due >= 0
          && (next == null || due - dueNs[next.ordinal()] < 0)
          && change.apply(present, allowed, 0) != null
          && mayPay(change)) {
        next = change;
      }
    }
    return next;
  }

  private boolean mayPay(Change change) {
    return switch (change) {
      case VALIDATOR_REORDERING ->
          present.validatorReordering() || contention.density() * present.batchSize() > WORTH_A_TRY;
      case REPAIR -> staleShare > WORTH_A_TRY;
      case SOLVER -> present.solver() != allowed.solver() || reorderShare > WORTH_ANOTHER_SOLVER;
      case STORAGE_REORDERING, SMALLER_BATCHES, LARGER_BATCHES -> true;
    };
  }

  private void goOn(long nowNs) {
    Trial.Verdict verdict = trial.goOn(nowNs, signs);
    if (verdict == Trial.Verdict.OPEN) {
      inForce.set(trial.isTrying() ? tried : present);
      return;
    }
    switch (verdict) {
      case BETTER -> {
        changes.setOpaque(changes.getPlain() + 1);
        present = tried;
        experience.better(trying, present);
        rest(trying.reverse(), nowNs);
        if (trying.reverse() != trying) {
          rest(trying, nowNs);
        }
      }
      case NOT_BETTER -> {
        experience.vain(trying);
        rest(trying, nowNs);
      }
      case IDLE, OPEN -> rest(trying, nowNs);
    }
    if (contention.isKnown() && experiences[contention.classNow()] == null) {
      experiences[contention.classNow()] = experience.copy();
      experience = experiences[contention.classNow()];
    }
    inForce.set(present);
    endTrial(nowNs);
  }

  private void endTrial(long nowNs) {
    nextTrialNs = nowNs + Math.max(pace.restNs(), LEFT_ALONE * (nowNs - trial.firstNs()));
    trial = null;
    turn.end(this);
    // What went on meanwhile says nothing about the present tuning.
    measure(nowNs);
  }

  private void rest(Change change, long nowNs) {
    long restNs = Math.min(pace.longestRestNs(), experience.pause(change, pace.restNs()));
    dueNs[change.ordinal()] = nowNs + Math.max(restNs, (long) (trial.lostNs() / COST));
  }

  /** Share of pairs of requests of which one reads what the other writes; lately. */
  public double density() {
    return density;
  }

  /** Requests that reach the validator in a second; lately. */
  public double requestsPerSecond() {
    return requestsPerSecond;
  }

  /** Comparisons begun. */
  public long trials() {
    return trials.getOpaque();
  }

  /** Comparisons after which the tuning was changed. */
  public long changes() {
    return changes.getOpaque();
  }

  /** How often conflicts had become much denser or sparser. */
  public long shifts() {
    return shifts.getOpaque();
  }

  @Override
  public String roleName() {
    return "tuner";
  }
}

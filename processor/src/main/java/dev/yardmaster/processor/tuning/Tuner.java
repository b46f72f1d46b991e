package dev.yardmaster.processor.tuning;

import dev.yardmaster.service.trials.TrialLock;
import dev.yardmaster.service.trials.Trials;
import dev.yardmaster.service.trials.Tunable;
import dev.yardmaster.service.trials.TunerPace;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Sets a pipeline by what it measures: by {@link Trials} of one {@link TuningStep} at a time.
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

  private static final double NS_PER_S = 1e9;

  private final Tuning allowed;
  private final CurrentTuning currentTuning;
  private final ValidatorTrialMetrics metrics;
  private final TunerPace pace;
  private final NanoClock clock;
  private final Trials<Tuning, TuningStep> trials;
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong changes = new AtomicLong();
  private final AtomicLong shifts = new AtomicLong();
  private long nextLookNs;
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
   * @param currentTuning what it writes
   * @param turn taken for as long as it compares
   */
  public Tuner(
      CurrentTuning currentTuning,
      ValidatorTrialMetrics metrics,
      TrialLock turn,
      TunerPace pace,
      NanoClock clock) {
    this.currentTuning = currentTuning;
    this.metrics = metrics;
    this.pace = pace;
    this.clock = clock;
    allowed = currentTuning.get();
    long nowNs = clock.nanoTime();
    nextLookNs = nowNs;
    rateFromNs = nowNs;
    trials =
        new Trials<>(new TunedPipeline(), TuningStep.values(), allowed, metrics, turn, pace, nowNs);
  }

  @Override
  public int doWork() {
    long nowNs = clock.nanoTime();
    if (nowNs - nextLookNs >= 0) {
      nextLookNs = nowNs + pace.lookNs();
      trials.look(nowNs);
      density = trials.density();
      begun.setOpaque(trials.begun());
      changes.setOpaque(trials.kept());
      shifts.setOpaque(trials.shifts());
    }
    return 0;
  }

  /** The pipeline as what trials set. */
  private final class TunedPipeline implements Tunable<Tuning, TuningStep> {

    @Override
    public void use(Tuning setting) {
      currentTuning.set(setting);
    }

    @Override
    public void measure(long nowNs) {
      double passedNs = (double) (nowNs - rateFromNs);
      long requests = metrics.requests();
      long stale = metrics.stale();
      long busyNs = metrics.reorderBusyNs();
      requestsPerSecond = (requests - rateFromRequests) * NS_PER_S / passedNs;
      staleShare = (double) (stale - rateFromStale) / Math.max(1, requests - rateFromRequests);
      reorderShare = (busyNs - rateFromBusyNs) / passedNs;
      rateFromNs = nowNs;
      rateFromRequests = requests;
      rateFromStale = stale;
      rateFromBusyNs = busyNs;
    }

    /** As old as batches become while they are filled, twice over. */
    @Override
    public Tuning fitted(Tuning setting) {
      double perPreparer = Math.max(1, requestsPerSecond / metrics.preparers());
      double toFillNs = setting.batchSize() * NS_PER_S / perPreparer;
      return setting.withMaxBatchAgeNs(
          (long) Math.min((double) allowed.maxBatchAgeNs(), 2 * toFillNs));
    }

    @Override
    public Tuning after(TuningStep change, Tuning present, int tries) {
      return change.apply(present, allowed, tries);
    }

    @Override
    public TuningStep reverse(TuningStep change) {
      return change.reverse();
    }

    @Override
    public boolean mayPay(TuningStep change, Tuning present, double conflictDensity) {
      return switch (change) {
        case VALIDATOR_REORDERING ->
            present.validatorReordering() || conflictDensity * present.batchSize() > WORTH_A_TRY;
        case REPAIR -> staleShare > WORTH_A_TRY;
        case SOLVER -> present.solver() != allowed.solver() || reorderShare > WORTH_ANOTHER_SOLVER;
        case STORAGE_REORDERING, SMALLER_BATCHES, LARGER_BATCHES -> true;
      };
    }
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
    return begun.getOpaque();
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

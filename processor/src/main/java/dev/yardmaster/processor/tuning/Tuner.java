package dev.yardmaster.processor.tuning;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.trials.Trials;
import dev.yardmaster.trials.Tunable;
import dev.yardmaster.trials.TunerPace;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Tunes a pipeline by {@link Trials}, with one {@link TuningStep} at a time.
 *
 * <p>Two rules restrict the tuner. First, the age of a batch is limited to twice the time that
 * arrivals take to fill it. Second, the tuner tries only changes that can increase the throughput.
 * The tuner skips the trial of reordering if hardly any batch has a conflict. It skips the trial of
 * repair if hardly any run is stale, and the trial of another solver if reordering takes hardly any
 * time.
 *
 * <p>The tuner is an agent: one thread calls {@link #doWork}. Any thread may read {@link #density}
 * and the counts.
 */
public final class Tuner implements Agent {

  /**
   * The tuner tries a change only if the change would affect at least this share of all requests.
   */
  private static final double WORTH_A_TRY = 0.002;

  /**
   * The tuner tries another solver only if the solver takes at least this share of a thread's time.
   */
  private static final double WORTH_ANOTHER_SOLVER = 0.03;

  private static final double NS_PER_S = 1e9;

  private final Tuning allowed;
  private final CurrentTuning currentTuning;
  private final ValidatorTrialMetrics metrics;
  private final TunerPace pace;
  private final NanoClock clock;
  private final Trials<Tuning, TuningStep> trials;

  @Shared(
      writers = "the tuner",
      readers = "any thread, for metrics",
      access = "opaque, single writer")
  private final AtomicLong begun = new AtomicLong();

  @Shared(
      writers = "the tuner",
      readers = "any thread, for metrics",
      access = "opaque, single writer")
  private final AtomicLong changes = new AtomicLong();

  @Shared(
      writers = "the tuner",
      readers = "any thread, for metrics",
      access = "opaque, single writer")
  private final AtomicLong shifts = new AtomicLong();

  private long nextLookNs;

  @Shared(writers = "the tuner", readers = "any thread, for metrics", access = "volatile")
  private volatile double density;

  private long rateFromNs;
  private long rateFromRequests;
  private long rateFromStale;
  private long rateFromBusyNs;

  @Shared(writers = "the tuner", readers = "any thread, for metrics", access = "volatile")
  private volatile double requestsPerSecond;

  private double staleShare;
  private double reorderShare;

  /**
   * Creates a tuner that starts with all features that the configuration allows.
   *
   * @param currentTuning the tuning that this tuner changes
   * @param turn the lock that a trial holds while it compares settings
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

  /** The adapter through which {@link Trials} change and measure the pipeline. */
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

    /** Limits the batch age to twice the time that the arrivals take to fill a batch. */
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

  /**
   * Returns the density of conflicts: the recent share of conflicting pairs among all pairs of
   * requests. A pair conflicts if one request reads a key that the second request writes.
   */
  public double density() {
    return density;
  }

  /** Returns the recent number of requests per second that reach the validator. */
  public double requestsPerSecond() {
    return requestsPerSecond;
  }

  /** Returns the number of trials that were started. */
  public long trials() {
    return begun.getOpaque();
  }

  /** Returns the number of trials after which the tuning was changed. */
  public long changes() {
    return changes.getOpaque();
  }

  /** Returns the number of times that the density of conflicts has changed significantly. */
  public long shifts() {
    return shifts.getOpaque();
  }

  @Override
  public String roleName() {
    return "tuner";
  }
}

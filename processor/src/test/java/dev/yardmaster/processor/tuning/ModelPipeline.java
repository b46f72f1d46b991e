package dev.yardmaster.processor.tuning;

import dev.yardmaster.reorder.Solver;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.trials.TunerPace;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * A model of a pipeline: the commit rate is a noisy function of the tuning. The time of the model
 * advances in steps.
 */
final class ModelPipeline implements ValidatorTrialMetrics {

  static final Tuning ALLOWED = new Tuning(40, 200_000, true, true, true, Solver.OPTIMAL);

  private static final long STEP_NS = 250_000;
  private static final double STEPS_PER_SECOND = 1e9 / STEP_NS;

  final CurrentTuning currentTuning;
  final TrialLock turn = new TrialLock();
  final Tuner tuner;

  /** The commits per second as a function of the tuning, without noise. */
  ToDoubleFunction<Tuning> rate;

  boolean full = true;
  double density = 0.1;
  double noise = 0.15;
  double wander = 0.01;
  int preparers = 1;

  private final Random random;
  private long nowNs;
  private double completed;
  private long fullCycles;
  private double probes;
  private double edges;

  /** The machine's current speed relative to its normal speed; the speed drifts. */
  private double speed = 1;

  ModelPipeline(long seed, ToDoubleFunction<Tuning> rate) {
    this(seed, ALLOWED, rate);
  }

  ModelPipeline(long seed, Tuning allowed, ToDoubleFunction<Tuning> rate) {
    currentTuning = new CurrentTuning(allowed);
    this.random = new Random(seed);
    this.rate = rate;
    nowNs = random.nextLong() >> 2;
    tuner = new Tuner(currentTuning, this, turn, TunerPace.DEFAULT, () -> nowNs);
  }

  /**
   * Runs the model for the given number of seconds. Returns the mean commit rate of all steps,
   * without noise.
   */
  double play(double seconds) {
    double sum = 0;
    int steps = (int) (seconds * STEPS_PER_SECOND);
    for (int step = 0; step < steps; step++) {
      double now = rate.applyAsDouble(currentTuning.get());
      sum += now;
      speed = Math.max(0.5, Math.min(1.5, speed + wander * random.nextGaussian()));
      completed += now / STEPS_PER_SECOND * speed * Math.max(0, 1 + noise * random.nextGaussian());
      fullCycles += full ? 1 : 0;
      probes += 5;
      edges += 5 * density;
      nowNs += STEP_NS;
      tuner.doWork();
    }
    return sum / steps;
  }

  @Override
  public long completed() {
    return (long) completed;
  }

  @Override
  public long fullCycles() {
    return fullCycles;
  }

  @Override
  public long inFlight() {
    return 60;
  }

  @Override
  public int preparers() {
    return preparers;
  }

  @Override
  public long requests() {
    return (long) (completed * 1.2);
  }

  @Override
  public long stale() {
    return (long) (completed * 0.2);
  }

  @Override
  public long probes() {
    return (long) probes;
  }

  @Override
  public long edgesProbed() {
    return (long) edges;
  }

  @Override
  public long reorderBusyNs() {
    return nowNs / 10;
  }
}

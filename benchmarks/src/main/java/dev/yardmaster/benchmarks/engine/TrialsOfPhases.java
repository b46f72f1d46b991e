package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.protocol.mixed.TrialProgress;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The number of trials in each phase of a load that changes until the choice of protocols is
 * steady: the trials that have ended since the phase began, up to the last one after which the
 * choice changed. A trial that was under way when the phase began counts. The first phase has no
 * number, because no change of the load precedes it. The first worker's thread enters the phases,
 * and another thread reads the numbers when the workers have ended.
 */
final class TrialsOfPhases {

  private final Supplier<TrialProgress> progress;
  private final double[] trials;
  private int phase;
  private TrialProgress begin;

  /**
   * Creates an object in which no phase has begun.
   *
   * @param progress returns how far the trials are
   */
  TrialsOfPhases(int phases, Supplier<TrialProgress> progress) {
    this.progress = progress;
    trials = new double[phases];
    Arrays.fill(trials, Double.NaN);
  }

  /** Returns the numbers of a round; null if its load does not change, or nothing is tried. */
  static TrialsOfPhases of(EngineSetup setup, Protocol protocol) {
    int phases = setup.workload().phases().size();
    return phases > 0 && protocol instanceof Mixed mixed && mixed.trialProgress() != null
        ? new TrialsOfPhases(phases, mixed::trialProgress)
        : null;
  }

  /** Returns a source that notices the phases which another source enters. */
  CallSource watch(CallSource source) {
    return new Watched(source);
  }

  /** Notices that a phase has begun, or that it lasts. */
  void enter(int next) {
    if (begin == null || next != phase) {
      end();
      phase = next;
      begin = progress.get();
    }
  }

  /** Ends the phase, if one has begun: later trials belong to no phase. */
  void end() {
    if (begin != null && phase > 0) {
      trials[phase] = Math.max(0, progress.get().untilChange() - begin.ended());
    }
    begin = null;
  }

  /** Returns the numbers of all phases that have ended. */
  MetricValues values() {
    MetricValues values = new MetricValues();
    for (int i = 0; i < trials.length; i++) {
      values.put(EngineMetrics.trialsUntilSteady(i), trials[i]);
    }
    return values.put(
        EngineMetrics.MOST_TRIALS_UNTIL_STEADY,
        Arrays.stream(trials).filter(Double::isFinite).max().orElse(Double.NaN));
  }

  private final class Watched implements CallSource {
    private final CallSource source;

    Watched(CallSource source) {
      this.source = source;
    }

    @Override
    public DispatchedCall next() {
      return source.next();
    }

    @Override
    public void enter(int next) {
      TrialsOfPhases.this.enter(next);
      source.enter(next);
    }

    @Override
    public void ended(DispatchedCall call, boolean committed) {
      source.ended(call, committed);
    }
  }
}

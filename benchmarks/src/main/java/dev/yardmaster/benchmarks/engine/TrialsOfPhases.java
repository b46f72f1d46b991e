package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.protocol.mixed.TrialProgress;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Counts the trials of protocols that each phase of a changing load needs until the choice of
 * protocols is steady. The count contains the trials that end after the beginning of the phase, up
 * to the last trial that changes the choice. A trial that is running when the phase begins counts.
 * The first phase has no count, because no change of the load precedes it. The first worker's
 * thread enters the phases, and another thread reads the counts when the workers have ended.
 */
final class TrialsOfPhases {

  private final Supplier<TrialProgress> progress;
  private final double[] trials;
  private int phase;
  private TrialProgress begin;

  /**
   * Creates an object in which no phase has begun.
   *
   * @param progress returns the present number of trials, and the number up to the last change of
   *     the choice
   */
  TrialsOfPhases(int phases, Supplier<TrialProgress> progress) {
    this.progress = progress;
    trials = new double[phases];
    Arrays.fill(trials, Double.NaN);
  }

  /**
   * Creates the counts of a round; returns null if the load does not change, or if the protocol
   * makes no trials.
   */
  static TrialsOfPhases of(EngineSetup setup, Protocol protocol) {
    int phases = setup.workload().phases().size();
    return phases > 0 && protocol instanceof Mixed mixed && mixed.trialProgress() != null
        ? new TrialsOfPhases(phases, mixed::trialProgress)
        : null;
  }

  /**
   * Returns a source that does the same as the given source, and tells this object which phases it
   * enters.
   */
  CallSource watch(CallSource source) {
    return new Watched(source);
  }

  /** Records that a phase has begun; has no effect if the phase has already begun. */
  void enter(int next) {
    if (begin == null || next != phase) {
      end();
      phase = next;
      begin = progress.get();
    }
  }

  /** Ends the current phase, if there is one: later trials belong to no phase. */
  void end() {
    if (begin != null && phase > 0) {
      trials[phase] = Math.max(0, progress.get().untilChange() - begin.ended());
    }
    begin = null;
  }

  /** Returns the counts of all phases that have ended. */
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

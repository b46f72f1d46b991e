package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.protocol.mixed.TrialProgress;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Counts, for each phase of a changing load, the trials of protocols up to the last trial that
 * changes the choice of protocols. The count includes all trials that end after the beginning of
 * the phase, even a trial that began before the phase. The first phase has no count, because no
 * change of the load precedes it. The first worker's thread reports the beginning of each phase,
 * and another thread reads the counts after the workers have ended.
 */
final class TrialsOfPhases {

  private final Supplier<TrialProgress> progress;
  private final double[] trials;
  private int phase;
  private TrialProgress begin;

  /**
   * Creates an object for a round in which no phase has begun.
   *
   * @param progress returns the number of trials so far, and the number of trials up to the last
   *     change of the choice
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
   * Returns a source of transactions that forwards to the given source, and notifies this object
   * when a phase begins.
   */
  CallSource watch(CallSource source) {
    return new Watched(source);
  }

  /**
   * Records that a phase has begun. Has no effect if the beginning of the phase is already
   * recorded.
   */
  void enter(int next) {
    if (begin == null || next != phase) {
      end();
      phase = next;
      begin = progress.get();
    }
  }

  /** Ends the current phase, if there is one. Later trials belong to no phase. */
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
      values.put(EngineRoundMetrics.trialsUntilSteady(i), trials[i]);
    }
    return values.put(
        EngineRoundMetrics.MAX_TRIALS_UNTIL_STEADY,
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

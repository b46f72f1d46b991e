package dev.yardmaster.proof.simulator;

import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.trials.TunerPace;
import dev.yardmaster.validator.CommittedVersions;
import java.util.SplittableRandom;

/**
 * The parts of a pipeline that a scenario replaces: a recorder of the history, fingerprints that
 * differ in few bits, and a small committed-version table.
 */
class ScenarioParts extends PipelineParts {

  private final Scenario scenario;
  private final HistoryLog history;

  /** Creates parts whose secret for fingerprints is drawn from {@code random}. */
  ScenarioParts(Scenario scenario, SplittableRandom random, HistoryLog history) {
    super(random.nextLong(), random.nextLong());
    this.scenario = scenario;
    this.history = history;
  }

  @Override
  public final Fingerprints fingerprints() {
    return scenario.fingerprints(super.fingerprints());
  }

  @Override
  public CommittedVersions committedVersions(int entries) {
    return new CommittedVersions(scenario.tableEntries(entries));
  }

  @Override
  public final TunerPace tunerPace() {
    return TunerPace.RESTLESS;
  }

  @Override
  public final HistoryRecorder recorder() {
    return history.recorder();
  }
}

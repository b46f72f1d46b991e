package dev.yardmaster.simulator;

import dev.yardmaster.checker.CheckResult;
import dev.yardmaster.checker.SerializabilityChecker;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.simulator.workload.Ledger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What must hold after a run, however it was played. */
final class Verdict {

  private Verdict() {}

  /** What is wrong with a run that has ended. */
  static List<String> on(byte[] history, Ledger ledger, Pipeline pipeline, Scenario scenario) {
    List<String> failures = new ArrayList<>();
    CheckResult checked = check(history);
    checked.anomalies().forEach(anomaly -> failures.add(anomaly.inWords()));
    PipelineCounters counters = pipeline.counters();
    if (scenario.config().mode().validatorReordering() && counters.conflictsInBatch() > 0) {
      failures.add(
          counters.conflictsInBatch()
              + " survivors of the reorderer failed because of another of their own batch");
    }
    int bound = scenario.config().attemptBound();
    if (bound > 0 && counters.reservationsExpired() == 0 && ledger.mostRestarts() >= bound) {
      failures.add(
          "an operation restarted "
              + ledger.mostRestarts()
              + " times, where "
              + bound
              + " attempts are the bound");
    }
    if (ledger.committed() != counters.committed()) {
      failures.add(
          ledger.committed() + " commits were answered, " + counters.committed() + " counted");
    }
    long decided =
        Stream.of("COMMITTED", "USER", "LOGIC_FAILED", "ID_ABORTED")
            .mapToLong(kind -> ledger.outcomes().getOrDefault(kind, 0L))
            .sum();
    if (checked.transactions() != decided) {
      failures.add(
          checked.transactions()
              + " transactions were recorded, but "
              + decided
              + " were answered as committed or as decided by their logic");
    }
    return failures;
  }

  private static CheckResult check(byte[] history) {
    try {
      return SerializabilityChecker.check(history);
    } catch (IOException e) {
      throw new SimulationFailure("the history is broken: " + e.getMessage(), e);
    }
  }
}

package dev.yardmaster.proof.simulator;

import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.schedule.SimulationFailure;
import dev.yardmaster.proof.simulator.workload.BankLedger;
import dev.yardmaster.proof.simulator.workload.ClientLedger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Checks the invariants after a run, for simulations and for runs on real threads. */
final class RunInvariants {

  private RunInvariants() {}

  /**
   * Returns a line for each violation in a run that has ended.
   *
   * @param lives the counters of each life of the service (from a start to an end)
   * @param asked number of queries for the outcomes of operations; each query is itself a
   *     transaction
   */
  static List<String> on(
      byte[] history,
      BankLedger ledger,
      List<PipelineCounters> lives,
      long asked,
      Scenario scenario) {
    List<String> failures = new ArrayList<>();
    CheckResult checked = check(history);
    onPipeline(checked, ledger.mostRestarts(), lives, scenario, failures);
    // At the end of a life, the pipeline may have counted and recorded decisions whose clients
    // never received an answer.
    long unanswered = asked + ledger.outcomes().getOrDefault("UNKNOWN", 0L);
    long committed = sum(lives, PipelineCounters::committed);
    if (committed < ledger.committed() || committed > ledger.committed() + unanswered) {
      failures.add(ledger.committed() + " commits were answered, " + committed + " counted");
    }
    long decided =
        Stream.of("COMMITTED", "USER", "LOGIC_FAILED", "ID_ABORTED")
            .mapToLong(kind -> ledger.outcomes().getOrDefault(kind, 0L))
            .sum();
    // A snapshot is recorded at its close, even if the snapshot has failed or its client was
    // abandoned.
    long least = decided + ledger.inspected();
    long most = decided + unanswered + ledger.snapshots();
    if (checked.transactions() < least || checked.transactions() > most) {
      failures.add(
          checked.transactions()
              + " transactions were recorded, but "
              + decided
              + " were answered as committed or as decided by their logic, and "
              + ledger.inspected()
              + " snapshots were read");
    }
    return failures;
  }

  /** Returns a line for each violation in a run whose clients use a network. */
  static List<String> onClients(
      byte[] history, ClientLedger ledger, List<PipelineCounters> lives, Scenario scenario) {
    List<String> failures = new ArrayList<>();
    onPipeline(check(history), ledger.mostRestarts(), lives, scenario, failures);
    return failures;
  }

  private static void onPipeline(
      CheckResult checked,
      int mostRestarts,
      List<PipelineCounters> lives,
      Scenario scenario,
      List<String> failures) {
    checked.anomalies().forEach(anomaly -> failures.add(anomaly.inWords()));
    long conflictsInBatch = sum(lives, PipelineCounters::conflictsInBatch);
    if (scenario.config().mode().validatorReordering() && conflictsInBatch > 0) {
      failures.add(
          conflictsInBatch
              + " survivors of the reorderer failed because of a survivor of the same batch");
    }
    int bound = scenario.config().attemptBound();
    if (bound > 0
        && sum(lives, PipelineCounters::reservationsExpired) == 0
        && mostRestarts >= bound) {
      failures.add(
          "an operation restarted "
              + mostRestarts
              + " times, where "
              + bound
              + " attempts are the bound");
    }
  }

  private static long sum(List<PipelineCounters> lives, ToLongFunction<PipelineCounters> counter) {
    return lives.stream().mapToLong(counter).sum();
  }

  private static CheckResult check(byte[] history) {
    try {
      return SerializabilityChecker.check(history);
    } catch (IOException e) {
      throw new SimulationFailure("the history is broken: " + e.getMessage(), e);
    }
  }
}

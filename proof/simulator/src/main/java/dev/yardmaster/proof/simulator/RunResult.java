package dev.yardmaster.proof.simulator;

import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.workload.BankLedger;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The result of a run. Instances are immutable, except for the array of the history, which belongs
 * to the caller.
 */
public final class RunResult {

  private final Scenario scenario;
  private final long operations;
  private final long committed;
  private final Map<String, Long> outcomes;
  private final long tuningChanges;
  private final int crashes;
  private final long elapsedNs;
  private final byte[] history;
  private final List<String> failures;

  RunResult(
      Scenario scenario,
      BankLedger ledger,
      List<PipelineCounters> lives,
      int crashes,
      long elapsedNs,
      byte[] history,
      List<String> failures) {
    this(
        scenario,
        ledger.began(),
        ledger.committed(),
        ledger.outcomes(),
        lives,
        crashes,
        elapsedNs,
        history,
        failures);
  }

  RunResult(
      Scenario scenario,
      long operations,
      long committed,
      Map<String, Long> outcomes,
      List<PipelineCounters> lives,
      int crashes,
      long elapsedNs,
      byte[] history,
      List<String> failures) {
    this.tuningChanges = lives.stream().mapToLong(PipelineCounters::tuningChanges).sum();
    this.crashes = crashes;
    this.elapsedNs = elapsedNs;
    this.scenario = scenario;
    this.operations = operations;
    this.committed = committed;
    this.outcomes = Collections.unmodifiableMap(outcomes);
    this.history = history;
    this.failures = List.copyOf(failures);
  }

  /** Returns the scenario that was run. */
  public Scenario scenario() {
    return scenario;
  }

  /** Returns the number of operations that were submitted to the service. */
  public long operations() {
    return operations;
  }

  /** Returns the number of operations that committed. */
  public long committed() {
    return committed;
  }

  /**
   * Returns the number of operations for each kind of outcome: COMMITTED, an abort's cause, or an
   * error's code.
   */
  public Map<String, Long> outcomes() {
    return outcomes;
  }

  /**
   * Returns the number of times that the service was restarted after a crash or after a failure of
   * its disk.
   */
  public int crashes() {
    return crashes;
  }

  /** Returns the number of times that the pipeline changed its own settings. */
  public long tuningChanges() {
    return tuningChanges;
  }

  /** Returns the length of the run, in ns; for a simulation it is virtual time. */
  public long elapsedNs() {
    return elapsedNs;
  }

  /** Returns the recorded history: the bytes of a complete history file. */
  public byte[] history() {
    return history;
  }

  /** Returns the violations, each with one or several lines; empty if all invariants held. */
  public List<String> failures() {
    return failures;
  }

  /** Returns whether all invariants held. */
  public boolean passed() {
    return failures.isEmpty();
  }
}

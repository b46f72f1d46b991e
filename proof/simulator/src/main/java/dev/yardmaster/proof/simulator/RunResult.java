package dev.yardmaster.proof.simulator;

import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.proof.simulator.workload.BankLedger;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** How a run went. Immutable, but for the history's array, which is the caller's to take. */
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

  /** What was run. */
  public Scenario scenario() {
    return scenario;
  }

  /** How many operations were handed to the service. */
  public long operations() {
    return operations;
  }

  /** How many of them committed. */
  public long committed() {
    return committed;
  }

  /** How many ended in which way: COMMITTED, an abort's cause, or an error's code. */
  public Map<String, Long> outcomes() {
    return outcomes;
  }

  /** How often everything ended suddenly, or the disk failed, and the service began anew. */
  public int crashes() {
    return crashes;
  }

  /** How often the pipeline found another setting better than its own. */
  public long tuningChanges() {
    return tuningChanges;
  }

  /** How long it took: a simulation in virtual time. */
  public long elapsedNs() {
    return elapsedNs;
  }

  /** The recorded history: the bytes of a complete history file. */
  public byte[] history() {
    return history;
  }

  /** What is wrong, each in a line or several; empty if everything held. */
  public List<String> failures() {
    return failures;
  }

  /** Whether everything held. */
  public boolean passed() {
    return failures.isEmpty();
  }
}

package dev.yardmaster.proof.simulator;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.log.ReplicatedCommit;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.schedule.AgentTask;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.SimulationFailure;
import dev.yardmaster.proof.simulator.schedule.Task;
import dev.yardmaster.proof.simulator.workload.Ledger;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.proof.simulator.workload.Operation;
import dev.yardmaster.proof.simulator.workload.SnapshotInspection;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.concurrent.Agent;

/**
 * One life of the service, from its start until it is closed or crashes: its pipeline, the
 * pipeline's agents, and the clients. Answers that arrive after the end of the life are ignored.
 */
final class Incarnation {

  private final Scheduler scheduler;
  private final Ledger ledger;
  private final Pipeline pipeline;
  private final List<Task> tasks = new ArrayList<>();
  private final List<AgentTask> agents = new ArrayList<>();
  private final List<CallerTask> callers = new ArrayList<>();
  private final List<CallerTask> readers = new ArrayList<>();
  private boolean failed;
  private boolean over;

  /** Creates the pipeline and adds its agents to the scheduler. */
  Incarnation(Scenario scenario, Scheduler scheduler, Ledger ledger, PipelineParts parts) {
    this.scheduler = scheduler;
    this.ledger = ledger;
    pipeline =
        Pipeline.assemble(scenario.simulatedConfig(), parts, () -> scheduler.stopAgents(agents));
    Mix.procedures().forEach(pipeline::register);
    for (Agent agent : pipeline.agents()) {
      AgentTask task = new AgentTask(agent, this::isEndedBy);
      agents.add(task);
      add(task);
    }
  }

  /**
   * Handles an exception of an agent. If its cause is the disk or the replicated log, the method
   * marks this life as failed and returns true.
   */
  private boolean isEndedBy(Throwable thrown) {
    if (thrown instanceof UncheckedIOException
        && thrown.getCause() instanceof FileSystemException) {
      throw new SimulationFailure("a file was not there, or there before: " + thrown, thrown);
    }
    if (!(thrown instanceof UncheckedIOException)
        && !(thrown instanceof ReplicatedCommit.LogFailed)) {
      return false;
    }
    failed = true;
    ledger.closing();
    pipeline.agentFailed(thrown);
    return true;
  }

  /** Returns whether the disk or the replicated log has failed. A failed life must be closed. */
  boolean hasFailed() {
    return failed;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /**
   * Adds a client that submits procedures.
   *
   * @param count number of operations that the client submits
   * @param window upper bound of the client's outstanding operations
   */
  void addSubmitter(String name, Supplier<Operation<?, ?>> operations, int count, int window) {
    add(new SubmitterTask(name, this, operations, count, window));
  }

  /**
   * Adds a client that runs {@code count} lambdas on its own thread. The client ends early if there
   * is no next operation.
   */
  void addCaller(String name, Supplier<Operation<?, ?>> operations, int count) {
    add(new CallerTask(name, () -> call(operations, count)));
  }

  /** Adds a client with its own thread. The client opens {@code count} snapshots, one at a time. */
  void addReader(String name, SnapshotInspection inspection, int count) {
    readers.add(
        add(
            new CallerTask(
                name,
                () -> {
                  for (int i = 0; i < count && !failed; i++) {
                    inspection.run(pipeline::readOnly);
                    var unused = Thread.interrupted();
                  }
                })));
  }

  /** Returns whether all clients that open snapshots have ended. */
  boolean readersEnded() {
    return readers.stream().allMatch(CallerTask::ended);
  }

  /** Returns whether all clients on their own threads have ended. */
  boolean callersEnded() {
    return callers.stream().allMatch(CallerTask::ended);
  }

  private CallerTask add(CallerTask caller) {
    callers.add(caller);
    add((Task) caller);
    return caller;
  }

  private void add(Task task) {
    tasks.add(task);
    scheduler.add(task);
  }

  private void call(Supplier<Operation<?, ?>> operations, int count) {
    for (int i = 0; i < count && !failed; i++) {
      Operation<?, ?> operation = operations.get();
      if (operation == null) {
        return;
      }
      if (operation.isQuery()) {
        // A lambda cannot run a query, so the query is submitted. The answer to the query arrives
        // while the next lambda runs.
        submit(operation, () -> {});
        continue;
      }
      ledger.began(operation);
      var outcome = operation.execute(pipeline);
      if (isAlive()) {
        ledger.ended(operation, outcome);
      }
      // Clears an interrupt for this operation, so that the interrupt does not affect the next
      // operation.
      var unused = Thread.interrupted();
    }
  }

  /** Submits an operation. {@code then} runs when the operation has ended. */
  <R> void submit(Operation<?, R> operation, Runnable then) {
    ledger.began(operation);
    var unused =
        operation
            .submit(pipeline)
            .whenComplete(
                (outcome, broken) -> {
                  then.run();
                  if (isAlive()) {
                    ledger.ended(operation, outcome);
                  }
                });
  }

  /** Begins to close the service. The returned task ends when the service is closed. */
  CallerTask close() {
    return add(new CallerTask("closer", pipeline::close));
  }

  /** Returns whether this life is still running. */
  private boolean isAlive() {
    return !over && !scheduler.isBroken();
  }

  /** Ends this life suddenly, with its agents and clients. */
  void end() {
    over = true;
    callers.forEach(CallerTask::abandon);
    scheduler.remove(tasks, List.of());
  }
}

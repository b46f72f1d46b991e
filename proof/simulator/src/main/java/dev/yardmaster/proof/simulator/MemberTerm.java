package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.workload.Ledger;
import dev.yardmaster.proof.simulator.workload.Operation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The pipeline of a member in one term, with its clients. The object is also a ledger: it keeps the
 * operations without an outcome. If the member crashes, the outcomes of these operations are
 * unknown.
 */
final class MemberTerm implements Ledger {

  private final Ledger ledger;
  private final Consumer<Operation<?, ?>> unknown;
  private final Scheduler scheduler;
  private final SimulatedParts parts;
  private final Incarnation incarnation;
  private final Map<Long, Operation<?, ?>> open = new TreeMap<>();

  /** The task that closes the pipeline after a failure of the log; null if there is none. */
  private CallerTask closer;

  private boolean onlyReads;
  private boolean closing;
  private boolean closed;
  private boolean over;

  /**
   * Opens a pipeline.
   *
   * @param ledger records the operations of all terms
   * @param unknown receives operations whose outcome is unknown
   */
  MemberTerm(
      Scenario scenario,
      Scheduler scheduler,
      Ledger ledger,
      Consumer<Operation<?, ?>> unknown,
      SimulatedParts parts) {
    this.ledger = ledger;
    this.unknown = unknown;
    this.scheduler = scheduler;
    this.parts = parts;
    incarnation = new Incarnation(scenario, scheduler, this, parts);
  }

  Pipeline pipeline() {
    return incarnation.pipeline();
  }

  Incarnation incarnation() {
    return incarnation;
  }

  /**
   * Adds to the history the transactions that the log has committed, but that were not answered
   * before the pipeline ended.
   */
  void recordUnanswered(SimulatedLog log) {
    Set<Long> survived = log.versions(parts.replication().start().term());
    pipeline().recordUnanswered(survived::contains);
  }

  /** Returns whether clients may submit operations. */
  boolean isOpen() {
    return !closing;
  }

  /** Lets clients begin only operations that do not write. */
  void onlyReads() {
    onlyReads = true;
  }

  boolean hasOnlyReads() {
    return onlyReads;
  }

  /** Returns whether the pipeline is closed, because the member no longer leads. */
  boolean isClosed() {
    return closed;
  }

  /**
   * Closes the pipeline. The thread that makes the calls of the member's replica calls this method.
   */
  void close() {
    closing = true;
    if (closer == null) {
      pipeline().close();
    } else {
      for (int waits = 0; !closer.ended(); waits++) {
        CallerTask.waitForTurn(waits, closer::ended);
      }
    }
    closed = true;
  }

  /** Begins to close the pipeline if its log has failed and no other thread closes the pipeline. */
  void closeIfFailed() {
    if (incarnation.hasFailed() && !closing) {
      closing = true;
      closer = incarnation.close();
    }
  }

  /**
   * Ends the agents and clients of a pipeline that is closed, if all clients have their answers.
   */
  void endIfClosed() {
    if (closed && incarnation.callersEnded()) {
      end();
    }
  }

  /**
   * Ends the pipeline and its clients suddenly. The outcomes of all open operations are then
   * unknown.
   */
  void crash() {
    end();
    YardmasterException lost = new YardmasterException(ErrorCode.UNAVAILABLE, "the member is lost");
    List.copyOf(open.values()).forEach(operation -> ended(operation, new Outcome.Unknown<>(lost)));
  }

  private void end() {
    closing = true;
    over = true;
    incarnation.end();
    scheduler.remove(List.of(), parts.links());
  }

  /** Returns whether the pipeline and its clients have ended. */
  boolean isOver() {
    return over;
  }

  @Override
  public void began(Operation<?, ?> operation) {
    open.put(operation.number(), operation);
    ledger.began(operation);
  }

  @Override
  public void ended(Operation<?, ?> operation, Outcome<?> outcome) {
    open.remove(operation.number());
    ledger.ended(operation, outcome);
    if (outcome instanceof Outcome.Unknown) {
      unknown.accept(operation);
    }
  }

  @Override
  public void closing() {
    // The shared ledger does not close, because the other members continue.
  }

  @Override
  public void opensSnapshot() {
    ledger.opensSnapshot();
  }

  @Override
  public void inspected(long cents, boolean isStrict) {
    ledger.inspected(cents, isStrict);
  }

  @Override
  public void snapshotFailed(YardmasterException error) {
    ledger.snapshotFailed(error);
  }
}

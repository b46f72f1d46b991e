package dev.yardmaster.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.DeclarationRound;
import dev.yardmaster.api.logic.DeclaredTransaction;
import dev.yardmaster.api.logic.RegisteredProcedure;

/**
 * A registered procedure and the steps of its runs: it declares keys in rounds, the back end reads
 * them after each round, and then it runs on what was read. Whatever it throws is what the run came
 * to. What is here does not change; any thread, and runs are used by one at a time.
 */
public class ServedProcedure extends RegisteredProcedure {

  private final TransactionLimits limits;

  /**
   * A procedure whose transactions have these limits.
   *
   * @param name as it has said
   */
  public ServedProcedure(String name, Procedure<?, ?> procedure, TransactionLimits limits) {
    super(name, procedure);
    this.limits = limits;
  }

  /** What its transactions are held to. */
  public final TransactionLimits limits() {
    return limits;
  }

  /** Lets it declare the keys that follow from its argument. */
  public final void declare(RunState run, Object argument) {
    DeclarationRound round = new DeclarationRound(run);
    try {
      procedure().declare(argument, round);
    } catch (Throwable thrown) { // whatever a procedure may do
      run.fail(thrown);
    } finally {
      round.end();
    }
    run.endFirstRound();
  }

  /** Lets it declare more keys, as below, on a handle for this round only. */
  public final boolean declareNext(RunState run, Object argument) {
    if (!hasRounds()) {
      return false;
    }
    DeclaredTransaction soFar = transaction(run);
    try {
      return declareNext(run, argument, soFar);
    } finally {
      soFar.end();
    }
  }

  /**
   * Lets it declare the keys that follow from those read.
   *
   * @param soFar a handle of the run
   * @return whether there are more to be read, and the run has not failed
   */
  public final boolean declareNext(RunState run, Object argument, DeclaredTransaction soFar) {
    if (run.failure() != null || !hasRounds()) {
      return false;
    }
    DeclarationRound round = new DeclarationRound(run);
    try {
      procedure().declareNext(argument, soFar.reads(), round);
    } catch (Throwable thrown) { // whatever a procedure may do
      run.fail(thrown);
    } finally {
      round.end();
    }
    if (run.failure() != null || !run.hasUnread()) {
      return false;
    }
    if (run.endRound() > limits.maxRounds()) {
      run.fail(
          new YardmasterException(
              ErrorCode.TOO_MANY_ROUNDS,
              "a procedure declares keys in at most " + limits.maxRounds() + " rounds",
              "procedure",
              name()));
      return false;
    }
    return true;
  }

  /**
   * Runs it on what was read, unless the run has failed.
   *
   * @param transaction a handle of the run
   */
  public final void execute(RunState run, Object argument, DeclaredTransaction transaction) {
    if (run.failure() == null) {
      transaction.run(handle -> procedure().execute(argument, handle));
      run.ended(transaction);
    }
  }

  /** A handle of a run. */
  public final DeclaredTransaction transaction(RunState run) {
    return new DeclaredTransaction(run, name(), limits.maxValueBytes());
  }
}

package dev.yardmaster.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.DeclarationRound;
import dev.yardmaster.api.logic.DeclaredTransaction;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.api.outcome.ResultBytes;

/**
 * A registered procedure, and the code that executes the rounds of its runs. In each round, the
 * procedure declares keys, and then the back end reads these keys. After the last round, the
 * procedure's logic runs on the values. If the procedure throws an exception, the run fails with
 * this exception. Instances are immutable and any thread may use them; each run belongs to one
 * thread at a time.
 */
public class ServedProcedure extends RegisteredProcedure {

  private final TransactionLimits limits;

  /**
   * Creates a procedure whose transactions have these limits.
   *
   * @param name the name that the procedure returned
   */
  public ServedProcedure(String name, Procedure<?, ?> procedure, TransactionLimits limits) {
    super(name, procedure);
    this.limits = limits;
  }

  /**
   * Creates an entry for another procedure, with the name, rounds, codecs and limits of a
   * registered procedure.
   */
  public ServedProcedure(ServedProcedure registered, Procedure<?, ?> procedure) {
    super(registered, procedure);
    this.limits = registered.limits;
  }

  /** Returns the limits of the procedure's transactions. */
  public final TransactionLimits limits() {
    return limits;
  }

  /** Lets the procedure declare the keys that depend only on its argument. */
  public final void declare(RunState run, Object argument) {
    DeclarationRound round = new DeclarationRound(run);
    try {
      procedure().declare(argument, round);
    } catch (Throwable thrown) { // A procedure may throw any exception.
      run.fail(thrown);
    } finally {
      round.end();
    }
    run.endFirstRound();
  }

  /**
   * Lets the procedure declare the keys of the next round. These keys may depend on the values that
   * were read.
   *
   * @return whether the procedure has declared more keys to read; false if it has failed
   */
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
   * Lets the procedure declare the keys of the next round through a given transaction object.
   *
   * @param soFar provides the values that were read so far
   * @return whether the procedure has declared more keys to read; false if it has failed
   */
  public final boolean declareNext(RunState run, Object argument, DeclaredTransaction soFar) {
    if (run.failure() != null || !hasRounds()) {
      return false;
    }
    DeclarationRound round = new DeclarationRound(run);
    try {
      procedure().declareNext(argument, soFar.reads(), round);
    } catch (Throwable thrown) { // A procedure may throw any exception.
      run.fail(thrown);
    } finally {
      round.end();
    }
    if (run.failure() != null || !run.hasUnread()) {
      return false;
    }
    if (run.endRound() > limits.maxRounds()) {
      run.fail(Failures.tooManyRounds(limits.maxRounds(), name()));
      return false;
    }
    return true;
  }

  /**
   * Runs the procedure on the values that were read, unless the run has failed.
   *
   * @param transaction the transaction object that is passed to the procedure
   */
  public final void execute(RunState run, Object argument, DeclaredTransaction transaction) {
    if (run.failure() == null) {
      transaction.run(handle -> procedure().execute(argument, handle));
      run.ended(transaction);
    }
  }

  /**
   * Replaces the result of a run by its encoding. If the codec cannot encode the result, the run
   * fails with {@link ErrorCode#RESULT_NOT_KEPT}. A run that has failed has no result.
   */
  public final void encodeResult(RunState run) {
    if (run.failure() != null) {
      return;
    }
    try {
      run.result(
          ResultBytes.of(codec(), run.result(), limits.maxValueBytes(), "procedure", name()));
    } catch (YardmasterException notKept) {
      run.fail(notKept);
    }
  }

  /** Creates the transaction object that is passed to the procedure. */
  public final DeclaredTransaction transaction(RunState run) {
    return new DeclaredTransaction(run, name(), limits.maxValueBytes());
  }
}

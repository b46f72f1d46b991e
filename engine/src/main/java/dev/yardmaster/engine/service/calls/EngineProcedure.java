package dev.yardmaster.engine.service.calls;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.logic.DeclaredTransaction;
import dev.yardmaster.engine.service.typed.RunRows;
import dev.yardmaster.engine.service.typed.TypedProcedure;
import dev.yardmaster.service.RunState;
import dev.yardmaster.service.ServedProcedure;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;
import dev.yardmaster.service.scope.ScopedProcedure;
import java.util.function.Function;

/** A procedure that is registered with an engine, with its number. */
public final class EngineProcedure extends ServedProcedure {

  private final int number;

  /**
   * Creates a procedure.
   *
   * @param number the procedure's number in {@link ProcedureNames}
   */
  public EngineProcedure(
      String name, Procedure<?, ?> procedure, int number, TransactionLimits limits) {
    super(name, procedure, limits);
    this.number = number;
  }

  private EngineProcedure(EngineProcedure registered, Procedure<?, ?> procedure) {
    super(registered, procedure);
    this.number = registered.number;
  }

  /** Returns the same procedure for arguments that contain a scope. */
  public EngineProcedure scoped() {
    return new EngineProcedure(
        this,
        procedure() instanceof TypedProcedure<Object, ?> typed
            ? new ScopedTypedProcedure(typed)
            : new ScopedProcedure(procedure()));
  }

  /** Returns whether the procedure uses typed rows. */
  boolean isTyped() {
    return procedure() instanceof TypedProcedure;
  }

  /**
   * Runs the logic with typed rows, unless the run has already failed.
   *
   * @param rows creates the typed rows of this run for the given transaction
   */
  @SuppressWarnings("unchecked") // The argument was checked for this procedure.
  void execute(RunState run, Object argument, Function<Transaction, RunRows> rows) {
    if (run.failure() != null) {
      return;
    }
    TypedProcedure<Object, ?> typed = (TypedProcedure<Object, ?>) procedure();
    DeclaredTransaction transaction = transaction(run);
    RunRows ofRun = rows.apply(transaction);
    transaction.run(handle -> typed.execute(argument, handle, ofRun));
    ofRun.end();
    run.ended(transaction);
  }

  /** Returns the procedure's number in {@link ProcedureNames}. */
  int number() {
    return number;
  }
}

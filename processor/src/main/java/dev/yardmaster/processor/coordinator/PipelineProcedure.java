package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.service.ServedProcedure;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;
import dev.yardmaster.service.scope.ScopedProcedure;

/** A procedure that is registered with the pipeline, together with the record of its repairs. */
public final class PipelineProcedure extends ServedProcedure {

  private final RepairRecord repairs;
  private final int number;

  /**
   * Creates a procedure that has never been repaired.
   *
   * @param number the procedure's number in {@link ProcedureNames}
   */
  public PipelineProcedure(
      String name, Procedure<?, ?> procedure, int number, TransactionLimits limits) {
    super(name, procedure, limits);
    this.repairs = new RepairRecord(name);
    this.number = number;
  }

  private PipelineProcedure(PipelineProcedure registered) {
    super(registered, new ScopedProcedure(registered.procedure()));
    this.repairs = registered.repairs;
    this.number = registered.number;
  }

  /** Returns the same procedure for arguments that are passed together with a scope. */
  public PipelineProcedure scoped() {
    return new PipelineProcedure(this);
  }

  /** Returns the record of the procedure's repairs. */
  public RepairRecord repairs() {
    return repairs;
  }

  /** Returns the procedure's number in {@link ProcedureNames}. */
  int number() {
    return number;
  }
}

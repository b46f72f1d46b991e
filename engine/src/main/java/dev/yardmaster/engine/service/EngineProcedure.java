package dev.yardmaster.engine.service;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.service.ServedProcedure;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;

/** A procedure that is registered with an engine. */
final class EngineProcedure extends ServedProcedure {

  private final int number;

  /**
   * Creates a procedure.
   *
   * @param number the procedure's number in {@link ProcedureNames}
   */
  EngineProcedure(String name, Procedure<?, ?> procedure, int number, TransactionLimits limits) {
    super(name, procedure, limits);
    this.number = number;
  }

  /** Returns the procedure's number in {@link ProcedureNames}. */
  int number() {
    return number;
  }
}

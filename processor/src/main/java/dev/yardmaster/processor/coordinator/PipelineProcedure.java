package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.processor.conflicts.ProcedureNames;
import dev.yardmaster.service.ServedProcedure;
import dev.yardmaster.service.TransactionLimits;

/** A registered procedure as the pipeline knows it. */
public final class PipelineProcedure extends ServedProcedure {

  private final RepairRecord repairs;
  private final int number;

  /**
   * A procedure that was not repaired yet.
   *
   * @param number its number among the {@link ProcedureNames}
   */
  public PipelineProcedure(
      String name, Procedure<?, ?> procedure, int number, TransactionLimits limits) {
    super(name, procedure, limits);
    this.repairs = new RepairRecord(name);
    this.number = number;
  }

  /** How its repairs go. */
  public RepairRecord repairs() {
    return repairs;
  }

  /** Its number among the {@link ProcedureNames}. */
  int number() {
    return number;
  }
}

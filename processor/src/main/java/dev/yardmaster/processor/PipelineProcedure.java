package dev.yardmaster.processor;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.logic.RegisteredProcedure;

/** A registered procedure as the pipeline knows it. */
final class PipelineProcedure extends RegisteredProcedure {

  private final RepairRecord repairs;
  private final int number;

  /**
   * A procedure that was not repaired yet.
   *
   * @param number its number among the {@link ProcedureNames}
   */
  PipelineProcedure(String name, Procedure<?, ?> procedure, int number) {
    super(name, procedure);
    this.repairs = new RepairRecord(name);
    this.number = number;
  }

  /** How its repairs go. */
  RepairRecord repairs() {
    return repairs;
  }

  /** Its number among the {@link ProcedureNames}. */
  int number() {
    return number;
  }
}

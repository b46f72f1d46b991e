package dev.yardmaster.engine.service.calls;

import dev.yardmaster.api.Transaction;
import dev.yardmaster.engine.service.typed.TypedProcedure;
import dev.yardmaster.engine.service.typed.TypedRows;
import dev.yardmaster.service.scope.LogicScope;
import dev.yardmaster.service.scope.ScopedArgument;
import dev.yardmaster.service.scope.ScopedProcedure;

/** Runs a procedure with typed rows in the scope that its argument contains. */
final class ScopedTypedProcedure extends ScopedProcedure
    implements TypedProcedure<ScopedArgument, Object> {

  private final TypedProcedure<Object, ?> procedure;

  ScopedTypedProcedure(TypedProcedure<Object, ?> procedure) {
    super(procedure);
    this.procedure = procedure;
  }

  @Override
  @SuppressWarnings("try") // The scope acts on the thread.
  public Object execute(ScopedArgument scoped, Transaction transaction, TypedRows rows) {
    try (LogicScope.Open open = scoped.scope().open()) {
      return procedure.execute(scoped.argument(), transaction, rows);
    }
  }
}

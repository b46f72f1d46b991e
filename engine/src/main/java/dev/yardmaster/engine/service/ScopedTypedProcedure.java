package dev.yardmaster.engine.service;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.engine.service.typed.TypedProcedure;
import dev.yardmaster.engine.service.typed.TypedRows;
import dev.yardmaster.service.scope.LogicScope;
import dev.yardmaster.service.scope.ScopedArgument;

/**
 * Runs a procedure for typed rows in the scope that its argument brings.
 *
 * @param procedure the procedure itself
 */
record ScopedTypedProcedure(TypedProcedure<Object, ?> procedure)
    implements TypedProcedure<ScopedArgument, Object> {

  @Override
  public String name() {
    return procedure.name();
  }

  @Override
  @SuppressWarnings("try") // The scope acts on the thread.
  public void declare(ScopedArgument scoped, KeyDeclaration keys) {
    try (LogicScope.Open open = scoped.scope().open()) {
      procedure.declare(scoped.argument(), keys);
    }
  }

  @Override
  @SuppressWarnings("try") // The scope acts on the thread.
  public void declareNext(ScopedArgument scoped, Reads soFar, KeyDeclaration keys) {
    try (LogicScope.Open open = scoped.scope().open()) {
      procedure.declareNext(scoped.argument(), soFar, keys);
    }
  }

  @Override
  @SuppressWarnings("try") // The scope acts on the thread.
  public Object execute(ScopedArgument scoped, Transaction transaction, TypedRows rows) {
    try (LogicScope.Open open = scoped.scope().open()) {
      return procedure.execute(scoped.argument(), transaction, rows);
    }
  }
}

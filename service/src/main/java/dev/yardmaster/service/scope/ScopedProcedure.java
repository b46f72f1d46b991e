package dev.yardmaster.service.scope;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Transaction;

/** Runs a procedure in the scope that its argument contains. Any thread may call all methods. */
public class ScopedProcedure implements Procedure<ScopedArgument, Object> {

  private final Procedure<Object, ?> procedure;

  /** Creates the scoped form of a procedure. */
  public ScopedProcedure(Procedure<Object, ?> procedure) {
    this.procedure = procedure;
  }

  @Override
  public final String name() {
    return procedure.name();
  }

  @Override
  @SuppressWarnings("try") // The scope acts on the thread.
  public final void declare(ScopedArgument scoped, KeyDeclaration keys) {
    try (LogicScope.Open open = scoped.scope().open()) {
      procedure.declare(scoped.argument(), keys);
    }
  }

  @Override
  @SuppressWarnings("try") // The scope acts on the thread.
  public final void declareNext(ScopedArgument scoped, Reads soFar, KeyDeclaration keys) {
    try (LogicScope.Open open = scoped.scope().open()) {
      procedure.declareNext(scoped.argument(), soFar, keys);
    }
  }

  @Override
  @SuppressWarnings("try") // The scope acts on the thread.
  public final Object execute(ScopedArgument scoped, Transaction transaction) {
    try (LogicScope.Open open = scoped.scope().open()) {
      return procedure.execute(scoped.argument(), transaction);
    }
  }
}

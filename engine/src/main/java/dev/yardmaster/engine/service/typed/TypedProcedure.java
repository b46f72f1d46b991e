package dev.yardmaster.engine.service.typed;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.service.RestrictedProcedure;

/**
 * A procedure that also reads and writes typed rows, in the same transaction as untyped keys and
 * values. The service must be an in-process engine, and its configuration must define the tables.
 *
 * <p>Untyped keys must be declared, as in every procedure. Typed rows need no declaration: the
 * logic reads and changes them while it runs. Under the protocols {@code partcc} and {@code
 * cormcc}, a run that accesses a second partition may have to start again.
 *
 * @param <A> the argument's type
 * @param <R> the result's type
 */
public interface TypedProcedure<A, R> extends Procedure<A, R>, RestrictedProcedure {

  /** Declares no keys. A procedure that uses untyped keys and values overrides this method. */
  @Override
  default void declare(A argument, KeyDeclaration keys) {}

  /**
   * Runs the logic. If the procedure aborts or throws an exception, neither its keys nor its rows
   * change.
   *
   * @param transaction the declared keys and their values
   * @param rows the rows of the service's typed tables
   */
  R execute(A argument, Transaction transaction, TypedRows rows);

  /** Throws an exception, because the logic cannot run without typed rows. */
  @Override
  default R execute(A argument, Transaction transaction) {
    throw new YardmasterException(
        ErrorCode.BAD_PROCEDURE,
        "the procedure needs " + needs() + ", which runs it with rows",
        "procedure",
        name());
  }

  @Override
  default String needs() {
    return "an engine with typed tables";
  }
}

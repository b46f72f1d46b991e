package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;

/**
 * Queries the status of an id. The procedure uses only the key of the outcome; the {@link
 * StatusAnswer} reads and writes this key. The logic runs only if no outcome is kept, and it aborts
 * the id.
 */
public final class StatusProcedure implements Procedure<TransactionId, TransactionStatus> {

  private static final String NAME = Key.RESERVED_PREFIX + "status";

  /**
   * The only instance. The service runs this procedure with a {@link StatusAnswer}. The procedure
   * is not registered, so callers cannot run it by name.
   */
  public static final StatusProcedure INSTANCE = new StatusProcedure();

  private StatusProcedure() {}

  static YardmasterException fenced(TransactionId id) {
    return new YardmasterException(
        ErrorCode.ID_ABORTED, "a status query aborted the id before it had an outcome", "id", id);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void declare(TransactionId id, KeyDeclaration keys) {}

  @Override
  public TransactionStatus execute(TransactionId id, Transaction transaction) {
    return new TransactionStatus(id, new Outcome.Rejected<>(fenced(id)));
  }
}

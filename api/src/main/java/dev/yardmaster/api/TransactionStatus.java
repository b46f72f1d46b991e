package dev.yardmaster.api;

import java.util.Objects;

/**
 * How the transaction with an id ended, for good.
 *
 * @param id the transaction's id
 * @param outcome its first outcome; {@link ErrorCode#ID_ABORTED} if it had none at the time of the
 *     query, so that it can never commit
 */
public record TransactionStatus(TransactionId id, Outcome<Object> outcome) {

  /** Checks that both are not null. */
  public TransactionStatus {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(outcome, "outcome");
  }

  /** Returns whether the transaction committed. */
  public boolean isCommitted() {
    return outcome instanceof Outcome.Committed;
  }
}

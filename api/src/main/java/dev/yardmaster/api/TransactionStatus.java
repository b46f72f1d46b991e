package dev.yardmaster.api;

import java.util.Objects;

/**
 * How the transaction with an id ended. This does not change any more.
 *
 * @param id the transaction's
 * @param outcome its first outcome; {@link ErrorCode#ID_ABORTED} if it had none when it was asked
 *     for, and now never takes place
 */
public record TransactionStatus(TransactionId id, Outcome<Object> outcome) {

  /** Checks that both are there. */
  public TransactionStatus {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(outcome, "outcome");
  }

  /** Whether it took place. */
  public boolean isCommitted() {
    return outcome instanceof Outcome.Committed;
  }
}

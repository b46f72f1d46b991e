package dev.yardmaster.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The final status of the transaction with an id.
 *
 * @param id the transaction's id
 * @param outcome the transaction's first outcome; {@link ErrorCode#ID_ABORTED} if the transaction
 *     had no outcome at the time of the query; the transaction can then never commit
 */
public record TransactionStatus(TransactionId id, Outcome<@Nullable Object> outcome) {

  /** Checks that the id and the outcome are not null. */
  public TransactionStatus {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(outcome, "outcome");
  }

  /** Returns whether the transaction committed. */
  public boolean isCommitted() {
    return outcome instanceof Outcome.Committed;
  }
}

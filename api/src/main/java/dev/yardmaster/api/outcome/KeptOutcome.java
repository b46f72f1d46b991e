package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;

/**
 * Keeps the outcome of a transaction under the transaction's id. The outcome is stored as the value
 * of a key, like other data. The transaction reads this key first. The transaction runs its logic
 * only if the key has no value, and writes the outcome together with its own writes. The outcome is
 * therefore validated, installed and recovered like other data. If two transactions have the same
 * id, the transaction that commits second finds the outcome of the transaction that committed
 * first.
 *
 * <p>A run takes these steps:
 *
 * <ol>
 *   <li>The run reads {@link #key} before any key of the logic. The limits on the transaction's
 *       keys and bytes do not include this key.
 *   <li>When the read has arrived, the run calls {@link #refusal}. If the result is not null, the
 *       run ends with this error.
 *   <li>If the read has found a value, the logic does not run. The answer is {@link #found}, after
 *       the validation of the read of this key. The run writes nothing.
 *   <li>Otherwise the logic runs, and the commit writes the logic's outcome to the key. The outcome
 *       is {@link #recordOf}, together with the logic's writes. If the run has failed, the commit
 *       writes only {@link #recordOfFailure}, because a failed run writes nothing else.
 * </ol>
 *
 * <p>A run that a conflict discards leaves no record. A transaction that the service ends, for
 * example at its deadline, does not leave a record either. Instances are immutable; any thread may
 * use them.
 */
public abstract sealed class KeptOutcome permits LogicOutcome, StatusAnswer {

  private final TransactionId id;
  private final Key key;
  private final OutcomeHorizon horizon;

  KeptOutcome(TransactionId id, OutcomeHorizon horizon) {
    this.id = id;
    this.key = id.outcomeKey();
    this.horizon = horizon;
  }

  /** Returns the transaction's id. */
  public final TransactionId id() {
    return id;
  }

  /** Returns the key under which the outcome is kept. Logic cannot read or write this key. */
  public final Key key() {
    return key;
  }

  /**
   * Returns an error if the id cannot be used; otherwise null. Call this method only after the
   * outcome key was read. If an outcome was dropped before the read, the horizon is already above
   * the id, so this method returns an error. If an outcome is written or dropped after the read,
   * the validation of the read fails.
   */
  public final YardmasterException refusal() {
    return horizon.refusalOf(id);
  }

  /**
   * Returns the record of a run that found no kept outcome and returned a result.
   *
   * @param result the logic's result
   * @param transactionId the transaction's number in conflict reports
   * @throws YardmasterException {@link ErrorCode#RESULT_NOT_KEPT} if the result cannot be encoded;
   *     the transaction then fails with this error, and no outcome is kept
   */
  public abstract byte[] recordOf(Object result, long transactionId);

  /**
   * Returns the record of a run that found no kept outcome and failed after reading only current
   * values.
   *
   * @param thrown the logic's abort or exception, or the error of one of its requests
   * @param transactionId the transaction's number in conflict reports
   */
  public abstract byte[] recordOfFailure(Throwable thrown, long transactionId);

  /**
   * Returns the answer for a run that has found a kept outcome. The last three parameters describe
   * the run that found the outcome. Only the answer to a status query uses these parameters,
   * because a status query is itself a transaction.
   *
   * @param record the value that was found
   * @param version the commit version of the value
   * @param transactionId the number of the run's transaction in conflict reports
   * @param restarts the number of earlier runs that were discarded
   * @param lastConflict the conflict of the last discarded run, or null
   */
  public abstract Outcome<Object> found(
      byte[] record, long version, long transactionId, int restarts, ConflictReport lastConflict);

  /**
   * Decodes the first outcome of the transaction. The codec decodes only the result of a commit.
   */
  final Outcome<Object> first(OutcomeRecord kept, long version, ValueCodec<Object> codec) {
    return switch (kept.kind()) {
      case COMMITTED ->
          new Outcome.Committed<>(
              decode(kept.result(), codec), kept.transactionId(), version, 0, null);
      case ABORTED -> Failures.aborted(kept.reason(), 0, null);
      case REJECTED -> new Outcome.Rejected<>(kept.error());
      case FENCED -> new Outcome.Rejected<>(StatusProcedure.fenced(id));
    };
  }

  private Object decode(byte[] result, ValueCodec<Object> codec) {
    try {
      return codec.decode(result);
    } catch (YardmasterException error) {
      throw error;
    } catch (Throwable thrown) { // A procedure's own codec may throw any exception or error.
      throw new YardmasterException(
          ErrorCode.DAMAGED, "the codec cannot decode the kept result", thrown, "id", id);
    }
  }
}

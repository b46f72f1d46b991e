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
 * The outcome kept under a transaction's id. It is stored as the value of a key like any other. The
 * transaction reads that key first, runs its logic only if there is no value, and writes the
 * outcome together with its own writes. The outcome is therefore validated, installed and recovered
 * like other data, and of two transactions with one id the second to commit finds the first one's
 * outcome.
 *
 * <p>A run takes these steps:
 *
 * <ol>
 *   <li>The run reads {@link #key} before any key of the logic. The key counts neither as one of
 *       the transaction's keys nor towards its bytes.
 *   <li>When the read has arrived, the run checks the {@link #refusal}, and ends with it if there
 *       is one.
 *   <li>If the read has found a value, the logic does not run: the answer is {@link #found}, once
 *       the read of this one key is known to be current. Nothing is written.
 *   <li>Otherwise the logic runs, and its outcome is written to the key in the same commit: {@link
 *       #recordOf} together with the logic's writes, or {@link #recordOfFailure} alone, since a
 *       failed run writes nothing else.
 * </ol>
 *
 * <p>A run that a conflict discards leaves no record, and neither does a transaction that the
 * service gives up. Immutable; any thread.
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

  /** Returns the key under which the outcome is kept; logic cannot use it. */
  public final Key key() {
    return key;
  }

  /**
   * Returns why the id cannot be used, or null. Called after the outcome was read: if the outcome
   * was dropped before the read, the horizon read here is already above the id, and validation
   * finds everything written or dropped afterwards.
   */
  public final YardmasterException refusal() {
    return horizon.refusalOf(id);
  }

  /**
   * Returns the record for a run that has found no outcome, and whose logic returned.
   *
   * @param result the logic's result
   * @param transactionId the transaction's number in conflict reports
   * @throws YardmasterException {@link ErrorCode#RESULT_NOT_KEPT} if the result cannot be encoded:
   *     the transaction then fails with this error, and nothing is kept
   */
  public abstract byte[] recordOf(Object result, long transactionId);

  /**
   * Returns the record for a run that has found no outcome, and that failed on reads that are
   * current.
   *
   * @param thrown the logic's abort or exception, or the error of one of its requests
   * @param transactionId the transaction's number in conflict reports
   */
  public abstract byte[] recordOfFailure(Throwable thrown, long transactionId);

  /**
   * Returns the answer to a run that has found an outcome. The last three parameters describe that
   * run; only the answer to a status query, which is a transaction itself, contains them.
   *
   * @param record the value that was found
   * @param version the commit version of the value
   * @param transactionId the number of the run's transaction in conflict reports
   * @param restarts how many earlier runs were discarded
   * @param lastConflict the conflict of the last of them, or null
   */
  public abstract Outcome<Object> found(
      byte[] record, long version, long transactionId, int restarts, ConflictReport lastConflict);

  /** Decodes the first outcome; only its result needs the codec. */
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
    } catch (Throwable thrown) { // a procedure's own codec may throw anything
      throw new YardmasterException(
          ErrorCode.DAMAGED, "the codec cannot decode the kept result", thrown, "id", id);
    }
  }
}

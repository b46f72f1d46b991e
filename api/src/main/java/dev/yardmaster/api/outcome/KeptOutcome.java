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
 * The outcome that a transaction's id stands for, which is the value of a key like any other: the
 * transaction reads it, and only where there is none runs its logic, and writes what that came to
 * with its own writes. So it is validated, installed and recovered as all else, and of two
 * transactions with one id the second to commit finds what the first has written.
 *
 * <p>A run takes these steps:
 *
 * <ol>
 *   <li>It reads {@link #key} before any key of the logic's. The key counts neither among the
 *       transaction's keys nor among its bytes.
 *   <li>When the read has come it asks for the {@link #refusal}, and ends with it if there is one.
 *   <li>If the read has found a value, the logic does not run: the answer is what {@link #found}
 *       makes of it, once the read of this one key is known to be current. Nothing is written.
 *   <li>Otherwise the logic runs, and what it came to is written to the key in the same commit:
 *       {@link #recordOf} beside the logic's writes, or {@link #recordOfFailure} alone, since what
 *       failed writes nothing else.
 * </ol>
 *
 * <p>A run that a conflict discards leaves nothing, and neither does a transaction that the service
 * gives up. Immutable, and may be used by any thread.
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

  /** The transaction's id. */
  public final TransactionId id() {
    return id;
  }

  /** The key that the outcome is kept under; logic cannot touch it. */
  public final Key key() {
    return key;
  }

  /**
   * Why the id cannot be used, or null. Asked after the outcome was read: what was forgotten before
   * that was forgotten behind the horizon that is looked at now, and what is written or forgotten
   * afterwards is found by validation.
   */
  public final YardmasterException refusal() {
    return horizon.refusalOf(id);
  }

  /**
   * What to write for a run that has found no outcome, and whose logic returned.
   *
   * @param result what it returned
   * @param transactionId the number that conflict reports name the transaction by
   * @throws YardmasterException {@link ErrorCode#RESULT_NOT_KEPT} if the result cannot be written:
   *     then the transaction fails with that, and nothing of it is kept
   */
  public abstract byte[] recordOf(Object result, long transactionId);

  /**
   * What to write for a run that has found no outcome, and that failed on reads that are current.
   *
   * @param thrown what the logic decided or threw, or the error of what it asked for
   * @param transactionId the number that conflict reports name the transaction by
   */
  public abstract byte[] recordOfFailure(Throwable thrown, long transactionId);

  /**
   * The answer to a run that has found an outcome. The last three parameters are of that run; only
   * a query, which is a transaction of its own, tells them.
   *
   * @param record the value that was found
   * @param version the commit version that wrote it
   * @param transactionId the number that conflict reports name the run's transaction by
   * @param restarts how many earlier runs were discarded
   * @param lastConflict what the last of them met, or null
   */
  public abstract Outcome<Object> found(
      byte[] record, long version, long transactionId, int restarts, ConflictReport lastConflict);

  /** The first outcome, of which only the result needs a codec. */
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
    } catch (Throwable thrown) { // whatever a procedure's own codec may do
      throw new YardmasterException(
          ErrorCode.DAMAGED, "the codec cannot read what was kept", thrown, "id", id);
    }
  }
}

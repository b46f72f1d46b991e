package dev.yardmaster.processor;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.storage.OutcomeHorizon;

/**
 * The outcome that a transaction's id stands for, which is the value of a key like any other: the
 * transaction reads it, and only where there is none runs its logic, and writes what that came to
 * with its own writes. So it is validated, repaired, installed and recovered as all else, and of
 * two transactions with one id the second to commit finds what the first has written.
 *
 * <p>Belongs to the transaction's {@link Work}; its methods are called by whoever runs that.
 */
abstract sealed class KeptOutcome permits LogicOutcome, StatusAnswer {

  private final TransactionId id;
  private final Key key;
  private final OutcomeHorizon horizon;
  private long transactionId;

  KeptOutcome(TransactionId id, OutcomeHorizon horizon) {
    this.id = id;
    this.key = id.outcomeKey();
    this.horizon = horizon;
  }

  final TransactionId id() {
    return id;
  }

  /** Begins a run of the transaction, in a cleared buffer: the outcome is its first key. */
  final void begin(TransactionSlot slot) {
    transactionId = slot.transactionId;
    slot.run.declareOutcome(key);
  }

  /** Who runs, as conflict reports name it. */
  final long transactionId() {
    return transactionId;
  }

  /**
   * Why the id cannot be used, or null. Asked after the outcome was read: what was forgotten before
   * that was forgotten behind the horizon that is looked at now, and what is written or forgotten
   * afterwards is found by validation.
   */
  final YardmasterException refusal() {
    return horizon.refusalOf(id);
  }

  /**
   * Ends a run that has found no outcome: writes what its logic came to, or makes it fail because
   * that cannot be kept.
   */
  abstract void keep(RunBuffer run);

  /**
   * The answer to a run that has found an outcome.
   *
   * @param version the commit version that wrote it
   */
  abstract Outcome<Object> found(
      byte[] value, long version, TransactionSlot slot, ConflictReport lastConflict);

  /** The first outcome, of which only the result needs a codec. */
  final Outcome<Object> first(OutcomeRecord kept, long version, ValueCodec<Object> codec) {
    return switch (kept.kind()) {
      case COMMITTED ->
          new Outcome.Committed<>(
              decode(kept.result(), codec), kept.transactionId(), version, 0, null);
      case ABORTED -> Failures.aborted(kept.reason(), 0, null);
      case REJECTED -> new Outcome.Rejected<>(kept.error());
      case FENCED -> new Outcome.Rejected<>(fenced());
    };
  }

  final YardmasterException fenced() {
    return new YardmasterException(
        ErrorCode.ID_ABORTED, "its status was asked for before it had an outcome", "id", id);
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

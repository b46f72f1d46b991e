package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ProcedureName;

/**
 * Keeps the outcome of a transaction with an id. The kept outcome is that of the first run that
 * commits.
 */
public final class LogicOutcome extends KeptOutcome {

  private final String logic;
  private final ValueCodec<Object> codec;
  private final int maxResultBytes;

  /**
   * Creates the outcome of one submission.
   *
   * @param logic the procedure's name, or {@link ProcedureName#LAMBDA}
   * @param codec encodes the procedure's results
   * @param maxResultBytes the maximum number of bytes of a result
   */
  public LogicOutcome(
      TransactionId id,
      OutcomeHorizon horizon,
      String logic,
      ValueCodec<Object> codec,
      int maxResultBytes) {
    super(id, horizon);
    this.logic = logic;
    this.codec = codec;
    this.maxResultBytes = maxResultBytes;
  }

  @Override
  public byte[] recordOf(Object result, long transactionId) {
    byte[] bytes = ResultBytes.of(codec, result, maxResultBytes, "id", id());
    return OutcomeRecord.committed(transactionId, logic, bytes).encoded();
  }

  @Override
  public byte[] recordOfFailure(Throwable thrown, long transactionId) {
    Outcome<Object> outcome = Failures.outcome(thrown, logic, 0, null);
    OutcomeRecord kept =
        outcome instanceof Outcome.Aborted<Object> aborted
            ? OutcomeRecord.aborted(transactionId, logic, aborted.reason())
            : OutcomeRecord.rejected(transactionId, logic, outcome.error());
    return kept.encoded();
  }

  @Override
  public Outcome<Object> found(
      byte[] record, long version, long transactionId, int restarts, ConflictReport lastConflict) {
    try {
      OutcomeRecord kept = OutcomeRecord.of(record);
      if (kept.kind() != OutcomeRecord.Kind.FENCED && !kept.logic().equals(logic)) {
        return new Outcome.Rejected<>(
            new YardmasterException(
                ErrorCode.BAD_ID,
                "the id belongs to another transaction",
                "id",
                id(),
                "procedure",
                logic,
                "other",
                kept.logic()));
      }
      return first(kept, version, codec);
    } catch (YardmasterException damaged) {
      return new Outcome.Rejected<>(damaged);
    }
  }
}

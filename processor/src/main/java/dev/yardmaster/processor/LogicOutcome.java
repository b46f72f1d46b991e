package dev.yardmaster.processor;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.storage.OutcomeHorizon;

/** The outcome of a transaction whose client gave it an id: what its logic comes to first. */
final class LogicOutcome extends KeptOutcome {

  /** Stands for a lambda, which has no name. */
  static final String LAMBDA = "";

  private final String logic;
  private final ValueCodec<Object> codec;
  private final int maxResultBytes;

  /**
   * An outcome to be found or kept.
   *
   * @param logic the procedure's name, or {@link #LAMBDA}
   */
  LogicOutcome(
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
  void keep(RunBuffer run) {
    if (run.failure != null) {
      run.keep(recordOf(run.failure).encoded());
      return;
    }
    byte[] result;
    try {
      result = ResultBytes.of(codec, run.result, maxResultBytes, "id", id());
    } catch (YardmasterException notKept) {
      run.fail(notKept);
      return;
    }
    run.keep(OutcomeRecord.committed(transactionId(), logic, result).encoded());
  }

  private OutcomeRecord recordOf(Throwable failure) {
    // As the session of a lambda calls it, which has no name.
    String named = logic.equals(LAMBDA) ? failure.getClass().getName() : logic;
    if (failure instanceof RemoteFailure remote) {
      return OutcomeRecord.rejected(transactionId(), logic, remote.error());
    }
    Outcome<Object> outcome = Failures.outcome(failure, named, 0, null);
    return outcome instanceof Outcome.Aborted<Object> aborted
        ? OutcomeRecord.aborted(transactionId(), logic, aborted.reason())
        : OutcomeRecord.rejected(transactionId(), logic, outcome.error());
  }

  @Override
  Outcome<Object> found(
      byte[] value, long version, TransactionSlot slot, ConflictReport lastConflict) {
    try {
      OutcomeRecord kept = OutcomeRecord.of(value);
      if (kept.kind() != OutcomeRecord.Kind.FENCED && !kept.logic().equals(logic)) {
        return new Outcome.Rejected<>(
            new YardmasterException(
                ErrorCode.BAD_ID,
                "the id is that of another transaction",
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

package dev.yardmaster.processor;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.OutcomeHorizon;
import java.util.function.Function;

/** The answer to a query of an id's status; where no outcome is kept it keeps a fence. */
final class StatusAnswer extends KeptOutcome {

  private final Function<String, ValueCodec<Object>> codecs;

  /**
   * An answer to be found or kept.
   *
   * @param codecs how results are kept, by the name of the logic; null if that is not known
   */
  StatusAnswer(
      TransactionId id, OutcomeHorizon horizon, Function<String, ValueCodec<Object>> codecs) {
    super(id, horizon);
    this.codecs = codecs;
  }

  @Override
  void keep(RunBuffer run) {
    run.keep(OutcomeRecord.fenced(transactionId()).encoded());
    run.result = new TransactionStatus(id(), new Outcome.Rejected<>(fenced()));
  }

  @Override
  Outcome<Object> found(
      byte[] value, long version, TransactionSlot slot, ConflictReport lastConflict) {
    Outcome<Object> first;
    try {
      first = first(OutcomeRecord.of(value), version);
    } catch (YardmasterException unreadable) {
      return new Outcome.Rejected<>(unreadable);
    }
    return new Outcome.Committed<>(
        new TransactionStatus(id(), first), slot.transactionId, 0, slot.restarts, lastConflict);
  }

  private Outcome<Object> first(OutcomeRecord kept, long version) {
    ValueCodec<Object> codec = codecs.apply(kept.logic());
    if (codec == null && kept.kind() == OutcomeRecord.Kind.COMMITTED) {
      throw new YardmasterException(
          ErrorCode.UNKNOWN_PROCEDURE,
          "a result can be told only while its procedure is registered",
          "name",
          kept.logic());
    }
    return first(kept, version, codec);
  }
}

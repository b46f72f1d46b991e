package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import java.util.function.Function;

/**
 * Answers a query for the status of an id. If no outcome is kept, the query stores a fence: a
 * record that aborts the id. The query's logic is {@link StatusProcedure}.
 */
public final class StatusAnswer extends KeptOutcome {

  private final Function<String, ValueCodec<Object>> codecs;

  /**
   * Creates the answer to one query.
   *
   * @param codecs returns the codec for the results of the procedure or lambda with the given name;
   *     returns null if no such procedure is known
   */
  public StatusAnswer(
      TransactionId id, OutcomeHorizon horizon, Function<String, ValueCodec<Object>> codecs) {
    super(id, horizon);
    this.codecs = codecs;
  }

  @Override
  public byte[] recordOf(Object result, long transactionId) {
    return fence(transactionId);
  }

  @Override
  public byte[] recordOfFailure(Throwable thrown, long transactionId) {
    return fence(transactionId);
  }

  private static byte[] fence(long transactionId) {
    return OutcomeRecord.fenced(transactionId).encoded();
  }

  @Override
  public Outcome<Object> found(
      byte[] record, long version, long transactionId, int restarts, ConflictReport lastConflict) {
    Outcome<Object> first;
    try {
      first = first(OutcomeRecord.of(record), version);
    } catch (YardmasterException unreadable) {
      return new Outcome.Rejected<>(unreadable);
    }
    return new Outcome.Committed<>(
        new TransactionStatus(id(), first), transactionId, 0, restarts, lastConflict);
  }

  private Outcome<Object> first(OutcomeRecord kept, long version) {
    ValueCodec<Object> codec = codecs.apply(kept.logic());
    if (codec == null && kept.kind() == OutcomeRecord.Kind.COMMITTED) {
      throw Failures.unknownResult(kept.logic());
    }
    return first(kept, version, codec);
  }
}

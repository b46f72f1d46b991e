package dev.yardmaster.client.testing;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The first outcomes of transactions with an id. Under the service's lock. */
final class KeptOutcomes {

  private static final long RETENTION_MS = Duration.ofDays(7).toMillis();
  private static final long MAX_AHEAD_MS = Duration.ofMinutes(5).toMillis();

  /** An outcome as it was kept: a commit's value is bytes. */
  private record Kept(String logic, Outcome<byte[]> outcome) {}

  private final LongSupplier epochMs;
  private final int maxResultBytes;
  private final Map<TransactionId, Kept> outcomes = new HashMap<>();

  KeptOutcomes(LongSupplier epochMs, int maxResultBytes) {
    this.epochMs = epochMs;
    this.maxResultBytes = maxResultBytes;
  }

  /** Why an id cannot be used now; null if it can. */
  YardmasterException refusal(TransactionId id) {
    long ageMs = epochMs.getAsLong() - id.createdMs();
    if (ageMs > RETENTION_MS) {
      return new YardmasterException(
          ErrorCode.EXPIRED_ID, "outcomes are kept for " + RETENTION_MS + " ms", "id", id);
    }
    if (-ageMs > MAX_AHEAD_MS) {
      return new YardmasterException(ErrorCode.BAD_ID, "the id lies in the future", "id", id);
    }
    return null;
  }

  boolean has(TransactionId id) {
    return outcomes.containsKey(id);
  }

  /** The outcome that is kept, as who asks for it reads it. */
  Outcome<Object> of(TransactionId id, String logic, ValueCodec<Object> codec) {
    Kept kept = outcomes.get(id);
    if (kept.logic() != null && !kept.logic().equals(logic)) {
      return new Outcome.Rejected<>(
          new YardmasterException(
              ErrorCode.BAD_ID,
              "the id is another transaction's",
              "id",
              id,
              "logic",
              kept.logic()));
    }
    return read(kept.outcome(), codec);
  }

  /** The outcome that is kept, whoever's it is. */
  Outcome<Object> of(TransactionId id, Function<String, ValueCodec<Object>> codecs) {
    Kept kept = outcomes.get(id);
    return read(kept.outcome(), kept.logic() == null ? null : codecs.apply(kept.logic()));
  }

  private static Outcome<Object> read(Outcome<byte[]> kept, ValueCodec<Object> codec) {
    if (kept instanceof Outcome.Committed<byte[]> commit) {
      Object value;
      try {
        value = codec.decode(commit.value());
      } catch (RuntimeException thrown) {
        throw new YardmasterException(
            ErrorCode.DAMAGED, "the codec cannot read the result that is kept", thrown);
      }
      return new Outcome.Committed<>(
          value, commit.transactionId(), commit.commitVersion(), 0, null);
    }
    return kept instanceof Outcome.Aborted<byte[]> abort
        ? new Outcome.Aborted<>(abort.cause(), abort.reason(), 0, null)
        : new Outcome.Rejected<>(kept.error());
  }

  /**
   * A result as it will be kept.
   *
   * @throws YardmasterException {@link ErrorCode#RESULT_NOT_KEPT} if it cannot be
   */
  byte[] encode(Object result, ValueCodec<Object> codec) {
    byte[] bytes;
    try {
      bytes = codec.encode(result);
    } catch (RuntimeException thrown) {
      throw new YardmasterException(
          ErrorCode.RESULT_NOT_KEPT, "the codec cannot write the result", thrown);
    }
    if (bytes.length > maxResultBytes) {
      throw new YardmasterException(
          ErrorCode.RESULT_NOT_KEPT,
          "a result that is kept has at most " + maxResultBytes + " bytes",
          "length",
          bytes.length);
    }
    return bytes;
  }

  void keepCommit(TransactionId id, String logic, byte[] result, Outcome.Committed<?> commit) {
    outcomes.put(
        id,
        new Kept(
            logic,
            new Outcome.Committed<>(
                result, commit.transactionId(), commit.commitVersion(), 0, null)));
  }

  /** Keeps how a transaction's logic failed, if its logic did. */
  void keepFailure(TransactionId id, String logic, Outcome<?> outcome) {
    if (outcome instanceof Outcome.Aborted<?> abort && abort.cause() == AbortCause.USER) {
      outcomes.put(
          id, new Kept(logic, new Outcome.Aborted<>(abort.cause(), abort.reason(), 0, null)));
    } else if (outcome instanceof Outcome.Rejected<?> rejected
        && rejected.error().code() != ErrorCode.RESULT_NOT_KEPT) {
      outcomes.put(id, new Kept(logic, new Outcome.Rejected<>(rejected.error())));
    }
  }

  /** Makes an id that was not seen definitely aborted. */
  void fence(TransactionId id) {
    outcomes.put(
        id,
        new Kept(
            null,
            new Outcome.Rejected<>(
                new YardmasterException(
                    ErrorCode.ID_ABORTED,
                    "the id was aborted by a query of its status",
                    "id",
                    id))));
  }
}

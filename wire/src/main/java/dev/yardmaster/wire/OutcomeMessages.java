package dev.yardmaster.wire;

import com.google.protobuf.UnsafeByteOperations;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.Aborted;
import dev.yardmaster.wire.schema.Committed;
import dev.yardmaster.wire.schema.Conflict;
import dev.yardmaster.wire.schema.Response;
import java.util.function.Function;

/** Converts outcomes to messages and back. */
public final class OutcomeMessages {

  private static final byte[] NOTHING = {};

  private OutcomeMessages() {}

  /**
   * Converts an outcome to a response.
   *
   * @param value writes the value of a commit to the message
   */
  public static <R> Response of(long requestId, Outcome<R> outcome, ValueWriter<? super R> value) {
    Response.Builder response = Response.newBuilder().setRequestId(requestId);
    if (outcome instanceof Outcome.Committed<R> committed) {
      Committed.Builder message = ofCommit(committed);
      value.write(committed.value(), message);
      response.setCommitted(message);
    } else if (outcome instanceof Outcome.Aborted<R> aborted) {
      response.setAborted(of(aborted));
    } else if (outcome instanceof Outcome.Unknown<R> unknown) {
      response.setUnknown(ErrorMessages.of(unknown.error()));
    } else {
      response.setRejected(ErrorMessages.of(outcome.error()));
    }
    return response.build();
  }

  /** Writes the value of a commit into its message. */
  @FunctionalInterface
  public interface ValueWriter<R> {

    /** Sets the field of the message that contains the result. */
    void write(R value, Committed.Builder message);
  }

  /** Writes an encoded result. */
  public static void writeResult(byte[] result, Committed.Builder message) {
    message.setResult(UnsafeByteOperations.unsafeWrap(result));
  }

  /** Converts a commit to a message, without its value. */
  public static Committed.Builder ofCommit(Outcome.Committed<?> committed) {
    Committed.Builder message =
        Committed.newBuilder()
            .setTransactionId(committed.transactionId())
            .setCommitVersion(committed.commitVersion())
            .setRestarts(committed.restarts());
    if (committed.lastConflict() != null) {
      message.setLastConflict(of(committed.lastConflict()));
    }
    return message;
  }

  /** Converts an abort to a message. */
  public static Aborted of(Outcome.Aborted<?> aborted) {
    Aborted.Builder message =
        Aborted.newBuilder()
            .setCause(aborted.cause().name())
            .setReason(aborted.reason())
            .setRestarts(aborted.restarts());
    if (aborted.lastConflict() != null) {
      message.setLastConflict(of(aborted.lastConflict()));
    }
    return message.build();
  }

  /** Converts a conflict report to a message. */
  public static Conflict of(ConflictReport report) {
    return Conflict.newBuilder()
        .setKey(KeyMessages.of(report.key()))
        .setCause(report.cause().name())
        .setVersionRead(report.versionRead())
        .setVersionFound(report.versionFound())
        .setOtherTransaction(report.otherTransaction())
        .build();
  }

  /**
   * Converts a response to an outcome.
   *
   * @param value reads the value of a commit from the message
   * @throws YardmasterException {@link ErrorCode#BAD_MESSAGE} if the response has no outcome
   */
  public static <R> Outcome<R> read(Response response, Function<Committed, R> value) {
    return switch (response.getBodyCase()) {
      case COMMITTED -> read(response.getCommitted(), value);
      case ABORTED -> read(response.getAborted());
      case REJECTED -> new Outcome.Rejected<>(ErrorMessages.read(response.getRejected()));
      case UNKNOWN -> new Outcome.Unknown<>(ErrorMessages.read(response.getUnknown()));
      default ->
          throw new YardmasterException(
              ErrorCode.BAD_MESSAGE,
              "the answer to a transaction must be an outcome",
              "found",
              response.getBodyCase());
    };
  }

  /** Converts a message to a commit. */
  public static <R> Outcome<R> read(Committed message, Function<Committed, R> value) {
    return new Outcome.Committed<>(
        value.apply(message),
        message.getTransactionId(),
        message.getCommitVersion(),
        message.getRestarts(),
        message.hasLastConflict() ? read(message.getLastConflict()) : null);
  }

  /** Converts a message to an abort. Throws {@link ErrorCode#BAD_MESSAGE} for an unknown cause. */
  public static <R> Outcome<R> read(Aborted message) {
    return new Outcome.Aborted<>(
        cause(message.getCause()),
        message.getReason(),
        message.getRestarts(),
        message.hasLastConflict() ? read(message.getLastConflict()) : null);
  }

  /** Converts a message to a conflict report. */
  public static ConflictReport read(Conflict message) {
    return new ConflictReport(
        KeyMessages.read(message.getKey()),
        cause(message.getCause()),
        message.getVersionRead(),
        message.getVersionFound(),
        message.getOtherTransaction());
  }

  private static AbortCause cause(String name) {
    for (AbortCause cause : AbortCause.values()) {
      if (cause.name().equals(name)) {
        return cause;
      }
    }
    throw new YardmasterException(
        ErrorCode.BAD_MESSAGE, "unknown cause of an abort", "cause", name);
  }

  /** Returns the bytes of a commit's result. */
  public static byte[] result(Committed message) {
    return message.getResult().isEmpty() ? NOTHING : ReceivedBytes.of(message.getResult());
  }
}

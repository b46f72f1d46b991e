package dev.yardmaster.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TraceContext;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Priority;
import dev.yardmaster.wire.schema.Request;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Converts transactions' options and ids to messages and back. */
public final class OptionMessages {

  private static final int ID_BYTES = 16;
  private static final TransactionOptions DEFAULTS = TransactionOptions.defaults();
  private static final long DEFAULT_TIMEOUT_MS = DEFAULTS.timeout().toMillis();

  private OptionMessages() {}

  /**
   * Converts options to a message.
   *
   * @param leftMs the remaining time until the timeout, in ms, 1 or more
   */
  public static Options of(TransactionOptions options, long leftMs) {
    if (leftMs == DEFAULT_TIMEOUT_MS && options.equals(DEFAULTS)) {
      return Options.getDefaultInstance();
    }
    Options.Builder message = Options.newBuilder();
    if (leftMs != DEFAULT_TIMEOUT_MS) {
      message.setTimeoutMs((int) leftMs);
    }
    if (options.maxAttempts() != DEFAULTS.maxAttempts()) {
      message.setMaxAttempts(options.maxAttempts());
    }
    if (options.weight() != DEFAULTS.weight()) {
      message.setWeight(options.weight());
    }
    if (options.id() != null) {
      message.setId(ofId(options.id()));
    }
    switch (options.priority()) {
      case HIGH -> message.setPriority(Priority.PRIORITY_HIGH);
      case BATCH -> message.setPriority(Priority.PRIORITY_BATCH);
      case NORMAL -> {}
    }
    TraceContext trace = options.trace();
    if (trace != null) {
      message.setTraceparent(trace.traceparent()).setTracestate(trace.tracestate());
    }
    return message.build();
  }

  /**
   * Converts a message to options.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} or {@link ErrorCode#BAD_ID} if a value
   *     is out of range
   */
  public static TransactionOptions read(Options message) {
    if (message.getSerializedSize() == 0) {
      return DEFAULTS;
    }
    return new TransactionOptions(
        message.hasTimeoutMs()
            ? Duration.ofMillis(Integer.toUnsignedLong(message.getTimeoutMs()))
            : DEFAULTS.timeout(),
        message.hasMaxAttempts() ? message.getMaxAttempts() : DEFAULTS.maxAttempts(),
        message.hasWeight() ? message.getWeight() : DEFAULTS.weight(),
        priority(message.getPriority()),
        message.getId().isEmpty() ? null : readId(message.getId()),
        trace(message.getTraceparent(), message.getTracestate()));
  }

  private static TraceContext trace(String traceparent, String tracestate) {
    return traceparent.isEmpty() ? null : new TraceContext(traceparent, tracestate);
  }

  /** Adds a position in a trace to a request that has no options. Null changes nothing. */
  public static Request.Builder traced(Request.Builder request, TraceContext trace) {
    return trace == null
        ? request
        : request.setTraceparent(trace.traceparent()).setTracestate(trace.tracestate());
  }

  /**
   * Returns the position in a trace from a request that has no options; null if the request
   * contains no position.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a header is not valid
   */
  public static TraceContext trace(Request request) {
    return trace(request.getTraceparent(), request.getTracestate());
  }

  private static dev.yardmaster.api.Priority priority(Priority message) {
    return switch (message) {
      case PRIORITY_HIGH -> dev.yardmaster.api.Priority.HIGH;
      case PRIORITY_NORMAL -> dev.yardmaster.api.Priority.NORMAL;
      case PRIORITY_BATCH -> dev.yardmaster.api.Priority.BATCH;
      case UNRECOGNIZED ->
          throw new YardmasterException(
              ErrorCode.BAD_CONFIG, "a priority is normal, high or batch", "priority", "unknown");
    };
  }

  /** Encodes an id: the creation time in 6 bytes, then the random bits. */
  public static ByteString ofId(TransactionId id) {
    byte[] bytes =
        ByteBuffer.allocate(ID_BYTES)
            .putLong((id.createdMs() << Short.SIZE) | id.randomHigh())
            .putLong(id.randomLow())
            .array();
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  /**
   * Decodes an id.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_ID} if the bytes are not an id
   */
  public static TransactionId readId(ByteString message) {
    if (message.size() != ID_BYTES) {
      throw new YardmasterException(
          ErrorCode.BAD_ID, "an id has " + ID_BYTES + " bytes", "length", message.size());
    }
    ByteBuffer bytes = message.asReadOnlyByteBuffer();
    long high = bytes.getLong();
    return new TransactionId(high >>> Short.SIZE, (int) high & 0xFFFF, bytes.getLong());
  }
}

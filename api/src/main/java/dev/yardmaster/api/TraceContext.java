package dev.yardmaster.api;

import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The position of a transaction in a distributed trace: the two headers of the W3C recommendation
 * "Trace Context" (level 1). A service that sends a transaction to another process sends the
 * context with the transaction, so that the spans of both processes belong to one trace.
 *
 * @param traceparent the version, the trace's id, the parent span's id and the flags, such as
 *     {@code 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01} (section 3.2)
 * @param tracestate the data that tracing systems add, 0 to 512 printable ASCII characters (section
 *     3.3)
 */
public record TraceContext(String traceparent, String tracestate) {

  /** The maximum length of {@link #tracestate}, in characters. */
  public static final int MAX_TRACESTATE = 512;

  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
  private static final Pattern TRACESTATE =
      Pattern.compile("[\\x20-\\x7e]{0," + MAX_TRACESTATE + "}");

  /**
   * Checks both headers.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a header is not valid
   */
  public TraceContext {
    Objects.requireNonNull(traceparent, "traceparent");
    Objects.requireNonNull(tracestate, "tracestate");
    if (!TRACEPARENT.matcher(traceparent).matches()) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "a traceparent has the form 00-TRACE-PARENT-FLAGS in 2, 32, 16 and 2 lower-case"
              + " hexadecimal digits, and its ids are not 0",
          "traceparent",
          traceparent);
    }
    if (!TRACESTATE.matcher(tracestate).matches()) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "a tracestate has at most " + MAX_TRACESTATE + " printable ASCII characters",
          "tracestate",
          tracestate);
    }
  }

  /**
   * Returns the context of headers that come from another system; null if there is no valid {@code
   * traceparent}. A {@code tracestate} that is missing or not valid becomes empty, as the
   * recommendation demands (section 3.3.1).
   */
  public static @Nullable TraceContext ofHeaders(
      @Nullable String traceparent, @Nullable String tracestate) {
    if (traceparent == null || !TRACEPARENT.matcher(traceparent).matches()) {
      return null;
    }
    if (tracestate == null || !TRACESTATE.matcher(tracestate).matches()) {
      return new TraceContext(traceparent, "");
    }
    return new TraceContext(traceparent, tracestate);
  }
}

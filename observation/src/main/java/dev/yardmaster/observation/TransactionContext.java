package dev.yardmaster.observation;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TraceContext;
import dev.yardmaster.api.TransactionOptions;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The data of an observation about its transaction. A {@link TransactionObservationConvention}
 * converts the data to names and tags. The thread that submits the transaction and the thread that
 * completes it use the object one after the other.
 */
public final class TransactionContext extends SenderContext<Map<String, String>> {

  private final String operation;
  private final @Nullable String procedure;
  private final TransactionOptions options;
  private @Nullable Outcome<?> outcome;

  TransactionContext(String operation, @Nullable String procedure, TransactionOptions options) {
    super(
        (headers, name, value) ->
            Objects.requireNonNull(headers).put(name.toLowerCase(Locale.ROOT), value),
        Kind.CLIENT);
    this.operation = operation;
    this.procedure = procedure;
    this.options = options;
    setCarrier(new HashMap<>());
    setRemoteServiceName("yardmaster");
  }

  /**
   * Returns the kind of the transaction: {@code logic} for a lambda, {@code call} for a procedure,
   * {@code one-shot}, {@code snapshot}, or {@code status} for a query of an outcome.
   */
  public String operation() {
    return operation;
  }

  /** Returns the name of the procedure; null if the transaction is not a procedure. */
  public @Nullable String procedure() {
    return procedure;
  }

  /** Returns the options with which the caller submitted the transaction. */
  public TransactionOptions options() {
    return options;
  }

  /** Returns the outcome; null while the transaction is in progress. */
  public @Nullable Outcome<?> outcome() {
    return outcome;
  }

  void outcome(Outcome<?> ended) {
    outcome = ended;
  }

  /**
   * Returns the options that are passed to the service: the caller's options and, if the
   * observation belongs to a trace, the position of the observation in the trace.
   */
  TransactionOptions sentOptions() {
    Map<String, String> headers = Objects.requireNonNull(getCarrier());
    TraceContext trace =
        TraceContext.ofHeaders(headers.get("traceparent"), headers.get("tracestate"));
    return trace == null ? options : options.withTrace(trace);
  }
}

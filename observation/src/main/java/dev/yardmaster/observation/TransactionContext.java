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
 * What an observation knows about its transaction. An {@link TransactionObservationConvention}
 * turns it into names and tags. The threads that submit and complete the transaction use it one
 * after the other.
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

  /** Returns the name of the procedure; null for other transactions. */
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
   * Returns the options that the service gets: those of the caller, and the position of the
   * observation in its trace, if there is a trace.
   */
  TransactionOptions sentOptions() {
    Map<String, String> headers = Objects.requireNonNull(getCarrier());
    TraceContext trace =
        TraceContext.ofHeaders(headers.get("traceparent"), headers.get("tracestate"));
    return trace == null ? options : options.withTrace(trace);
  }
}

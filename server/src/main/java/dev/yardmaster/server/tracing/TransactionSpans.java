package dev.yardmaster.server.tracing;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TraceContext;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.service.scope.LogicScope;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates a span for each transaction of a client, from the arrival of its request to its outcome.
 * The span's parent is the {@link TraceContext} that the client sent. Where OpenTelemetry's
 * semantic conventions for database clients define an attribute, the span uses its name. This class
 * is thread-safe.
 */
public final class TransactionSpans {

  /** Creates no spans. */
  public static final TransactionSpans NONE = new TransactionSpans(null);

  private static final Logger LOG = LoggerFactory.getLogger(TransactionSpans.class);

  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
  private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("db.operation.name");
  private static final AttributeKey<String> PROCEDURE =
      AttributeKey.stringKey("db.stored_procedure.name");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("yardmaster.outcome");
  private static final AttributeKey<Long> VERSION =
      AttributeKey.longKey("yardmaster.commit_version");
  private static final AttributeKey<Long> RESTARTS = AttributeKey.longKey("yardmaster.restarts");

  /** Null if no spans are created. */
  private final Tracer tracer;

  private TransactionSpans(Tracer tracer) {
    this.tracer = tracer;
  }

  /** Returns spans that use this OpenTelemetry instance. */
  public static TransactionSpans of(OpenTelemetry telemetry) {
    return new TransactionSpans(telemetry.getTracer("dev.yardmaster.server"));
  }

  /**
   * Returns the spans of the process's global OpenTelemetry instance; {@link #NONE} if the process
   * has set no such instance.
   */
  public static TransactionSpans ofProcess() {
    return GlobalOpenTelemetry.isSet() ? of(GlobalOpenTelemetry.get()) : NONE;
  }

  /**
   * Starts the span of a transaction.
   *
   * @param operation the kind of the request, such as {@code one-shot}
   * @param procedure the called procedure, or null
   */
  public Span start(String operation, String procedure, TransactionOptions options) {
    if (tracer == null) {
      return Span.getInvalid();
    }
    try {
      return started(operation, procedure, options);
    } catch (RuntimeException thrown) {
      LOG.warn("a span could not be started", thrown);
      return Span.getInvalid();
    }
  }

  private Span started(String operation, String procedure, TransactionOptions options) {
    SpanBuilder span =
        tracer
            .spanBuilder(procedure == null ? operation : operation + " " + procedure)
            .setSpanKind(SpanKind.SERVER)
            .setParent(parent(options.trace()))
            .setAttribute(SYSTEM, "yardmaster")
            .setAttribute(OPERATION, operation);
    if (procedure != null) {
      span.setAttribute(PROCEDURE, procedure);
    }
    return span.startSpan();
  }

  private static Context parent(TraceContext trace) {
    return trace == null
        ? Context.root()
        : W3CTraceContextPropagator.getInstance()
            .extract(Context.root(), trace, TransactionSpans::header);
  }

  /**
   * Submits a transaction, with a span that ends with the outcome, or when the submission is
   * refused.
   *
   * @param submission gets the scope in which the span is current; null if there is no span
   */
  public <R> CompletionStage<Outcome<R>> trace(
      String operation,
      String procedure,
      TransactionOptions options,
      Function<LogicScope, CompletionStage<Outcome<R>>> submission) {
    if (tracer == null) {
      return submission.apply(null);
    }
    Span span = start(operation, procedure, options);
    CompletionStage<Outcome<R>> submitted;
    try {
      submitted = submission.apply(scopeOf(span));
    } catch (YardmasterException error) {
      end(span, new Outcome.Rejected<>(error));
      throw error;
    }
    return submitted.thenApply(
        outcome -> {
          end(span, outcome);
          return outcome;
        });
  }

  /**
   * Makes a span current on the threads that run a procedure. Spans that the procedure creates are
   * then children of this span.
   */
  @SuppressWarnings("MustBeClosedChecker") // Whoever runs the procedure closes the scope.
  private static LogicScope scopeOf(Span span) {
    Context context = Context.root().with(span);
    return () -> {
      try {
        Scope current = context.makeCurrent();
        return () -> safely(current::close);
      } catch (RuntimeException thrown) {
        LOG.warn("a span could not be made current", thrown);
        return () -> {};
      }
    };
  }

  /** Records that an interactive transaction runs again because of a conflict. */
  public static void restart(Span span) {
    safely(() -> span.addEvent("restart"));
  }

  /** Ends the span of a transaction or snapshot that its client has given up or closed. */
  public static void abandoned(Span span) {
    safely(
        () -> {
          span.setAttribute(OUTCOME, "abandoned");
          span.end();
        });
  }

  /** Ends the span of a transaction. */
  public static void end(Span span, Outcome<?> outcome) {
    safely(() -> endWith(span, outcome));
  }

  /**
   * Ignores exceptions, because a failure of the tracing system must not prevent the answer to a
   * client.
   */
  private static void safely(Runnable change) {
    try {
      change.run();
    } catch (RuntimeException thrown) {
      LOG.warn("a span could not be changed", thrown);
    }
  }

  private static void endWith(Span span, Outcome<?> outcome) {
    if (outcome instanceof Outcome.Committed<?> committed) {
      span.setAttribute(OUTCOME, "committed");
      span.setAttribute(VERSION, committed.commitVersion());
      span.setAttribute(RESTARTS, (long) committed.restarts());
    } else if (outcome instanceof Outcome.Aborted<?> aborted) {
      span.setAttribute(OUTCOME, "aborted");
      span.setAttribute(RESTARTS, (long) aborted.restarts());
      if (aborted.cause() != AbortCause.USER) {
        fail(span, aborted.cause().name());
      }
    } else {
      ErrorCode code = outcome.error().code();
      span.setAttribute(OUTCOME, outcome instanceof Outcome.Unknown ? "unknown" : "rejected");
      fail(span, code.name());
    }
    span.end();
  }

  private static void fail(Span span, String type) {
    span.setAttribute(ERROR, type);
    span.setStatus(StatusCode.ERROR);
  }

  /** Returns a header of a trace's context, for the propagator. */
  private static String header(TraceContext trace, String name) {
    return switch (name) {
      case "traceparent" -> trace.traceparent();
      case "tracestate" -> trace.tracestate();
      default -> null;
    };
  }
}

package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.observation.ObservedTransactionService;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.tracing.TransactionSpans;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a trace of a client continues at the server. */
@Timeout(60)
class TraceTest {

  private static final Key KEY = Key.of("accounts", 1);

  private static final Procedure<Long, Long> DEPOSIT =
      new Procedure<>() {
        @Override
        public String name() {
          return "deposit";
        }

        @Override
        public void declare(Long amount, KeyDeclaration keys) {
          keys.update(KEY);
        }

        @Override
        public Long execute(Long amount, Transaction transaction) {
          transaction.putLong(KEY, transaction.getLong(KEY) + amount);
          return transaction.getLong(KEY);
        }
      };

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
          .build();
  private final ObservationRegistry registry = observationsIn(telemetry);
  private final LoopbackServer server =
      new LoopbackServer(Pipeline.start(PipelineConfig.builder().build()));
  private final YardmasterClient client = connect();
  private final TransactionService observed = ObservedTransactionService.observe(client, registry);

  private YardmasterClient connect() {
    server.pipeline().register(DEPOSIT);
    return connectTo(telemetry);
  }

  /** Connects observations to the traces of an OpenTelemetry, as Spring Boot does. */
  private static ObservationRegistry observationsIn(OpenTelemetrySdk telemetry) {
    var tracer =
        new OtelTracer(telemetry.getTracer("test"), new OtelCurrentTraceContext(), event -> {});
    var propagator = new OtelPropagator(telemetry.getPropagators(), telemetry.getTracer("test"));
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        .observationHandler(
            new io.micrometer.observation.ObservationHandler
                .FirstMatchingCompositeObservationHandler(
                new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                new DefaultTracingObservationHandler(tracer)));
    return registry;
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
    telemetry.close();
  }

  /** Returns the ended spans of this kind, in the order of their ends. */
  private List<SpanData> ended(SpanKind kind) {
    return spans.getFinishedSpanItems().stream().filter(span -> span.getKind() == kind).toList();
  }

  private SpanData last(SpanKind kind) {
    List<SpanData> all = ended(kind);
    return all.get(all.size() - 1);
  }

  private static String text(SpanData span, String attribute) {
    return span.getAttributes().get(AttributeKey.stringKey(attribute));
  }

  @Test
  void aTraceContinuesAtTheServer() {
    Observation request = Observation.start("request", registry);
    request.scoped(() -> observed.call(DEPOSIT, 5L));
    request.stop();
    SpanData atServer = last(SpanKind.SERVER);
    SpanData atClient = last(SpanKind.CLIENT);
    assertEquals("call deposit", atServer.getName());
    assertEquals(atClient.getSpanId(), atServer.getParentSpanId());
    assertEquals(atClient.getTraceId(), atServer.getTraceId());
    assertEquals(last(SpanKind.INTERNAL).getSpanId(), atClient.getParentSpanId());
    assertEquals("yardmaster", text(atServer, "db.system.name"));
    assertEquals("call", text(atServer, "db.operation.name"));
    assertEquals("deposit", text(atServer, "db.stored_procedure.name"));
    assertEquals("committed", text(atServer, "yardmaster.outcome"));
    assertEquals(
        1, atServer.getAttributes().get(AttributeKey.longKey("yardmaster.commit_version")));
  }

  @Test
  void eachKindOfTransactionHasASpan() {
    observed.call(OneShot.builder().read(KEY).build());
    assertEquals("one-shot", last(SpanKind.SERVER).getName());
    observed.execute(transaction -> transaction.getLong(KEY));
    SpanData interactive = last(SpanKind.SERVER);
    assertEquals("interactive", interactive.getName());
    assertEquals(last(SpanKind.CLIENT).getTraceId(), interactive.getTraceId());
    client.call(DEPOSIT, 1L);
    SpanData root = last(SpanKind.SERVER);
    assertFalse(root.getParentSpanContext().isValid(), "the client sent no trace");
    client.readOnly().close();
    client.call(DEPOSIT, 1L); // The answer to a later request of the connection.
    SpanData snapshot =
        ended(SpanKind.SERVER).stream()
            .filter(span -> span.getName().equals("snapshot"))
            .findFirst()
            .orElseThrow();
    assertEquals(StatusData.unset(), snapshot.getStatus(), "a closed snapshot is no error");
    assertEquals("abandoned", text(snapshot, "yardmaster.outcome"));
  }

  @Test
  void aConflictAndAnErrorAreVisible() {
    observed.execute(
        transaction -> {
          long balance = transaction.getLong(KEY);
          if (balance == 0) {
            client.call(DEPOSIT, 1L); // Makes the first run stale.
          }
          transaction.putLong(KEY, balance + 1);
          return null;
        });
    SpanData interactive = last(SpanKind.SERVER);
    assertEquals(
        List.of("restart"), interactive.getEvents().stream().map(EventData::getName).toList());
    assertEquals(1, interactive.getAttributes().get(AttributeKey.longKey("yardmaster.restarts")));
    observed.call(OneShot.builder().requireAbsent(KEY).build(), TransactionOptions.defaults());
    assertEquals(StatusData.unset(), last(SpanKind.SERVER).getStatus(), "a condition is no error");
    assertEquals("aborted", text(last(SpanKind.SERVER), "yardmaster.outcome"));
    assertThrows(
        YardmasterException.class,
        () -> observed.submit("transfer", 1L).toCompletableFuture().join().valueOrThrow());
    assertEquals(StatusData.error(), last(SpanKind.SERVER).getStatus());
    assertEquals("UNKNOWN_PROCEDURE", text(last(SpanKind.SERVER), "error.type"));
  }

  /** Starts a span of its own in each of its methods. */
  private final Procedure<Long, Long> audited =
      new Procedure<>() {
        @Override
        public String name() {
          return "audited";
        }

        private void audit(String what) {
          telemetry.getTracer("test").spanBuilder(what).startSpan().end();
        }

        @Override
        public void declare(Long argument, KeyDeclaration keys) {
          audit("declare");
          keys.read(KEY);
        }

        @Override
        public void declareNext(Long argument, Reads soFar, KeyDeclaration keys) {
          audit("next");
        }

        @Override
        public Long execute(Long argument, Transaction transaction) {
          audit("execute");
          return argument;
        }
      };

  @Test
  void spansOfAProcedureAreChildrenOfItsTransaction() {
    server.pipeline().register(audited);
    client.register(audited);
    assertEquals(3L, observed.call(audited, 3L));
    assertEquals(4L, server.pipeline().call(audited, 4L), "a call in the process");
    SpanData transaction = last(SpanKind.SERVER);
    List<SpanData> inside =
        ended(SpanKind.INTERNAL).stream()
            .filter(span -> span.getParentSpanId().equals(transaction.getSpanId()))
            .toList();
    assertEquals(
        List.of("declare", "next", "execute"), inside.stream().map(SpanData::getName).toList());
    assertEquals(
        3,
        ended(SpanKind.INTERNAL).stream()
            .filter(span -> !span.getParentSpanContext().isValid())
            .count(),
        "the scope has ended with each method");
    TransactionSpans.NONE.trace(
        "call",
        "audited",
        TransactionOptions.defaults(),
        scope -> {
          assertNull(scope, "without spans there is no scope");
          return CompletableFuture.completedFuture(new Outcome.Committed<>(1, 0, 0, 0, null));
        });
  }

  @Test
  void snapshotsQueriesAndCallsByNameContinueTheTrace() {
    observed.submit("deposit", 2L).toCompletableFuture().join().valueOrThrow();
    observed
        .status(TransactionIds.ofThisMachine().next())
        .toCompletableFuture()
        .join()
        .valueOrThrow();
    observed.readOnly().close();
    client.call(OneShot.builder().read(KEY).build()); // A later request of the connection.
    client.close(); // Every observation of an ended transaction has ended then.
    assertContinued("call deposit");
    assertContinued("status");
    assertContinued("snapshot");
  }

  private void assertContinued(String name) {
    SpanData atServer = only(SpanKind.SERVER, name);
    SpanData atClient = only(SpanKind.CLIENT, name);
    assertEquals(atClient.getSpanId(), atServer.getParentSpanId(), name);
    assertEquals(atClient.getTraceId(), atServer.getTraceId(), name);
  }

  private SpanData only(SpanKind kind, String name) {
    List<SpanData> named =
        ended(kind).stream().filter(span -> span.getName().equals(name)).toList();
    assertEquals(1, named.size(), kind + " " + name);
    return named.get(0);
  }

  /** A processor of spans that throws when a span starts or ends. */
  private record ThrowingProcessor(boolean atTheStart) implements SpanProcessor {
    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
      if (atTheStart) {
        throw new IllegalStateException("start");
      }
    }

    @Override
    public boolean isStartRequired() {
      return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
      throw new IllegalStateException("end");
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTracingSystemThatThrowsKeepsNoAnswerBack(boolean atTheStart) {
    try (OpenTelemetrySdk broken =
            OpenTelemetrySdk.builder()
                .setTracerProvider(
                    SdkTracerProvider.builder()
                        .addSpanProcessor(new ThrowingProcessor(atTheStart))
                        .build())
                .build();
        YardmasterClient other = connectTo(broken)) {
      assertEquals(1L, other.call(DEPOSIT, 1L));
      long read = other.execute(transaction -> transaction.getLong(KEY));
      assertEquals(1, read);
    }
  }

  private YardmasterClient connectTo(OpenTelemetrySdk traced) {
    server.connections().traceWith(TransactionSpans.of(traced));
    YardmasterClient connected = YardmasterClient.connect(server.client().build());
    connected.register(DEPOSIT);
    return connected;
  }

  @Test
  void withoutOpenTelemetryTheServerCreatesNoSpans() {
    assertEquals(TransactionSpans.NONE, TransactionSpans.ofProcess());
  }
}

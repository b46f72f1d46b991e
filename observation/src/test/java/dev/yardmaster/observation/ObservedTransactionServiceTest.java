package dev.yardmaster.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ObservedTransactionServiceTest {

  private static final Key KEY = Key.of("counters", 1);

  /** Adds the argument to a counter; a negative argument aborts. */
  private static final Procedure<Long, Long> ADD =
      new Procedure<>() {
        @Override
        public String name() {
          return "add";
        }

        @Override
        public void declare(Long argument, KeyDeclaration keys) {
          keys.update(KEY);
        }

        @Override
        public Long execute(Long argument, Transaction transaction) {
          if (argument < 0) {
            throw transaction.abort("negative");
          }
          transaction.putLong(KEY, transaction.getLong(KEY) + argument);
          return transaction.getLong(KEY);
        }
      };

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final ObservationRegistry registry = ObservationRegistry.create();
  private final List<Observation.Context> stopped = new ArrayList<>();
  private final TransactionService service =
      ObservedTransactionService.observe(
          Pipeline.start(PipelineConfig.builder().build()), registry);

  ObservedTransactionServiceTest() {
    service.register(ADD);
    registry
        .observationConfig()
        .observationHandler(new DefaultMeterObservationHandler(meters))
        .observationHandler(new Stopped());
  }

  @Test
  void aServiceIsObservedOnceByARegistry() {
    assertSame(service, ObservedTransactionService.observe(service, registry));
    assertNotSame(
        service, ObservedTransactionService.observe(service, ObservationRegistry.create()));
  }

  /** Keeps the contexts of ended observations, in the order in which the observations ended. */
  private final class Stopped implements ObservationHandler<Observation.Context> {
    @Override
    public void onStop(Observation.Context context) {
      synchronized (stopped) {
        stopped.add(context);
      }
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  @AfterEach
  void close() {
    service.close();
  }

  private Observation.Context last() {
    synchronized (stopped) {
      return stopped.get(stopped.size() - 1);
    }
  }

  private Set<String> timers() {
    Set<String> lines = new TreeSet<>();
    meters
        .find(TransactionObservationConvention.NAME)
        .timers()
        .forEach(
            timer ->
                lines.add(
                    "%s %s %s %d"
                        .formatted(
                            timer.getId().getTag("operation"),
                            timer.getId().getTag("procedure"),
                            timer.getId().getTag("outcome"),
                            timer.count())));
    return lines;
  }

  @Test
  void timersCountTransactionsByOperationProcedureAndOutcome() {
    service.call(ADD, 1L);
    service.call(ADD, 2L);
    service.call(ADD, -1L, TransactionOptions.defaults());
    service.execute(transaction -> transaction.getLong(KEY));
    service.call(OneShot.builder().requireAbsent(KEY).build(), TransactionOptions.defaults());
    service.submit(ADD, 3L).toCompletableFuture().join();
    service.close(); // Every observation of an ended transaction has ended then.
    assertEquals(
        Set.of(
            "call add committed 3",
            "call add aborted 1",
            "logic none committed 1",
            "one-shot none aborted 1"),
        timers());
    Timer calls = meters.find("yardmaster.transaction").tag("outcome", "committed").timer();
    assertTrue(calls.totalTime(java.util.concurrent.TimeUnit.NANOSECONDS) > 0);
  }

  @Test
  void anObservationHasTheTransactionsFigures() {
    TransactionOptions options =
        TransactionOptions.defaults().withId(TransactionIds.ofThisMachine().next());
    service.call(ADD, 5L, options);
    Observation.Context context = last();
    assertEquals("call add", context.getContextualName());
    assertNull(context.getError());
    KeyValues high = context.getHighCardinalityKeyValues();
    assertEquals(
        KeyValues.of(
            "commit.version", "1", "restarts", "0", "transaction.id", options.id().toString()),
        high);
    service.call(ADD, -5L, TransactionOptions.defaults());
    assertNull(last().getError(), "the logic's own decision is no error");
    assertEquals(
        KeyValues.of("cause", "USER", "restarts", "0"), last().getHighCardinalityKeyValues());
  }

  @Test
  void anErrorIsAnError() {
    service.submit("no such procedure", 1L).toCompletableFuture().join();
    YardmasterException error = (YardmasterException) last().getError();
    assertEquals("unknown", last().getLowCardinalityKeyValue("procedure").getValue());
    assertEquals("rejected", last().getLowCardinalityKeyValue("outcome").getValue());
    assertTrue(error.getMessage().contains("no such procedure"), error.getMessage());
    service.close();
    assertThrows(YardmasterException.class, () -> service.call(ADD, 1L));
    assertEquals("rejected", last().getLowCardinalityKeyValue("outcome").getValue());
    Error thrown = new AssertionError("logic");
    assertThrows(
        Error.class,
        () ->
            ObservedTransactionService.observe(new Throwing(thrown), registry)
                .execute(transaction -> 1));
    assertEquals(thrown, last().getError());
  }

  @Test
  void aHandlerThatThrowsAtTheEndDoesNotHideTheOutcome() {
    registry
        .observationConfig()
        .observationHandler(
            new ObservationHandler<Observation.Context>() {
              @Override
              public void onScopeClosed(Observation.Context context) {
                throw new IllegalStateException("scope");
              }

              @Override
              public void onStop(Observation.Context context) {
                throw new IllegalStateException("stop");
              }

              @Override
              public boolean supportsContext(Observation.Context context) {
                return true;
              }
            });
    assertEquals(2L, service.call(ADD, 2L));
    assertEquals(5L, service.submit(ADD, 3L).toCompletableFuture().join().valueOrThrow());
    Error thrown = new AssertionError("logic");
    assertEquals(
        thrown,
        assertThrows(
            Error.class,
            () ->
                ObservedTransactionService.observe(new Throwing(thrown), registry)
                    .execute(transaction -> 1)));
  }

  @Test
  void logicRunsInsideItsObservation() {
    Observation request = Observation.start("request", registry);
    List<Observation> current = new ArrayList<>();
    request.scoped(
        () -> {
          service.execute(transaction -> current.add(registry.getCurrentObservation()));
          service.call(ADD, 1L);
        });
    assertEquals(2, stopped.size());
    assertEquals(stopped.get(0), current.get(0).getContext());
    for (Observation.Context context : stopped) {
      assertEquals(request.getContext(), context.getParentObservation().getContextView());
    }
    assertNull(registry.getCurrentObservation());
  }

  @Test
  void aSnapshotIsObservedUntilItIsClosed() {
    service.call(ADD, 1L);
    Snapshot snapshot = service.readOnly();
    assertEquals(1, snapshot.getLong(KEY));
    assertEquals("call add", last().getContextualName(), "the snapshot has not ended");
    snapshot.close();
    snapshot.close();
    assertEquals(2, stopped.size());
    assertEquals("snapshot", last().getContextualName());
    assertEquals(
        KeyValues.of("commit.version", "1", "restarts", "0"), last().getHighCardinalityKeyValues());
    service.close();
    assertThrows(YardmasterException.class, service::readOnly);
    assertEquals("rejected", last().getLowCardinalityKeyValue("outcome").getValue());
  }

  @Test
  void aQueryOfAStatusIsObserved() {
    TransactionId id = TransactionIds.ofThisMachine().next();
    service.status(id).toCompletableFuture().join().valueOrThrow();
    service.close(); // Every observation of an ended transaction has ended then.
    assertEquals("status", last().getContextualName());
    assertEquals(id.toString(), last().getHighCardinalityKeyValue("transaction.id").getValue());
  }

  @Test
  void aConventionOfTheProgramReplacesTheNames() {
    registry
        .observationConfig()
        .observationConvention(
            new TransactionObservationConvention() {
              @Override
              public String getName() {
                return "bank.transaction";
              }
            });
    service.call(ADD, 1L);
    assertEquals(1, meters.find("bank.transaction").timer().count());
  }

  @Test
  void withoutHandlersNothingIsObserved() {
    TransactionService plain =
        ObservedTransactionService.observe(service, ObservationRegistry.NOOP);
    assertEquals(4L, plain.call(ADD, 4L));
    assertEquals(1, stopped.size(), "only the inner service observes");
    assertTrue(plain.readOnly().contains(KEY));
  }
}

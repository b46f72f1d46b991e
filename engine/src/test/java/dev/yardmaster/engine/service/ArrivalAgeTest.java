package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.protocol.RecordedAges;
import dev.yardmaster.engine.service.calls.EngineProcedure;
import dev.yardmaster.engine.service.calls.QueuedProcedure;
import dev.yardmaster.engine.service.calls.WaitingCalls;
import dev.yardmaster.engine.service.calls.WorkerLoop;
import dev.yardmaster.engine.service.commit.Acknowledger;
import dev.yardmaster.engine.service.commit.CommitSequencer;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.service.session.InteractiveSessions;
import dev.yardmaster.engine.service.typed.TypedTables;
import dev.yardmaster.engine.service.worker.ServiceWorkers;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.InteractiveSession;
import dev.yardmaster.service.TransactionLimits;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the age of a transaction counts from the arrival of its request, however long the
 * request waits for a worker.
 */
class ArrivalAgeTest {

  static final long UNIT_NS = 16;
  private static final TransactionLimits LIMITS = new TransactionLimits(10, 100, 1_000, 3);

  private final EngineConfig config =
      EngineConfig.builder().protocol(protocol()).workers(1).interactive(1).build();
  private final RecordedAges ages = new RecordedAges(protocol(), ServiceWorkers.count(config));
  private final Database database = new Database(ages.protocol(), ServiceWorkers.count(config));
  private final KeyTables tables = new KeyTables(database, List.of());
  private long nowNs;
  private final Closing closing =
      new Closing(new NoSteps(), "closer", () -> nowNs, (waits, over) -> {}, 1);
  private final ServiceWorkers workers =
      new ServiceWorkers(
          config,
          new EngineParts() {
            @Override
            public LongSupplier clockNs() {
              return () -> nowNs;
            }
          },
          database,
          tables,
          new CommitSequencer(null),
          1,
          () -> false);

  String protocol() {
    return "wound-wait";
  }

  /** The difference between a transaction's age and its arrival, in units of 16 ns. */
  long unitsAfterArrival() {
    return 0;
  }

  /** A back end without threads, so its shutdown has no steps. */
  private static final class NoSteps implements Closing.Steps {
    @Override
    public boolean isOwnThread() {
      return false;
    }

    @Override
    public void drain() {}

    @Override
    public boolean isDrained() {
      return true;
    }

    @Override
    public void stop() {}

    @Override
    public void release() {}
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyStepOfASessionHasTheAgeOfTheSession(boolean canSuspend) {
    nowNs = 50 * UNIT_NS;
    InteractiveSession session =
        new InteractiveSessions(
                config,
                canSuspend,
                workers.ofCallers(),
                workers.conflictsOfSessions(),
                Acknowledger.atOnce(),
                LIMITS,
                closing,
                () -> nowNs,
                Thread::new)
            .session(TransactionOptions.defaults(), null);
    assertTrue(session.begin());
    Key key = Key.of("t", 1);
    nowNs += 100 * UNIT_NS;
    var unused = session.values(List.of(key));
    nowNs += 100 * UNIT_NS;
    Outcome<Object> outcome = session.commit(Map.of(key, new byte[] {1}), null);
    session.end();
    assertInstanceOf(Outcome.Committed.class, outcome);
    int transactions = canSuspend ? 1 : 2;
    assertEquals(Collections.nCopies(transactions, 50 + unitsAfterArrival()), ages.units());
  }

  @Test
  void aCallThatWaitedHasTheAgeOfItsArrival() {
    WaitingCalls waiting = new WaitingCalls(config, tables, worker -> false);
    WorkerLoop loop =
        new WorkerLoop(
            workers.ofProcedures().get(0),
            new TypedTables(database, List.of()),
            LIMITS,
            waiting,
            null,
            null,
            Acknowledger.atOnce(),
            () -> nowNs,
            LockSupport::parkNanos,
            closing);
    Procedure<Object, Object> ending =
        new Procedure<>() {
          @Override
          public String name() {
            return "ends the loop";
          }

          @Override
          public void declare(Object argument, KeyDeclaration keys) {}

          @Override
          public Object execute(Object argument, Transaction transaction) {
            loop.end();
            return null;
          }
        };
    EngineProcedure procedure = new EngineProcedure(ending.name(), ending, 2, LIMITS);
    assertNull(
        waiting.offer(
            new QueuedProcedure(
                procedure, null, TransactionOptions.defaults(), null, 70 * UNIT_NS, false)));
    nowNs = 500 * UNIT_NS;
    loop.run();
    assertEquals(List.of(70 + unitsAfterArrival()), ages.units());
  }
}

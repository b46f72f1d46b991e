package dev.yardmaster.engine.service.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.service.TransactionLimits;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which worker runs a call. */
class HomeCallsTest {

  private static final int WORKERS = 3;

  /** The way in which a procedure declares a key. */
  private enum Way {
    READ,
    WRITE,
    SCAN
  }

  /** A procedure whose argument is the list of the keys that it declares. */
  private record Declaring(Way way) implements Procedure<List<Key>, Object> {

    @Override
    public String name() {
      return "declaring";
    }

    @Override
    public void declare(List<Key> argument, KeyDeclaration keys) {
      for (Key key : argument) {
        switch (way) {
          case READ -> keys.read(key);
          case WRITE -> keys.write(key);
          case SCAN -> keys.scan(Scan.forward(key, null, 1));
        }
      }
    }

    @Override
    public Object execute(List<Key> argument, Transaction transaction) {
      return null;
    }
  }

  /** A procedure that declares the keys of its argument. */
  static final EngineProcedure PROCEDURE = declaring(Way.WRITE);

  private static EngineProcedure declaring(Way way) {
    return new EngineProcedure(
        "declaring",
        new Declaring(way),
        2,
        new TransactionLimits(1_024, 1 << 20, 8 << 20, 16, new DataLimit(1L << 30, () -> 0L)));
  }

  private final CallRouter router =
      new CallRouter(
          Partitioning.byTable(64),
          new KeyTables(
              new Database(Protocols.named("silo", 1), 1),
              List.of(PartitionRule.of("prefix:/"), PartitionRule.of("items=unpartitioned"))),
          WORKERS);

  private QueuedProcedure call(int home) {
    QueuedProcedure call =
        new QueuedProcedure(PROCEDURE, List.of(), TransactionOptions.defaults(), null, 0L, false);
    call.home(home);
    return call;
  }

  private int home(Object argument) {
    return router.home(PROCEDURE, argument);
  }

  @Test
  void theCallsOfAPartitionHaveOneHome() {
    Set<Integer> homes = new HashSet<>();
    for (int tenant = 0; tenant < 100; tenant++) {
      int home = home(List.of(Key.of("orders", tenant + "/1"), Key.of("orders", "other/1")));
      assertTrue(home >= 0 && home < WORKERS, "tenant=" + tenant + ", home=" + home);
      assertEquals(home, home(List.of(Key.of("orders", tenant + "/2"))));
      assertEquals(home, home(List.of(Key.of("lines", tenant + "/2"))), "in any table");
      homes.add(home);
    }
    assertEquals(WORKERS, homes.size());
  }

  @ParameterizedTest
  @EnumSource
  void theFirstKeyWithAPartitionDecides(Way way) {
    EngineProcedure procedure = declaring(way);
    Set<Integer> homes = new HashSet<>();
    for (int tenant = 0; tenant < 100; tenant++) {
      Key key = Key.of("orders", tenant + "/1");
      int home = router.home(procedure, List.of(key, Key.of("orders", "other/1")));
      assertEquals(home(List.of(key)), home, "tenant=" + tenant);
      assertEquals(
          home, router.home(procedure, List.of(Key.of("items", "a/1"), key)), "tenant=" + tenant);
      homes.add(home);
    }
    assertEquals(WORKERS, homes.size());
  }

  @Test
  void aCallWithoutAKnownPartitionHasNoHome() {
    assertEquals(CallRouter.ANY, home(List.of()));
    assertEquals(CallRouter.ANY, home(List.of(Key.of("items", "a/1"))));
    assertEquals(CallRouter.ANY, home(null), "the declaration fails");
    assertNotEquals(CallRouter.ANY, home(List.of(Key.of("orders", 7))));
  }

  @Test
  void aWorkerPrefersItsOwnCallsInTheirOrder() {
    HomeCalls calls = new HomeCalls(WORKERS, 30);
    QueuedProcedure first = call(1);
    QueuedProcedure second = call(1);
    QueuedProcedure other = call(2);
    for (QueuedProcedure call : List.of(first, other, second)) {
      assertTrue(calls.offer(call));
    }
    assertEquals(3, calls.size());
    assertSame(first, calls.poll(1));
    assertSame(other, calls.poll(2));
    assertSame(second, calls.poll(0), "a worker without calls takes one of another worker");
    assertNull(calls.poll(1));
    assertTrue(calls.isEmpty());
  }

  @Test
  void onlyIfAllQueuesAreFullACallIsRefused() {
    HomeCalls calls = new HomeCalls(WORKERS, 10);
    assertEquals(12, calls.capacity(), "4 for each worker");
    for (int i = 0; i < calls.capacity(); i++) {
      assertTrue(calls.offer(call(i % 5 == 0 ? CallRouter.ANY : 1)), "call " + i);
    }
    assertFalse(calls.offer(call(1)));
    assertFalse(calls.offer(call(CallRouter.ANY)));
    assertEquals(12, calls.size());
    for (int i = 0; i < 12; i++) {
      assertFalse(calls.isEmpty());
      assertTrue(calls.drain() != null);
    }
    assertNull(calls.drain());
  }

  @Test
  void callsWithoutAHomeAreSpread() {
    HomeCalls calls = new HomeCalls(WORKERS, 30);
    QueuedProcedure[] spread = {call(CallRouter.ANY), call(CallRouter.ANY), call(CallRouter.ANY)};
    for (QueuedProcedure call : spread) {
      assertTrue(calls.offer(call));
    }
    for (int worker = WORKERS - 1; worker >= 0; worker--) {
      assertSame(spread[worker], calls.poll(worker));
    }
  }
}

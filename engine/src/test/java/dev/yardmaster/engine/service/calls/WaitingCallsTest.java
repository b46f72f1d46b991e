package dev.yardmaster.engine.service.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.table.PartitionRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests in which queue a call waits, and which worker is woken for it. */
class WaitingCallsTest {

  private static final int WORKERS = 3;

  private final Set<Integer> sleeping = new HashSet<>();
  private final List<Integer> woken = new ArrayList<>();
  private final WaitingCalls calls =
      new WaitingCalls(
          EngineConfig.builder().protocol("cormcc").workers(WORKERS).build(),
          new KeyTables(
              new Database(Protocols.named("silo", 1), 1), List.of(PartitionRule.of("prefix:/"))),
          number -> {
            boolean slept = sleeping.remove(number);
            if (slept) {
              woken.add(number);
            }
            return slept;
          });

  private QueuedProcedure call(String tenant) {
    QueuedProcedure call =
        new QueuedProcedure(
            HomeCallsTest.PROCEDURE,
            List.of(Key.of("orders", tenant + "/1")),
            TransactionOptions.defaults(),
            null,
            0L,
            false);
    assertNull(calls.offer(call));
    return call;
  }

  @Test
  void theHomeIsWokenAndGetsItsCall() {
    Set<Integer> homes = new HashSet<>();
    for (int tenant = 0; tenant < 20; tenant++) {
      sleeping.addAll(List.of(0, 1, 2));
      woken.clear();
      QueuedProcedure call = call("tenant-" + tenant);
      assertNotEquals(CallRouter.ANY, call.home());
      assertEquals(List.of(call.home()), woken);
      QueuedProcedure other = call("tenant-" + tenant);
      assertSame(call, calls.queue().poll(call.home()));
      assertSame(other, calls.queue().poll(call.home()));
      homes.add(call.home());
    }
    assertEquals(Set.of(0, 1, 2), homes);
  }

  @Test
  void anotherWorkerIsWokenIfTheHomeIsAwake() {
    int home = call("tenant").home();
    assertEquals(List.of(), woken, "all are awake");
    int idle = (home + 1) % WORKERS;
    sleeping.add(idle);
    assertEquals(home, call("tenant").home());
    assertEquals(List.of(idle), woken);
  }
}

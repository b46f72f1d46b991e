package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordedAges;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the age of a restarted transaction, and the pause before its restart. */
class RestartTest {

  private static final Set<String> WITH_AGES =
      Set.of(
          "wait-die",
          "wound-wait",
          "plor",
          "plor-dwa",
          "plor-auto",
          "plor-optimistic",
          "plor-latched",
          "plor-rt");
  private static final int RESTARTS = 12;

  /** A pace that records the arguments of each restart. */
  private static final class Recording implements Pace {
    private int restarts;
    private boolean hasAge;

    @Override
    public void access() {}

    @Override
    public void step() {}

    @Override
    public void await(int round) {}

    @Override
    public void restart(int number, boolean ordersByAge) {
      restarts = number;
      hasAge = ordersByAge;
    }

    @Override
    public long nowNs() {
      return 0;
    }
  }

  @Test
  void theProtocolDecidesWhetherThePauseGrows() {
    for (String protocol : Protocols.names()) {
      Recording pace = new Recording();
      Worker worker = new Database(Protocols.named(protocol, 1), 1).worker(0, pace);
      worker.begin();
      worker.again();
      worker.again();
      assertEquals(2, pace.restarts, protocol);
      assertEquals(Protocols.named(protocol, 1).usesAges(), pace.hasAge, protocol);
      assertTrue(pace.hasAge || !WITH_AGES.contains(protocol), protocol);
    }
  }

  @Test
  void anAgeKeepsThePauseShort() {
    assertEquals(2, Pace.pauseSpins(1, false));
    assertEquals(256, Pace.pauseSpins(8, false));
    assertEquals(256, Pace.pauseSpins(100, false));
    assertEquals(1, Pace.pauseSpins(1, true));
    assertEquals(1, Pace.pauseSpins(100, true));
  }

  @Test
  void simulatedWorkersFollowTheSameRule() {
    long firstNs = pausedNs(1, false);
    assertTrue(pausedNs(RESTARTS, false) > 5 * firstNs, "the pause must grow");
    assertTrue(pausedNs(RESTARTS, true) < 4 * firstNs, "an age must keep the pause short");
  }

  private static long pausedNs(int restarts, boolean hasAge) {
    SimulatedWorker worker = new Interleaver(1, SimulatedCosts.inMemory(), Long.MAX_VALUE).add();
    worker.restart(restarts, hasAge);
    return worker.nowNs();
  }

  @Test
  void anAgeCountsFromTheArrival() {
    RecordedAges ages = new RecordedAges("wait-die", 2);
    Database database = new Database(ages.protocol(), 2);
    long[] nowNs = {1_600};
    Pace pace = new ThreadPace(() -> nowNs[0]);
    Worker first = database.worker(0, pace);
    Worker second = database.worker(1, pace);
    nowNs[0] += 16_000;
    RecordLogic nothing = transaction -> {};
    first.begin(1_600 + 320);
    first.attempt(nothing);
    first.again();
    first.attempt(nothing);
    second.begin(1_600 + 160);
    second.attempt(nothing);
    second.begin();
    second.attempt(nothing);
    second.begin(0);
    second.attempt(nothing);
    assertEquals(List.of(20L, 20L, 10L, 1_000L, 0L), ages.units());
  }
}

package dev.yardmaster.benchmarks.workload.ycsb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Table;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the phases of a YCSB load that changes. */
class YcsbRedrawsTest {

  private static final int PARTITIONS = 8;
  private static final int PHASES = 200;
  private static final int DRAWN = 300;

  private static YcsbSettings first(long seed) {
    return YcsbSettings.of(8_000, YcsbMix.rmw(80), 0, seed)
        .withRequests(15)
        .withDrawn(DRAWN)
        .withPartitions(new YcsbPartitions(PARTITIONS, 0, 100, 0));
  }

  @Test
  void parametersAreDrawnFromThoseOfThePaper() {
    List<YcsbSettings> phases = YcsbRedraws.of(first(42), PHASES);
    assertEquals(first(42), phases.get(0));
    TreeSet<Integer> reads = new TreeSet<>();
    TreeSet<Integer> requests = new TreeSet<>();
    TreeSet<Double> thetas = new TreeSet<>();
    TreeSet<Integer> cross = new TreeSet<>();
    TreeSet<Integer> percents = new TreeSet<>();
    for (YcsbSettings phase : phases.subList(1, PHASES)) {
      reads.add(phase.mix().readPercent());
      requests.add(phase.requests().most());
      thetas.add(phase.theta());
      cross.add(phase.partitions().cross());
      percents.add(phase.partitions().crossPercent());
      assertEquals(PARTITIONS, phase.partitions().count());
    }
    assertEquals(new TreeSet<>(List.of(50, 80, 100)), reads);
    assertEquals(new TreeSet<>(List.of(15, 25)), requests);
    assertEquals(new TreeSet<>(List.of(0.0, 0.5, 1.0, 1.5)), thetas);
    assertEquals(new TreeSet<>(List.of(0, 2, 4, 6, 8)), cross);
    assertTrue(percents.first() >= 50 && percents.last() <= 100, percents.toString());
    assertTrue(percents.size() > 40, percents.toString());
  }

  @Test
  void theSameSeedGivesTheSamePhasesAndTransactions() {
    assertEquals(YcsbRedraws.of(first(42), PHASES), YcsbRedraws.of(first(42), PHASES));
    assertNotEquals(
        Ycsb.redrawn(first(42), PHASES).phases(), Ycsb.redrawn(first(43), PHASES).phases());
    YcsbSettings last = YcsbRedraws.of(first(42), PHASES).get(PHASES - 1);
    assertArrayEquals(
        YcsbRequests.draw(last, 3).values(), YcsbRequests.draw(last, 3).values(), "client 3");
  }

  /** Collects the keys that a client's transactions of one phase have declared. */
  private static final class Declared implements KeyHints {
    final TreeSet<Integer> partitions = new TreeSet<>();
    int reads;
    int writes;

    @Override
    public void read(Table table, long key) {
      partitions.add((int) (key % PARTITIONS));
      reads++;
    }

    @Override
    public void write(Table table, long key) {
      read(table, key);
      reads--;
      writes++;
    }
  }

  @Test
  void aClientRunsTheTransactionsOfItsPhase() {
    List<YcsbSettings> phases = YcsbRedraws.of(first(42), 30);
    Ycsb workload = Ycsb.redrawn(first(42), 30);
    RecordClient client = workload.create(new Database(Protocols.named("silo", 1), 1)).client(0);
    for (int i = 0; i < phases.size(); i++) {
      YcsbSettings phase = phases.get(i);
      client.enter(i);
      int cross = 0;
      Declared all = new Declared();
      for (int n = 0; n < DRAWN; n++) {
        RecordCall call = client.next();
        Declared one = new Declared();
        call.declare(one);
        call.declare(all);
        assertEquals(phase.requests().most(), one.reads + one.writes, "phase=" + i);
        assertEquals(phase.mix().readPercent() == 100, call.isReadOnly(), "phase=" + i);
        cross += one.partitions.size() - 1;
        client.ended(call, false);
      }
      double share =
          phase.partitions().cross() == 0 ? 0 : phase.partitions().crossPercent() / 100.0;
      String run = "phase=" + i + ", " + YcsbRedraws.words(phase) + ", cross=" + cross;
      assertEquals(share, (double) cross / DRAWN, 0.1, run);
      assertEquals(
          phase.mix().readPercent() / 100.0,
          (double) all.reads / (all.reads + all.writes),
          0.05,
          run);
      assertTrue(all.partitions.last() < Math.max(1, phase.partitions().cross()), run);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"partcc", "cormcc", "silo"})
  void theInvariantHoldsOverAllPhases(String protocol) throws Exception {
    int phases = 10;
    RunOnEngine run = new RunOnEngine(Ycsb.redrawn(first(42), phases), protocol, 4);
    for (int phase = 0; phase < phases; phase++) {
      for (int client = 0; client < 4; client++) {
        run.client(client).enter(phase);
      }
      run.runClients(100);
    }
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @Test
  void aLoadWithoutPartitionsOrWithOtherRequestsIsRefused() {
    YcsbSettings good = first(42);
    assertThrows(IllegalArgumentException.class, () -> Ycsb.redrawn(good, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> Ycsb.redrawn(good.withPartitions(YcsbPartitions.ONE), 2));
    YcsbSettings named =
        YcsbSettings.of(8_000, YcsbMix.A, 0, 42).withPartitions(new YcsbPartitions(8, 0, 100, 0));
    assertThrows(IllegalArgumentException.class, () -> Ycsb.redrawn(named, 2));
  }
}

package dev.yardmaster.benchmarks.workload.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.ScatteredKeys;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.hybrid.HotKeyPartitioning;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Table;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the partitions of YCSB's table, and which partitions a client's transactions access. */
class YcsbPartitionsTest {

  private static final int PARTITIONS = 8;

  /** Partitions 0 to 3 have cross-partition transactions; partitions 6 and 7 are only read. */
  private static final YcsbPartitions MIXED = new YcsbPartitions(PARTITIONS, 4, 50, 2);

  private static Ycsb workload(YcsbPartitions partitions) {
    return new Ycsb(
        YcsbSettings.of(8_000, YcsbMix.A, 0.9, 42).withDrawn(400).withPartitions(partitions));
  }

  /** Collects the keys that a client's transactions have declared. */
  private static final class Declared implements KeyHints {
    final TreeSet<Integer> partitions = new TreeSet<>();
    final TreeSet<Integer> written = new TreeSet<>();

    @Override
    public void read(Table table, long key) {
      partitions.add(MIXED.of(table, key, null));
    }

    @Override
    public void write(Table table, long key) {
      read(table, key);
      written.add(MIXED.of(table, key, null));
    }
  }

  @Test
  void aClientAccessesItsPartitionAndInCrossPartitionTransactionsOneOther() {
    Ycsb workload = workload(MIXED);
    for (int client = 0; client < 2 * PARTITIONS; client++) {
      int base = client % PARTITIONS;
      RecordClient of = workload.create(new Database(Protocols.named("silo", 1), 1)).client(client);
      Declared all = new Declared();
      int cross = 0;
      for (int i = 0; i < 400; i++) {
        RecordCall call = of.next();
        Declared one = new Declared();
        call.declare(one);
        call.declare(all);
        of.ended(call, false);
        assertTrue(one.partitions.contains(base), "client=" + client);
        assertTrue(one.partitions.size() <= 2, "client=" + client + ": " + one.partitions);
        cross += one.partitions.size() - 1;
      }
      String run = "client=" + client + ", cross=" + cross + ", " + all.partitions;
      if (base < 4) {
        assertTrue(cross > 150 && cross < 250, run);
        assertEquals(new TreeSet<>(List.of(0, 1, 2, 3)), all.partitions, run);
      } else {
        assertEquals(0, cross, run);
        assertEquals(new TreeSet<>(List.of(base)), all.partitions, run);
      }
      assertEquals(base >= 6, all.written.isEmpty(), run);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"partcc", "cormcc", "silo"})
  void theInvariantHolds(String protocol) throws Exception {
    RunOnEngine run = new RunOnEngine(workload(MIXED), protocol, 4);
    run.runClients(500);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0, partitions=0",
    "1025, 0, 0, 0, partitions=1025",
    "8, 9, 0, 0, cross-partitions=9",
    "8, 1, 0, 0, cross-partitions=1",
    "8, 4, 101, 0, cross-percent=101",
    "8, 4, 50, 9, read-only-partitions=9"
  })
  void valuesOutOfRangeAreNamed(int count, int cross, int percent, int readOnly, String named) {
    IllegalArgumentException wrong =
        assertThrows(
            IllegalArgumentException.class,
            () -> new YcsbPartitions(count, cross, percent, readOnly));
    assertTrue(wrong.getMessage().endsWith(named), wrong.getMessage());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theHottestKeysAreThoseOfTheLowestRanks(boolean scattered) {
    YcsbSettings settings =
        YcsbSettings.of(4_000, YcsbMix.named("rmw"), 0.9, 1)
            .withScattered(scattered)
            .withPartitions(new YcsbPartitions(4, 0, 0, 0));
    HotKeyPartitioning hottest = new Ycsb(settings).hottest(10);
    ScatteredKeys keys = new ScatteredKeys(1_000);
    for (int rank = 0; rank < 1_000; rank++) {
      long key = (scattered ? keys.of(rank) : rank) * 4L + rank % 4;
      assertEquals(rank < 10, hottest.contains(null, key, null), "rank=" + rank);
    }
  }
}

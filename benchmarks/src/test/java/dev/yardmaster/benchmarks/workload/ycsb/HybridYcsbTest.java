package dev.yardmaster.benchmarks.workload.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the hybrid mix, which has updates, and a long scan in 10 % of the transactions. */
class HybridYcsbTest {

  private static final int RECORDS = 2_000;

  private static YcsbSettings hybrid(int scanLength) {
    return YcsbSettings.of(RECORDS, YcsbMix.HYBRID, 0.7, 42)
        .withScanLength(scanLength)
        .withRanges(64)
        .withDrawn(512);
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  @Test
  void nineOfTenTransactionsAreFiveUpdatesAndTheRestFourAndAScan() {
    int count = 1 << 16;
    int bulk = 0;
    DrawnInputs drawn = YcsbRequests.draw(hybrid(100).withDrawn(count), 3);
    for (int i = 0; i < count; i++) {
      int at = drawn.next() + 1; // The first int of a transaction is the number of its requests.
      int[] values = drawn.values();
      for (int request = 0; request < 4; request++) {
        assertEquals(YcsbRequests.UPDATE, values[at + 2 * request], "transaction " + i);
      }
      int last = values[at + 8];
      assertTrue(last == YcsbRequests.UPDATE || last == YcsbRequests.BULK, "transaction " + i);
      if (last == YcsbRequests.BULK) {
        bulk++;
        assertTrue(values[at + 9] + 100 <= RECORDS, "a scan must end within the table");
      }
    }
    // The tolerance is four standard deviations of a count over this number of draws.
    assertEquals(0.10, bulk / (double) count, 4 * Math.sqrt(0.1 * 0.9 / count));
  }

  @Test
  void hotKeysAreNeighboursAndScansBeginWhereUpdatesGo() {
    int count = 1 << 15;
    int hotUpdates = 0;
    int hotScans = 0;
    int scans = 0;
    DrawnInputs drawn = YcsbRequests.draw(hybrid(10).withDrawn(count), 1);
    for (int i = 0; i < count; i++) {
      int at = drawn.next() + 1; // The first int of a transaction is the number of its requests.
      hotUpdates += drawn.values()[at + 1] < RECORDS / 100 ? 1 : 0;
      if (drawn.values()[at + 8] == YcsbRequests.BULK) {
        scans++;
        hotScans += drawn.values()[at + 9] < RECORDS / 100 ? 1 : 0;
      }
    }
    double ofUpdates = hotUpdates / (double) count;
    double ofScans = hotScans / (double) scans;
    assertTrue(
        ofUpdates > 0.15, "share of the updates that are of the first 1 % of keys: " + ofUpdates);
    assertEquals(ofUpdates, ofScans, 0.03);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyProtocolKeepsTheInvariant(String protocol) throws Exception {
    RunOnEngine run = new RunOnEngine(new Ycsb(hybrid(150)), protocol, 4);
    run.runClients(400);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @Test
  void figuresTellBulkTransactionsApart() throws Exception {
    RunOnEngine run = new RunOnEngine(new Ycsb(hybrid(100)), "silo", 1);
    int bulk = 0;
    for (int i = 0; i < 500; i++) {
      RecordCall call = run.client(0).next();
      bulk += call.isBulk() ? 1 : 0;
      run.client(0).ended(call, false);
    }
    assertTrue(bulk > 20 && bulk < 90, "bulk=" + bulk);
    assertFalse(
        new RunOnEngine(new Ycsb(YcsbSettings.of(RECORDS, YcsbMix.A, 0.7, 42)), "silo", 1)
            .client(0)
            .next()
            .isBulk());
  }

  @Test
  void aScanThatMissesARecordIsNoticed() throws Exception {
    RunOnEngine run = new RunOnEngine(new Ycsb(hybrid(RECORDS)), "silo", 1);
    run.runClients(50);
    assertEquals(Optional.empty(), run.brokenInvariant());
    Table table = run.database().table("usertable");
    RecordCall scan = run.client(0).next();
    while (!scan.isBulk()) {
      run.client(0).ended(scan, false);
      scan = run.client(0).next();
    }
    // The test deletes the least popular record, which no update accesses.
    var unusedDeleted = run.worker(0).run(transaction -> transaction.delete(table, RECORDS - 1));
    var unused = run.worker(0).run(scan);
    run.client(0).ended(scan, true);
    assertTrue(run.brokenInvariant().orElseThrow().contains("bulk scans have missed"));
  }

  @Test
  void rangesAreOfEqualSizeAndNoMoreThanWanted() {
    assertEquals(32, hybrid(10).keysPerRange());
    assertEquals(new KeyRanges(0, 32, 63), YcsbTable.ranges(hybrid(10)));
    assertEquals(1, YcsbTable.ranges(hybrid(10).withRanges(1)).count());
    assertEquals(RECORDS, YcsbTable.ranges(hybrid(10).withRanges(1 << 18)).count());
  }

  @Test
  void badSettingsAreNamed() {
    assertThrows(IllegalArgumentException.class, () -> hybrid(RECORDS + 1));
    assertThrows(IllegalArgumentException.class, () -> hybrid(10).withRanges(0));
    assertThrows(IllegalArgumentException.class, () -> new YcsbMix("both", 0, 0, 95, 5, 0, 10));
  }
}

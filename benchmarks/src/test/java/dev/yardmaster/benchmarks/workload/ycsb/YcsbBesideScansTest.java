package dev.yardmaster.benchmarks.workload.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests scans of a whole table that run at the same time as updates. */
class YcsbBesideScansTest {

  private static final int RECORDS = 2_000;

  private static YcsbSettings settings() {
    return YcsbSettings.of(RECORDS, YcsbMix.rmw(0), 0.99, 42)
        .withOrder(Order.ORDERED)
        .withDrawn(256);
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "si", "ssi", "ssn", "multi-version"})
  void theSecondClientScansAndTheFirstUpdates(String protocol) throws Exception {
    RunOnEngine run = new RunOnEngine(new YcsbBesideScans(settings()), protocol, 2);
    RecordCall update = run.client(0).next();
    RecordCall scan = run.client(1).next();
    assertTrue(!update.isBulk() && !update.isReadOnly());
    assertTrue(scan.isBulk() && scan.isReadOnly());
    assertEquals(RECORDS, scan.records());
    run.client(0).ended(update, false);
    run.client(1).ended(scan, false);
    for (int i = 0; i < 200; i++) {
      assertTrue(RunOnEngine.runOne(run.worker(0), run.client(0)));
      if (i % 20 == 0) {
        assertTrue(RunOnEngine.runOne(run.worker(1), run.client(1)));
      }
    }
    assertEquals(Optional.empty(), run.brokenInvariant());
  }

  @Test
  void withOneClientNobodyScans() throws Exception {
    RunOnEngine run = new RunOnEngine(new YcsbBesideScans(settings()), "si", 1);
    run.runClients(100);
    assertEquals(Optional.empty(), run.brokenInvariant());
  }

  @Test
  void aScanThatMissesARecordIsNoticed() throws Exception {
    RunOnEngine run = new RunOnEngine(new YcsbBesideScans(settings()), "si", 2);
    Table table = run.database().table("usertable");
    var unused = run.worker(0).run(transaction -> transaction.delete(table, RECORDS - 1));
    RecordClient scanner = run.client(1);
    assertTrue(RunOnEngine.runOne(run.worker(1), scanner));
    assertTrue(run.brokenInvariant().orElseThrow().contains("scans have missed records"));
  }

  @Test
  void aTableThatCannotBeScannedAsAWholeIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new YcsbBesideScans(settings().withOrder(Order.HASHED)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new YcsbBesideScans(YcsbSettings.of(RECORDS, YcsbMix.E, 0.9, 42)));
  }
}

package dev.yardmaster.benchmarks.workload.stock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Table;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the reads of TPC-C's stock. */
class StockReadsTest {

  private static final int DRAWN = 200;

  private static StockSettings settings(double writeShare) {
    return StockSettings.of(2, 60, writeShare, 42).withItems(150).withDrawn(DRAWN);
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyProtocolKeepsTheInvariant(String protocol) throws Exception {
    RunOnEngine run = new RunOnEngine(new StockReads(settings(0.1)), protocol, 4);
    run.runClients(DRAWN);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @Test
  void aTransactionReadsDifferentRowsOfAllWarehouses() {
    StockSettings settings = settings(0);
    DrawnInputs drawn = StockClient.draw(settings, 1);
    Set<Integer> all = new HashSet<>();
    for (int i = 0; i < DRAWN; i++) {
      int at = drawn.next();
      Set<Integer> rows = new HashSet<>();
      for (int row = 0; row < settings.reads(); row++) {
        rows.add(drawn.values()[at + row]);
      }
      assertEquals(settings.reads(), rows.size(), "transaction " + i);
      all.addAll(rows);
    }
    assertEquals(300, all.size());
    assertTrue(all.contains(0) && all.contains(299), "the first and the last row");
    assertEquals(TpccKeys.stock(1, 1), StockRun.key(settings, 0));
    assertEquals(TpccKeys.stock(2, 150), StockRun.key(settings, 299));
  }

  /** A share of 5 % of 60 rows is 3 rows, and a share of 1 % is one row. */
  @Test
  void theShareOfWritesIsRoundedToRows() throws Exception {
    assertEquals(3, updatesOfOneTransaction(0.05));
    assertEquals(1, updatesOfOneTransaction(0.01));
    assertEquals(0, updatesOfOneTransaction(0));
    assertEquals(60, updatesOfOneTransaction(1));
  }

  private static long updatesOfOneTransaction(double share) throws Exception {
    RunOnEngine run = new RunOnEngine(new StockReads(settings(share)), "silo", 1);
    run.runClients(1);
    Table table = run.database().table("stock");
    long[] updates = new long[1];
    var unused =
        run.worker(0)
            .run(
                transaction -> {
                  for (int row = 0; row < 300; row++) {
                    long key = StockRun.key(settings(share), row);
                    updates[0] += transaction.read(table, key).getLong(Stock.YTD);
                  }
                });
    return updates[0];
  }

  @Test
  void aTransactionWithoutWritesSaysThatItOnlyReads() throws Exception {
    RunOnEngine reading = new RunOnEngine(new StockReads(settings(0)), "silo", 1);
    assertTrue(reading.client(0).next().isReadOnly());
    RunOnEngine writing = new RunOnEngine(new StockReads(settings(0.05)), "silo", 1);
    assertTrue(!writing.client(0).next().isReadOnly());
  }

  @Test
  void lostUpdatesAndRowsAreNoticed() throws Exception {
    RunOnEngine run = new RunOnEngine(new StockReads(settings(0.1)), "silo", 1);
    RecordCall call = run.client(0).next();
    run.client(0).ended(call, true);
    assertTrue(run.brokenInvariant().orElseThrow().contains("committed=6, counted=0"));
    Table table = run.database().table("stock");
    var unused = run.worker(0).run(transaction -> transaction.delete(table, TpccKeys.stock(2, 7)));
    assertTrue(run.brokenInvariant().orElseThrow().contains("rows are missing"));
  }

  @Test
  void badSettingsAreNamed() {
    assertThrows(IllegalArgumentException.class, () -> settings(1.1));
    assertThrows(IllegalArgumentException.class, () -> settings(0).withItems(29));
    assertThrows(IllegalArgumentException.class, () -> settings(0).withDrawn(0));
  }
}

package dev.yardmaster.benchmarks.workload.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.benchmarks.workload.tpcc.calls.Delivery;
import dev.yardmaster.benchmarks.workload.tpcc.calls.TopShopper;
import dev.yardmaster.benchmarks.workload.tpcc.load.TpccLoader;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.District;
import dev.yardmaster.benchmarks.workload.tpcc.rows.History;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Warehouse;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.Table;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that TPC-C on the engine does not break the consistency conditions. */
public class TpccTest {

  static TpccSettings small(TpccMix mix) {
    return TpccSettings.of(2, mix, 7).scaledDown(3, 60, 200);
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  @Test
  void oneWorkerKeepsThem() throws Exception {
    RunOnEngine run = new RunOnEngine(new Tpcc(small(TpccMix.STANDARD)), "silo", 1);
    assertEquals(Optional.empty(), run.brokenInvariant(), "as loaded");
    run.runClients(5_000);
    assertEquals(Optional.empty(), run.brokenInvariant());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void fourThreadsKeepThemUnderEveryProtocol(String protocol) throws Exception {
    RunOnEngine run = new RunOnEngine(new Tpcc(small(TpccMix.STANDARD)), protocol, 4);
    run.runClients(800);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void theMixThatWritesMostKeepsThem(String protocol) throws Exception {
    RunOnEngine run = new RunOnEngine(new Tpcc(small(TpccMix.NEW_ORDER_PAYMENT)), protocol, 4);
    run.runClients(800);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void theMixWithTopShoppersKeepsThem(String protocol) throws Exception {
    TpccSettings settings = small(TpccMix.ROCC).withScanLength(100);
    RunOnEngine run = new RunOnEngine(new Tpcc(settings), protocol, 4);
    run.runClients(400);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @Test
  void theTopShopperOfTheRangeGetsTheReward() throws Exception {
    TpccSettings settings = small(TpccMix.ROCC).withScanLength(100);
    RunOnEngine run = new RunOnEngine(new Tpcc(settings), "silo", 1);
    TpccTables tables = tables(run);
    long top = TpccKeys.customer(1, 2, 7);
    var unusedPaid =
        run.worker(0)
            .run(t -> t.update(tables.customer(), top).addLong(Customer.YTD_PAYMENT, 5_000));
    TopShopper call = new TopShopper(tables, 100);
    // Districts have 60 customers. The range begins at customer 31 of district 1 and ends before
    // customer 11 of district 3.
    call.take(new int[] {TpccMix.TOP_SHOPPER, 1, 1, 31, 3, 11, 250}, 0);
    call.takeHistoryKey(TpccKeys.history(9, 1));
    var unusedRewarded = run.worker(0).run(call);
    assertEquals(null, run.worker(0).failure());
    long[] found = new long[5];
    var unusedRead =
        run.worker(0)
            .run(
                t -> {
                  found[0] = t.read(tables.customer(), top).getLong(Customer.BALANCE);
                  found[1] = t.read(tables.customer(), top).getLong(Customer.YTD_PAYMENT);
                  found[2] =
                      t.read(tables.district(), TpccKeys.district(1, 2)).getLong(District.YTD);
                  found[3] = t.read(tables.warehouse(), 1).getLong(Warehouse.YTD);
                  found[4] =
                      t.read(tables.history(), TpccKeys.history(9, 1)).getLong(History.AMOUNT);
                });
    assertEquals(-TpccLoader.LOADED_PAYMENT_CENTS - 250, found[0]);
    assertEquals(TpccLoader.LOADED_PAYMENT_CENTS + 5_000 + 250, found[1]);
    assertEquals(60 * TpccLoader.LOADED_PAYMENT_CENTS + 250, found[2]);
    assertEquals(180 * TpccLoader.LOADED_PAYMENT_CENTS + 250, found[3]);
    assertEquals(250, found[4]);
  }

  @Test
  void aRewardThatTheDistrictDoesNotKnowOfIsNoticed() throws Exception {
    TpccSettings settings = small(TpccMix.ROCC).withScanLength(100);
    RunOnEngine run = new RunOnEngine(new Tpcc(settings), "silo", 1);
    run.runClients(300);
    assertEquals(Optional.empty(), run.brokenInvariant());
    TpccTables tables = tables(run);
    var unused =
        run.worker(0)
            .run(
                t ->
                    t.update(tables.district(), TpccKeys.district(1, 1)).addLong(District.YTD, -1));
    String broken = run.brokenInvariant().orElseThrow();
    assertTrue(broken.contains("condition 1") && broken.contains("condition 9"), broken);
  }

  @Test
  void deliveriesGoOnWhenThereAreNoNewOrders() throws Exception {
    TpccSettings settings = TpccSettings.of(1, TpccMix.STANDARD, 3).scaledDown(2, 10, 100);
    RunOnEngine run = new RunOnEngine(new Tpcc(settings), "silo", 1);
    for (int i = 0; i < 20; i++) {
      Delivery delivery =
          new Delivery(TpccTest.tables(run), settings.districts(), TransactionGroup.NONE);
      delivery.take(new int[] {TpccMix.DELIVERY, 1, 5}, 0);
      var unused = run.worker(0).run(delivery);
      assertEquals(null, run.worker(0).failure());
      assertEquals(i < 3 ? 2 : 0, delivery.delivered(), "delivery " + i);
    }
  }

  public static TpccTables tables(RunOnEngine run) {
    var database = run.database();
    return new TpccTables(
        database.table("warehouse"),
        database.table("district"),
        database.table("customer"),
        database.table("customer-name"),
        database.table("history"),
        database.table("new-order"),
        database.table("order"),
        database.table("customer-order"),
        database.table("order-line"),
        database.table("item"),
        database.table("stock"));
  }

  /**
   * Checks the bytes allocated for a transaction. Only the rows themselves, the growth of ordered
   * indexes and the exception of a rollback allocate memory.
   */
  @Test
  void littleButRowsIsAllocatedInTheSteadyState() throws Exception {
    RunOnEngine run = new RunOnEngine(new Tpcc(small(TpccMix.NEW_ORDER_PAYMENT)), "silo", 1);
    ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int transactions = 4_000;
    double least = Double.MAX_VALUE;
    for (int round = 0; round < 8; round++) {
      long before = memory.getCurrentThreadAllocatedBytes() - rowBytes(run);
      for (int i = 0; i < transactions; i++) {
        var unused = RunOnEngine.runOne(run.worker(0), run.client(0));
      }
      long allocated = memory.getCurrentThreadAllocatedBytes() - rowBytes(run) - before;
      least = Math.min(least, (double) allocated / transactions);
    }
    assertTrue(least < 250, "bytes for each transaction: " + least);
  }

  private static long rowBytes(RunOnEngine run) {
    long bytes = 0;
    for (Table table : run.database().tables()) {
      bytes += table.records().bytes();
    }
    return bytes;
  }

  @Test
  void badSettingsAreNamed() {
    TpccSettings good = small(TpccMix.STANDARD);
    assertThrows(IllegalArgumentException.class, () -> good.scaledDown(11, 60, 200));
    assertThrows(IllegalArgumentException.class, () -> good.scaledDown(3, 5_000, 200));
    assertThrows(IllegalArgumentException.class, () -> good.scaledDown(3, 60, 100_001));
    assertThrows(IllegalArgumentException.class, () -> good.withByLastNamePercent(101));
    assertThrows(IllegalArgumentException.class, () -> good.withScanLength(181));
  }
}

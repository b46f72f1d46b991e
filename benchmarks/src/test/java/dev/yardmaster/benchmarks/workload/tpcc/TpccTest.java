package dev.yardmaster.benchmarks.workload.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.engine.protocol.Protocols;
import dev.yardmaster.engine.table.Table;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** TPC-C on the engine keeps the conditions of consistency. */
class TpccTest {

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
    run.runClients(1_500);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void theMixThatWritesMostKeepsThem(String protocol) throws Exception {
    RunOnEngine run = new RunOnEngine(new Tpcc(small(TpccMix.NEW_ORDER_PAYMENT)), protocol, 4);
    run.runClients(1_500);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @Test
  void deliveriesGoOnWhenThereAreNoNewOrders() throws Exception {
    TpccSettings settings = TpccSettings.of(1, TpccMix.STANDARD, 3).scaledDown(2, 10, 100);
    RunOnEngine run = new RunOnEngine(new Tpcc(settings), "silo", 1);
    for (int i = 0; i < 20; i++) {
      Delivery delivery = new Delivery(TpccTest.tables(run), settings.districts());
      delivery.take(new int[] {TpccInputs.DELIVERY, 1, 5}, 0);
      var unused = run.worker(0).run(delivery);
      assertEquals(null, run.worker(0).failure());
      assertEquals(i < 3 ? 2 : 0, delivery.delivered(), "delivery " + i);
    }
  }

  static TpccTables tables(RunOnEngine run) {
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

  /** Besides the rows themselves: ordered indexes grow, and an order that rolls back throws. */
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
  }
}

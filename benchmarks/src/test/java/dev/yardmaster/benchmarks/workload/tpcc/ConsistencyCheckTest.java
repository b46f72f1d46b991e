package dev.yardmaster.benchmarks.workload.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.District;
import dev.yardmaster.benchmarks.workload.tpcc.rows.OrderLine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Orders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Warehouse;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Checks that the report names a consistency condition if, and only if, the tables break it. */
class ConsistencyCheckTest {

  /**
   * The changes affect the second of two warehouses, the second of three districts, and an order
   * that was loaded as delivered.
   */
  private static final int W = 2;

  private static final int D = 2;
  private static final int DELIVERED = 5;

  /**
   * Returns changes of the tables; each change breaks a condition. The key of a change is the text
   * that the report must contain.
   */
  private static Map<String, BiConsumer<RecordTransaction, TpccTables>> breakages() {
    Map<String, BiConsumer<RecordTransaction, TpccTables>> all = new TreeMap<>();
    all.put(
        "condition 1 ",
        (transaction, tables) ->
            transaction.update(tables.warehouse(), W).addLong(Warehouse.YTD, 1));
    all.put(
        "condition 2 ",
        (transaction, tables) ->
            transaction
                .update(tables.district(), TpccKeys.district(W, D))
                .addLong(District.NEXT_O_ID, 1));
    all.put(
        "condition 3 ",
        (transaction, tables) -> transaction.delete(tables.newOrder(), TpccKeys.order(W, D, 55)));
    all.put(
        "condition 4 ",
        (transaction, tables) ->
            transaction.delete(tables.orderLine(), TpccKeys.orderLine(W, D, DELIVERED, 5)));
    all.put(
        "condition 5 ",
        (transaction, tables) ->
            transaction
                .update(tables.order(), TpccKeys.order(W, D, DELIVERED))
                .setLong(Orders.CARRIER_ID, 0));
    all.put(
        "condition 6 ",
        (transaction, tables) -> {
          transaction
              .update(tables.order(), TpccKeys.order(W, D, DELIVERED))
              .addLong(Orders.OL_CNT, 1);
          transaction
              .update(tables.order(), TpccKeys.order(W, D, DELIVERED + 1))
              .addLong(Orders.OL_CNT, -1);
        });
    all.put(
        "condition 7 ",
        (transaction, tables) ->
            transaction
                .update(tables.orderLine(), TpccKeys.orderLine(W, D, DELIVERED, 3))
                .setLong(OrderLine.DELIVERY_D, 0));
    all.put(
        "condition 8 ",
        (transaction, tables) -> {
          transaction.update(tables.warehouse(), W).addLong(Warehouse.YTD, 7);
          transaction.update(tables.district(), TpccKeys.district(W, D)).addLong(District.YTD, 7);
        });
    all.put(
        "condition 9 ",
        (transaction, tables) -> {
          transaction.update(tables.district(), TpccKeys.district(W, D)).addLong(District.YTD, 7);
          transaction
              .update(tables.district(), TpccKeys.district(W, D + 1))
              .addLong(District.YTD, -7);
        });
    all.put(
        "condition 10 ",
        (transaction, tables) -> {
          transaction
              .update(tables.customer(), TpccKeys.customer(W, D, 9))
              .addLong(Customer.BALANCE, 1);
          transaction
              .update(tables.customer(), TpccKeys.customer(W, D, 9))
              .addLong(Customer.YTD_PAYMENT, -1);
        });
    all.put(
        "condition 11 ",
        (transaction, tables) -> {
          for (int order = 43; order <= 60; order++) {
            transaction.delete(tables.newOrder(), TpccKeys.order(W, D, order));
          }
        });
    all.put(
        "condition 12 ",
        (transaction, tables) ->
            transaction
                .update(tables.customer(), TpccKeys.customer(W, D, 9))
                .addLong(Customer.YTD_PAYMENT, 1));
    all.put(
        "the index ",
        (transaction, tables) -> {
          long customer =
              transaction
                  .read(tables.order(), TpccKeys.order(W, D, DELIVERED))
                  .getLong(Orders.C_ID);
          transaction.delete(
              tables.customerOrder(), TpccKeys.customerOrder(W, D, (int) customer, DELIVERED));
        });
    all.put(
        "the number of orders ",
        (transaction, tables) ->
            transaction.delete(tables.order(), TpccKeys.order(W, D, DELIVERED)));
    all.put(
        "the number of payments ",
        (transaction, tables) ->
            transaction.delete(tables.history(), TpccKeys.loadedHistory(W, D, 9)));
    all.put(
        "the stock ",
        (transaction, tables) ->
            transaction.update(tables.stock(), TpccKeys.stock(W, 17)).addLong(Stock.YTD, 1));
    return all;
  }

  @Test
  void everyConditionIsReportedInALine() throws Exception {
    for (var breakage : breakages().entrySet()) {
      RunOnEngine run = new RunOnEngine(new Tpcc(TpccTest.small(TpccMix.STANDARD)), "silo", 1);
      assertTrue(run.brokenInvariant().isEmpty());
      TpccTables tables = TpccTest.tables(run);
      var unused =
          run.worker(0).run(transaction -> breakage.getValue().accept(transaction, tables));
      assertEquals(null, run.worker(0).failure(), breakage.getKey());
      String report = run.brokenInvariant().orElse("");
      long lines = report.lines().filter(line -> line.startsWith(breakage.getKey())).count();
      assertEquals(1, lines, () -> breakage.getKey() + " must be reported: " + report);
    }
  }

  /** Checks that only broken conditions are reported. */
  @Test
  void whatHoldsIsNotReported() throws Exception {
    for (String alone :
        new String[] {
          "condition 6 ", "condition 7 ", "condition 9 ", "condition 12 ", "the stock "
        }) {
      RunOnEngine run = new RunOnEngine(new Tpcc(TpccTest.small(TpccMix.STANDARD)), "silo", 1);
      TpccTables tables = TpccTest.tables(run);
      var unused =
          run.worker(0).run(transaction -> breakages().get(alone).accept(transaction, tables));
      String report = run.brokenInvariant().orElse("");
      assertEquals(1, report.lines().count(), report);
    }
  }
}

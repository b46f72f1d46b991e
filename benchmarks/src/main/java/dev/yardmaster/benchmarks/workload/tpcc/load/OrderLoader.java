package dev.yardmaster.benchmarks.workload.tpcc.load;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpcc.calls.NewOrder;
import dev.yardmaster.benchmarks.workload.tpcc.random.RandomText;
import dev.yardmaster.benchmarks.workload.tpcc.rows.CustomerOrder;
import dev.yardmaster.benchmarks.workload.tpcc.rows.NewOrders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.OrderLine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Orders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.table.Row;
import java.util.SplittableRandom;

/**
 * Loads a district's orders, one for each customer. The last three tenths of the orders are new
 * (not delivered).
 */
final class OrderLoader {

  private static final int LOADED_QUANTITY = 5;

  private final TpccSettings settings;
  private final TpccTables tables;
  private final RecordSink into;
  private final SplittableRandom random;
  private final RandomText text;
  private final Row order = Row.of(Orders.LAYOUT);
  private final Row newOrder = Row.of(NewOrders.LAYOUT);
  private final Row byCustomer = Row.of(CustomerOrder.LAYOUT);
  private final Row line = Row.of(OrderLine.LAYOUT);

  OrderLoader(
      TpccSettings settings,
      TpccTables tables,
      RecordSink into,
      SplittableRandom random,
      RandomText text) {
    this.settings = settings;
    this.tables = tables;
    this.into = into;
    this.random = random;
    this.text = text;
  }

  void load(int warehouse, int district) {
    int[] customers = permutation(settings.customers());
    for (int number = 1; number <= customers.length; number++) {
      loadOrder(warehouse, district, number, customers[number - 1]);
    }
  }

  /** Returns the numbers from 1 to n in a random order (Fisher and Yates). */
  private int[] permutation(int n) {
    int[] numbers = new int[n];
    for (int i = 0; i < n; i++) {
      int at = random.nextInt(i + 1);
      numbers[i] = numbers[at];
      numbers[at] = i + 1;
    }
    return numbers;
  }

  private void loadOrder(int warehouse, int district, int number, int customer) {
    boolean delivered = number <= settings.loadedDeliveries();
    int lines = random.nextInt(NewOrder.MIN_LINES, NewOrder.MAX_LINES + 1);
    long key = TpccKeys.order(warehouse, district, number);
    order.setLong(Orders.C_ID, customer);
    order.setLong(Orders.ENTRY_D, TpccLoader.LOAD_DATE);
    order.setLong(Orders.CARRIER_ID, delivered ? 1 + random.nextInt(10) : 0);
    order.setLong(Orders.OL_CNT, lines);
    order.setLong(Orders.ALL_LOCAL, 1);
    into.load(tables.order(), key, order);
    byCustomer.setLong(CustomerOrder.O_ID, number);
    into.load(
        tables.customerOrder(),
        TpccKeys.customerOrder(warehouse, district, customer, number),
        byCustomer);
    if (!delivered) {
      newOrder.setLong(NewOrders.O_ID, number);
      into.load(tables.newOrder(), key, newOrder);
    }
    for (int i = 1; i <= lines; i++) {
      loadLine(TpccKeys.orderLine(warehouse, district, number, i), warehouse, delivered);
    }
  }

  private void loadLine(long key, int warehouse, boolean delivered) {
    line.setLong(OrderLine.I_ID, 1 + random.nextInt(settings.items()));
    line.setLong(OrderLine.SUPPLY_W_ID, warehouse);
    line.setLong(OrderLine.DELIVERY_D, delivered ? TpccLoader.LOAD_DATE : 0);
    line.setLong(OrderLine.QUANTITY, LOADED_QUANTITY);
    line.setLong(OrderLine.AMOUNT, delivered ? 0 : 1 + random.nextInt(999_999));
    text.letters(line, OrderLine.DIST_INFO, Stock.DIST_BYTES, Stock.DIST_BYTES);
    into.load(tables.orderLine(), key, line);
  }
}

package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.CustomerOrder;
import dev.yardmaster.benchmarks.workload.tpcc.rows.OrderLine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Orders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/** Reads the status of a customer's latest order (clause 2.6). */
public final class OrderStatus extends TpccCall {

  /** Counts the rows of CUSTOMER, of the customer's index of orders, and of ORDER. */
  private static final int RECORDS = 3;

  private final CustomerByName byName;
  private final RowVisitor latest = this::visitLatest;
  private final RowVisitor lines = this::visitLine;
  private int warehouse;
  private int district;
  private int customerNumber;
  private int lastName;
  private long latestOrder;
  private int linesSeen;
  private int linesDelivered;

  OrderStatus(TpccTables tables) {
    super(tables);
    byName = new CustomerByName(tables);
  }

  @Override
  public void take(int[] inputs, int at) {
    warehouse = inputs[at + 1];
    district = inputs[at + 2];
    customerNumber = inputs[at + 3];
    lastName = inputs[at + 4];
  }

  @Override
  public void giveBackTo(TpccCalls pools) {
    pools.orderStatuses.giveBack(this);
  }

  @Override
  public String type() {
    return "order-status";
  }

  @Override
  public int records() {
    return RECORDS + MEAN_LINES + (customerNumber == 0 ? CustomerByName.MEAN_NAMESAKES : 0);
  }

  @Override
  public void declare(KeyHints keys) {
    if (customerNumber != 0) {
      keys.read(tables.customer(), TpccKeys.customer(warehouse, district, customerNumber));
    }
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public void run(RecordTransaction transaction) {
    int customer =
        customerNumber == 0
            ? byName.find(transaction, warehouse, district, lastName)
            : customerNumber;
    long customerKey = TpccKeys.customer(warehouse, district, customer);
    Row asking = read(transaction, tables.customer(), customerKey);

    latestOrder = 0;
    var unused =
        transaction.scanBackward(
            tables.customerOrder(),
            TpccKeys.customerOrder(warehouse, district, customer, 0),
            TpccKeys.customerOrder(warehouse, district, customer + 1, 0),
            1,
            latest);
    long orderKey = TpccKeys.order(warehouse, district, latestOrder);
    Row order = read(transaction, tables.order(), orderKey);

    linesSeen = 0;
    linesDelivered = 0;
    var seen =
        transaction.scan(
            tables.orderLine(),
            TpccKeys.orderLine(warehouse, district, latestOrder, 0),
            TpccKeys.orderLine(warehouse, district, latestOrder + 1, 0),
            Integer.MAX_VALUE,
            lines);
    if (seen != order.getLong(Orders.OL_CNT)) {
      throw new IllegalStateException(
          "an order has a wrong number of lines: order="
              + latestOrder
              + ", lines="
              + seen
              + ", balance="
              + asking.getLong(Customer.BALANCE));
    }
  }

  private boolean visitLatest(long key, byte[] rest, Row row) {
    latestOrder = row.getLong(CustomerOrder.O_ID);
    return true;
  }

  private boolean visitLine(long key, byte[] rest, Row row) {
    linesSeen++;
    if (row.getLong(OrderLine.DELIVERY_D) != 0) {
      linesDelivered++;
    }
    return true;
  }

  /** Returns the number of lines of the order. */
  int linesSeen() {
    return linesSeen;
  }

  /** Returns the number of delivered lines of the order. */
  int linesDelivered() {
    return linesDelivered;
  }
}

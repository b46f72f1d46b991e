package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.NewOrders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.OrderLine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Orders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Delivers the oldest new order of every district of a warehouse (clause 2.7). All deliveries are
 * in one transaction, which is not deferred. The transaction skips a district without new orders.
 */
public final class Delivery extends TpccCall {

  /** Counts the rows of the tables NEW-ORDER, ORDER and CUSTOMER. */
  private static final int RECORDS_OF_ORDER = 3;

  private final int districts;
  private final RowVisitor oldest = this::visitOldest;
  private int warehouse;
  private int carrier;
  private long oldestOrder;
  private int delivered;

  public Delivery(TpccTables tables, int districts, TransactionGroup group) {
    super(tables, group);
    this.districts = districts;
  }

  @Override
  public void take(int[] inputs, int at) {
    warehouse = inputs[at + 1];
    carrier = inputs[at + 2];
  }

  @Override
  public void giveBackTo(TpccCalls pools) {
    pools.deliveries.giveBack(this);
  }

  @Override
  public String type() {
    return "delivery";
  }

  @Override
  public int records() {
    return districts * (RECORDS_OF_ORDER + MEAN_LINES);
  }

  /** Declares no keys, because the delivered orders are not known beforehand. */
  @Override
  public void declare(KeyHints keys) {}

  @Override
  public void run(RecordTransaction transaction) {
    delivered = 0;
    for (int district = 1; district <= districts; district++) {
      int found =
          transaction.scan(
              tables.newOrder(),
              TpccKeys.order(warehouse, district, 0),
              TpccKeys.order(warehouse, district + 1, 0),
              1,
              oldest);
      if (found > 0) {
        deliver(transaction, district, oldestOrder);
        delivered++;
      }
    }
  }

  private boolean visitOldest(long key, byte[] rest, Row row) {
    oldestOrder = row.getLong(NewOrders.O_ID);
    return true;
  }

  private void deliver(RecordTransaction transaction, int district, long number) {
    long key = TpccKeys.order(warehouse, district, number);
    var unused = transaction.delete(tables.newOrder(), key);
    Row order = update(transaction, tables.order(), key);
    order.setLong(Orders.CARRIER_ID, carrier);
    int customer = (int) order.getLong(Orders.C_ID);
    int lines = (int) order.getLong(Orders.OL_CNT);
    long cents = 0;
    for (int i = 1; i <= lines; i++) {
      long lineKey = TpccKeys.orderLine(warehouse, district, number, i);
      Row line = update(transaction, tables.orderLine(), lineKey);
      line.setLong(OrderLine.DELIVERY_D, date);
      cents += line.getLong(OrderLine.AMOUNT);
    }
    long customerKey = TpccKeys.customer(warehouse, district, customer);
    Row buyer = update(transaction, tables.customer(), customerKey);
    buyer.addLong(Customer.BALANCE, cents);
    buyer.addLong(Customer.DELIVERY_CNT, 1);
  }

  /** Returns the number of orders that the transaction delivered. */
  public int delivered() {
    return delivered;
  }
}

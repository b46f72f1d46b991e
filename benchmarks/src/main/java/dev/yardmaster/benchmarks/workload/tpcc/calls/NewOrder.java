package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.random.RandomText;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.CustomerOrder;
import dev.yardmaster.benchmarks.workload.tpcc.rows.District;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Item;
import dev.yardmaster.benchmarks.workload.tpcc.rows.NewOrders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.OrderLine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Orders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Warehouse;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * A customer orders 5 to 15 items (clause 2.4). One order in 100 names an item that does not exist.
 */
public final class NewOrder extends TpccCall {

  /** The number of an item that does not exist. */
  public static final int NO_ITEM = 0;

  public static final int MIN_LINES = 5;
  public static final int MAX_LINES = 15;

  /**
   * Counts the rows of WAREHOUSE, DISTRICT, CUSTOMER, ORDER and NEW-ORDER, and of the customer's
   * index of orders.
   */
  private static final int RECORDS = 6;

  /** Counts the rows of ITEM, STOCK and ORDER-LINE. */
  private static final int RECORDS_OF_LINE = 3;

  private static final long TEN_THOUSAND = 10_000;

  private final int[] items = new int[MAX_LINES];
  private final int[] suppliers = new int[MAX_LINES];
  private final int[] quantities = new int[MAX_LINES];
  private final byte[] distInfo = new byte[Stock.DIST_BYTES];
  private final byte[] data = new byte[Math.max(Item.DATA.maxBytes(), Stock.DATA.maxBytes())];
  private int warehouse;
  private int district;
  private int customer;
  private int lines;
  private int brandItems;
  private long totalCents;

  NewOrder(TpccTables tables, TransactionGroup group) {
    super(tables, group);
  }

  @Override
  public void take(int[] inputs, int at) {
    int next = at + 1;
    warehouse = inputs[next++];
    district = inputs[next++];
    customer = inputs[next++];
    lines = inputs[next++];
    for (int i = 0; i < lines; i++) {
      items[i] = inputs[next++];
      suppliers[i] = inputs[next++];
      quantities[i] = inputs[next++];
    }
  }

  @Override
  public void giveBackTo(TpccCalls pools) {
    pools.newOrders.giveBack(this);
  }

  @Override
  public String type() {
    return "new-order";
  }

  @Override
  public int records() {
    return RECORDS + RECORDS_OF_LINE * lines;
  }

  @Override
  public void declare(KeyHints keys) {
    keys.read(tables.warehouse(), TpccKeys.warehouse(warehouse));
    keys.write(tables.district(), TpccKeys.district(warehouse, district));
    keys.read(tables.customer(), TpccKeys.customer(warehouse, district, customer));
    for (int i = 0; i < lines; i++) {
      if (items[i] != NO_ITEM) {
        keys.read(tables.item(), TpccKeys.item(items[i]));
        keys.write(tables.stock(), TpccKeys.stock(suppliers[i], items[i]));
      }
    }
  }

  @Override
  public void run(RecordTransaction transaction) {
    long customerKey = TpccKeys.customer(warehouse, district, customer);
    long warehouseTax = read(transaction, tables.warehouse(), warehouse).getLong(Warehouse.TAX);
    Row buyer = read(transaction, tables.customer(), customerKey);
    long discount = buyer.getLong(Customer.DISCOUNT);

    long districtKey = TpccKeys.district(warehouse, district);
    Row home = update(transaction, tables.district(), districtKey);
    long order = home.getLong(District.NEXT_O_ID);
    home.setLong(District.NEXT_O_ID, order + 1);
    long districtTax = home.getLong(District.TAX);

    insertOrder(transaction, order);
    brandItems = 0;
    long sum = 0;
    for (int i = 0; i < lines; i++) {
      sum += line(transaction, order, i);
    }
    long afterDiscount = sum * (TEN_THOUSAND - discount) / TEN_THOUSAND;
    totalCents = afterDiscount * (TEN_THOUSAND + warehouseTax + districtTax) / TEN_THOUSAND;
  }

  private void insertOrder(RecordTransaction transaction, long number) {
    long key = TpccKeys.order(warehouse, district, number);
    Row order = insert(transaction, tables.order(), key);
    order.setLong(Orders.C_ID, customer);
    order.setLong(Orders.ENTRY_D, date);
    order.setLong(Orders.OL_CNT, lines);
    order.setLong(Orders.ALL_LOCAL, isAllLocal() ? 1 : 0);
    insert(transaction, tables.newOrder(), key).setLong(NewOrders.O_ID, number);
    long byCustomer = TpccKeys.customerOrder(warehouse, district, customer, number);
    insert(transaction, tables.customerOrder(), byCustomer).setLong(CustomerOrder.O_ID, number);
  }

  private boolean isAllLocal() {
    for (int i = 0; i < lines; i++) {
      if (suppliers[i] != warehouse) {
        return false;
      }
    }
    return true;
  }

  /** Orders one item. Returns the amount of the order line, in cents. */
  private long line(RecordTransaction transaction, long order, int index) {
    int item = items[index];
    Row offered = transaction.read(tables.item(), TpccKeys.item(item));
    if (offered == null) {
      throw transaction.abort("item number is not valid");
    }
    long amount = offered.getLong(Item.PRICE) * quantities[index];
    boolean original = RandomText.isOriginal(data, offered.getBytes(Item.DATA, data));

    long stockKey = TpccKeys.stock(suppliers[index], item);
    Row stock = update(transaction, tables.stock(), stockKey);
    take(stock, index);
    if (original && RandomText.isOriginal(data, stock.getBytes(Stock.DATA, data))) {
      brandItems++;
    }
    int infoLength = stock.getBytes(Stock.dist(district), distInfo);

    long key = TpccKeys.orderLine(warehouse, district, order, index + 1);
    Row line = insert(transaction, tables.orderLine(), key);
    line.setLong(OrderLine.I_ID, item);
    line.setLong(OrderLine.SUPPLY_W_ID, suppliers[index]);
    line.setLong(OrderLine.QUANTITY, quantities[index]);
    line.setLong(OrderLine.AMOUNT, amount);
    line.setBytes(OrderLine.DIST_INFO, distInfo, infoLength);
    return amount;
  }

  private void take(Row stock, int index) {
    int wanted = quantities[index];
    long left = stock.getLong(Stock.QUANTITY) - wanted;
    stock.setLong(Stock.QUANTITY, left >= 10 ? left : left + 91);
    stock.addLong(Stock.YTD, wanted);
    stock.addLong(Stock.ORDER_CNT, 1);
    if (suppliers[index] != warehouse) {
      stock.addLong(Stock.REMOTE_CNT, 1);
    }
  }

  /** Returns the total that the customer must pay, in cents. */
  long totalCents() {
    return totalCents;
  }

  /** Returns the number of lines whose brand-generic field is B (clause 2.4.2.2). */
  int brandItems() {
    return brandItems;
  }
}

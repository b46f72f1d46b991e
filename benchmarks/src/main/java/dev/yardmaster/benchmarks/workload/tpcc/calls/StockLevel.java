package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.rows.District;
import dev.yardmaster.benchmarks.workload.tpcc.rows.OrderLine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;
import java.util.Arrays;

/** Counts the items with low stock in a district's last 20 orders (clause 2.8). */
public final class StockLevel extends TpccCall implements RowVisitor {

  private static final int ORDERS = 20;

  /**
   * The number of slots of the hash set of items; more than twice the number of items in 20 orders.
   */
  private static final int SLOTS = 1024;

  private final Isolation isolation;
  private final int[] items = new int[SLOTS];
  private int warehouse;
  private int district;
  private int threshold;
  private int low;

  StockLevel(TpccTables tables, Isolation isolation) {
    super(tables);
    this.isolation = isolation;
  }

  @Override
  public void take(int[] inputs, int at) {
    warehouse = inputs[at + 1];
    district = inputs[at + 2];
    threshold = inputs[at + 3];
  }

  @Override
  public void giveBackTo(TpccCalls pools) {
    pools.stockLevels.giveBack(this);
  }

  @Override
  public String type() {
    return "stock-level";
  }

  /**
   * Counts the district's row and, for each order line, the row of the line and the STOCK row of
   * its item.
   */
  @Override
  public int records() {
    return 1 + ORDERS * MEAN_LINES * 2;
  }

  @Override
  public void declare(KeyHints keys) {
    keys.read(tables.district(), TpccKeys.district(warehouse, district));
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public Isolation isolation() {
    return isolation;
  }

  @Override
  public void run(RecordTransaction transaction) {
    Arrays.fill(items, 0);
    low = 0;
    long districtKey = TpccKeys.district(warehouse, district);
    long next = read(transaction, tables.district(), districtKey).getLong(District.NEXT_O_ID);
    var unused =
        transaction.scan(
            tables.orderLine(),
            TpccKeys.orderLine(warehouse, district, Math.max(1, next - ORDERS), 0),
            TpccKeys.orderLine(warehouse, district, next, 0),
            Integer.MAX_VALUE,
            this);
    for (int item : items) {
      if (item != 0) {
        count(transaction, item);
      }
    }
  }

  /** Adds an item to the set, by open addressing, if the set does not contain it. */
  @Override
  public boolean visit(long key, byte[] rest, Row row) {
    int item = (int) row.getLong(OrderLine.I_ID);
    int slot = item & (SLOTS - 1);
    while (items[slot] != 0 && items[slot] != item) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    items[slot] = item;
    return true;
  }

  private void count(RecordTransaction transaction, int item) {
    long key = TpccKeys.stock(warehouse, item);
    Row stock = read(transaction, tables.stock(), key);
    if (stock.getLong(Stock.QUANTITY) < threshold) {
      low++;
    }
  }

  /** Returns the number of items whose stock is low. */
  int low() {
    return low;
  }
}

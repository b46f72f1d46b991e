package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.History;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;
import java.nio.charset.StandardCharsets;

/**
 * Rewards the customer who has paid most in a range of the home warehouse's customers. The
 * transaction is the bulk transaction of the ROCC paper (section V-B): a scan and three updates.
 *
 * <p>The paper does not say how the consistency conditions remain true after this transaction. In
 * this implementation, the reward is booked as a payment of the customer. The reward changes {@code
 * C_BALANCE}, {@code C_YTD_PAYMENT}, {@code D_YTD} of the customer's district and {@code W_YTD},
 * and adds a row to the table HISTORY. Therefore all twelve consistency conditions hold unchanged.
 * The paper's transaction does not insert a row into HISTORY.
 */
public final class TopShopper extends PayingCall {

  private static final byte[] HISTORY_DATA =
      "reward of a top shopper".getBytes(StandardCharsets.US_ASCII);

  private final int scanLength;
  private final RowVisitor shoppers = this::visitShopper;
  private long from;
  private long to;
  private long topKey;
  private long topPaid;

  public TopShopper(TpccTables tables, int scanLength) {
    super(tables, TransactionGroup.NONE);
    this.scanLength = scanLength;
  }

  @Override
  public void take(int[] inputs, int at) {
    warehouse = inputs[at + 1];
    from = TpccKeys.customer(warehouse, inputs[at + 2], inputs[at + 3]);
    to = TpccKeys.customer(warehouse, inputs[at + 4], inputs[at + 5]);
    cents = inputs[at + 6];
  }

  @Override
  public void giveBackTo(TpccCalls pools) {
    pools.topShoppers.giveBack(this);
  }

  @Override
  public String type() {
    return "top-shopper";
  }

  @Override
  public int records() {
    return scanLength + RECORDS;
  }

  @Override
  public boolean isBulk() {
    return true;
  }

  /** Declares all keys except the key of the rewarded customer, which only the scan can find. */
  @Override
  public void declare(KeyHints keys) {
    keys.write(tables.warehouse(), TpccKeys.warehouse(warehouse));
    keys.write(tables.history(), historyKey);
  }

  @Override
  public void run(RecordTransaction transaction) {
    topPaid = Long.MIN_VALUE;
    int seen = transaction.scan(tables.customer(), from, to, Integer.MAX_VALUE, shoppers);
    if (seen != scanLength) {
      throw new IllegalStateException(
          "customers are missing or duplicated: from="
              + from
              + ", scanned="
              + seen
              + ", length="
              + scanLength);
    }
    reward(transaction);
  }

  private boolean visitShopper(long key, byte[] rest, Row row) {
    long paid = row.getLong(Customer.YTD_PAYMENT);
    if (paid > topPaid) {
      topPaid = paid;
      topKey = key;
    }
    return true;
  }

  private void reward(RecordTransaction transaction) {
    bookForCustomer(transaction, topKey);
    int district = TpccKeys.districtOfCustomer(topKey);
    bookInDistrict(transaction, district);
    bookAtWarehouse(transaction);
    addHistory(transaction, TpccKeys.customerOf(topKey), district, warehouse, district)
        .setBytes(History.DATA, HISTORY_DATA);
  }
}

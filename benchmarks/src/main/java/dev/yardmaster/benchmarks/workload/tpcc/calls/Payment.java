package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.District;
import dev.yardmaster.benchmarks.workload.tpcc.rows.History;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Warehouse;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * Books a payment of a customer, possibly at a warehouse other than the customer's home (clause
 * 2.5).
 */
public final class Payment extends PayingCall {

  private static final int SPACES = 4;

  private final CustomerByName byName;
  private final DataText text = new DataText();
  private final byte[] name = new byte[Warehouse.NAME.maxBytes()];
  private final byte[] historyData = new byte[History.DATA.maxBytes()];
  private final byte[] credit = new byte[Customer.CREDIT.maxBytes()];
  private int district;
  private int customerWarehouse;
  private int customerDistrict;
  private int customerNumber;
  private int lastName;

  Payment(TpccTables tables, TransactionGroup group) {
    super(tables, group);
    byName = new CustomerByName(tables);
  }

  @Override
  public void take(int[] inputs, int at) {
    warehouse = inputs[at + 1];
    district = inputs[at + 2];
    customerWarehouse = inputs[at + 3];
    customerDistrict = inputs[at + 4];
    customerNumber = inputs[at + 5];
    lastName = inputs[at + 6];
    cents = inputs[at + 7];
  }

  @Override
  public void giveBackTo(TpccCalls pools) {
    pools.payments.giveBack(this);
  }

  @Override
  public String type() {
    return "payment";
  }

  @Override
  public int records() {
    return RECORDS + (customerNumber == 0 ? CustomerByName.MEAN_NAMESAKES : 0);
  }

  @Override
  public void declare(KeyHints keys) {
    keys.write(tables.warehouse(), TpccKeys.warehouse(warehouse));
    keys.write(tables.district(), TpccKeys.district(warehouse, district));
    if (customerNumber != 0) {
      keys.write(tables.customer(), customerKey(customerNumber));
    }
    keys.write(tables.history(), historyKey);
  }

  private long customerKey(int customer) {
    return TpccKeys.customer(customerWarehouse, customerDistrict, customer);
  }

  @Override
  public void run(RecordTransaction transaction) {
    Row paidAt = bookAtWarehouse(transaction);
    int length = paidAt.getBytes(Warehouse.NAME, name);
    System.arraycopy(name, 0, historyData, 0, length);
    for (int i = 0; i < SPACES; i++) {
      historyData[length++] = ' ';
    }

    Row paidIn = bookInDistrict(transaction, district);
    int districtName = paidIn.getBytes(District.NAME, name);
    System.arraycopy(name, 0, historyData, length, districtName);
    length += districtName;

    int customer =
        customerNumber == 0
            ? byName.find(transaction, customerWarehouse, customerDistrict, lastName)
            : customerNumber;
    pay(transaction, customer);
    addHistory(transaction, customer, customerDistrict, customerWarehouse, district)
        .setBytes(History.DATA, historyData, length);
  }

  private void pay(RecordTransaction transaction, int customer) {
    Row payer = bookForCustomer(transaction, customerKey(customer));
    payer.addLong(Customer.PAYMENT_CNT, 1);
    var unused = payer.getBytes(Customer.CREDIT, credit);
    if (credit[0] == 'B') {
      text.begin()
          .add(customer)
          .add(customerDistrict)
          .add(customerWarehouse)
          .add(district)
          .add(warehouse)
          .addCents(cents)
          .putBefore(payer, Customer.DATA);
    }
  }
}

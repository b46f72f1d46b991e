package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.schedule.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;

/** A customer pays, perhaps at another warehouse than the own (clause 2.5). */
final class Payment extends TpccCall {

  private static final int SPACES = 4;

  private final CustomerByName byName;
  private final DataText text = new DataText();
  private final byte[] name = new byte[Warehouse.NAME.maxBytes()];
  private final byte[] historyData = new byte[History.DATA.maxBytes()];
  private final byte[] credit = new byte[Customer.CREDIT.maxBytes()];
  private int warehouse;
  private int district;
  private int customerWarehouse;
  private int customerDistrict;
  private int customerNumber;
  private int lastName;
  private int cents;
  private long historyKey;

  Payment(TpccTables tables) {
    super(tables);
    byName = new CustomerByName(tables);
  }

  @Override
  void take(int[] inputs, int at) {
    warehouse = inputs[at + 1];
    district = inputs[at + 2];
    customerWarehouse = inputs[at + 3];
    customerDistrict = inputs[at + 4];
    customerNumber = inputs[at + 5];
    lastName = inputs[at + 6];
    cents = inputs[at + 7];
  }

  /** The key of the row that it adds to the history. */
  void takeHistoryKey(long key) {
    historyKey = key;
  }

  @Override
  void giveBackTo(TpccCalls pools) {
    pools.payments.giveBack(this);
  }

  @Override
  public String type() {
    return "payment";
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
    Row paidAt =
        there(transaction.update(tables.warehouse(), warehouse), tables.warehouse(), warehouse);
    paidAt.addLong(Warehouse.YTD, cents);
    int length = paidAt.getBytes(Warehouse.NAME, name);
    System.arraycopy(name, 0, historyData, 0, length);
    for (int i = 0; i < SPACES; i++) {
      historyData[length++] = ' ';
    }

    long districtKey = TpccKeys.district(warehouse, district);
    Row paidIn =
        there(transaction.update(tables.district(), districtKey), tables.district(), districtKey);
    paidIn.addLong(District.YTD, cents);
    int districtName = paidIn.getBytes(District.NAME, name);
    System.arraycopy(name, 0, historyData, length, districtName);
    length += districtName;

    int customer =
        customerNumber == 0
            ? byName.find(transaction, customerWarehouse, customerDistrict, lastName)
            : customerNumber;
    pay(transaction, customer);
    insertHistory(transaction, customer, length);
  }

  private void pay(RecordTransaction transaction, int customer) {
    long key = customerKey(customer);
    Row payer = there(transaction.update(tables.customer(), key), tables.customer(), key);
    payer.addLong(Customer.BALANCE, -cents);
    payer.addLong(Customer.YTD_PAYMENT, cents);
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

  private void insertHistory(RecordTransaction transaction, int customer, int dataLength) {
    Row history =
        added(transaction.insert(tables.history(), historyKey), tables.history(), historyKey);
    history.setLong(History.C_ID, customer);
    history.setLong(History.C_D_ID, customerDistrict);
    history.setLong(History.C_W_ID, customerWarehouse);
    history.setLong(History.D_ID, district);
    history.setLong(History.W_ID, warehouse);
    history.setLong(History.DATE, date);
    history.setLong(History.AMOUNT, cents);
    history.setBytes(History.DATA, historyData, dataLength);
  }
}

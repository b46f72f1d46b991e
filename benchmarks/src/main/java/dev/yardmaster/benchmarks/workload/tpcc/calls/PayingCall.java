package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.District;
import dev.yardmaster.benchmarks.workload.tpcc.rows.History;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Warehouse;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;

/** A transaction that books a payment of a customer and adds a row to the table HISTORY. */
public abstract class PayingCall extends TpccCall {

  /** Counts the rows of WAREHOUSE, DISTRICT, CUSTOMER and HISTORY. */
  static final int RECORDS = 4;

  int warehouse;
  int cents;
  long historyKey;

  PayingCall(TpccTables tables, TransactionGroup group) {
    super(tables, group);
  }

  /** Sets the key of the history row. */
  public final void takeHistoryKey(long key) {
    historyKey = key;
  }

  final Row bookAtWarehouse(RecordTransaction transaction) {
    Row paidAt = update(transaction, tables.warehouse(), warehouse);
    paidAt.addLong(Warehouse.YTD, cents);
    return paidAt;
  }

  final Row bookInDistrict(RecordTransaction transaction, int district) {
    Row paidIn = update(transaction, tables.district(), TpccKeys.district(warehouse, district));
    paidIn.addLong(District.YTD, cents);
    return paidIn;
  }

  final Row bookForCustomer(RecordTransaction transaction, long customerKey) {
    Row payer = update(transaction, tables.customer(), customerKey);
    payer.addLong(Customer.BALANCE, -cents);
    payer.addLong(Customer.YTD_PAYMENT, cents);
    return payer;
  }

  /** Adds a history row, whose data column the caller sets. */
  final Row addHistory(
      RecordTransaction transaction,
      int customer,
      int customerDistrict,
      int customerWarehouse,
      int district) {
    Row history = insert(transaction, tables.history(), historyKey);
    history.setLong(History.C_ID, customer);
    history.setLong(History.C_D_ID, customerDistrict);
    history.setLong(History.C_W_ID, customerWarehouse);
    history.setLong(History.D_ID, district);
    history.setLong(History.W_ID, warehouse);
    history.setLong(History.DATE, date);
    history.setLong(History.AMOUNT, cents);
    return history;
  }
}

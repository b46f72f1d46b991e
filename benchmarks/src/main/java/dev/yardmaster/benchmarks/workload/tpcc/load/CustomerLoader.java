package dev.yardmaster.benchmarks.workload.tpcc.load;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpcc.random.LastNames;
import dev.yardmaster.benchmarks.workload.tpcc.random.NonUniformRandom;
import dev.yardmaster.benchmarks.workload.tpcc.random.RandomText;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.CustomerName;
import dev.yardmaster.benchmarks.workload.tpcc.rows.History;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.table.Row;
import java.util.SplittableRandom;

/** Loads a district's customers, their entries in the index of last names, and their histories. */
final class CustomerLoader {

  private static final byte[] MIDDLE = {'O', 'E'};
  private static final byte[] GOOD_CREDIT = {'G', 'C'};
  private static final byte[] BAD_CREDIT = {'B', 'C'};
  private static final long CREDIT_LIMIT_CENTS = 5_000_000;

  private final TpccSettings settings;
  private final TpccTables tables;
  private final RecordSink into;
  private final SplittableRandom random;
  private final RandomText text;
  private final Row customer = Row.of(Customer.LAYOUT);
  private final Row byName = Row.of(CustomerName.LAYOUT);
  private final Row history = Row.of(History.LAYOUT);
  private final byte[] first = new byte[Customer.FIRST.maxBytes()];

  CustomerLoader(
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
    for (int number = 1; number <= settings.customers(); number++) {
      int lastName =
          number <= settings.lastNames()
              ? number - 1
              : NonUniformRandom.lastName(
                  random, NonUniformRandom.LAST_NAME_LOADING, settings.lastNames());
      loadCustomer(TpccKeys.customer(warehouse, district, number), lastName);
      loadName(TpccKeys.customerName(warehouse, district, lastName, number));
      loadHistory(warehouse, district, number);
    }
  }

  private void loadCustomer(long key, int lastName) {
    text.letters(customer, Customer.FIRST, 8, 16);
    customer.setBytes(Customer.MIDDLE, MIDDLE);
    customer.setBytes(Customer.LAST, LastNames.of(lastName));
    text.letters(customer, Customer.STREET_1, 10, 20);
    text.letters(customer, Customer.STREET_2, 10, 20);
    text.letters(customer, Customer.CITY, 10, 20);
    text.state(customer, Customer.STATE);
    text.zip(customer, Customer.ZIP);
    text.digits(customer, Customer.PHONE, 16);
    customer.setLong(Customer.SINCE, TpccLoader.LOAD_DATE);
    customer.setBytes(Customer.CREDIT, random.nextInt(10) == 0 ? BAD_CREDIT : GOOD_CREDIT);
    customer.setLong(Customer.CREDIT_LIM, CREDIT_LIMIT_CENTS);
    customer.setLong(Customer.DISCOUNT, random.nextInt(5_001));
    customer.setLong(Customer.BALANCE, -TpccLoader.LOADED_PAYMENT_CENTS);
    customer.setLong(Customer.YTD_PAYMENT, TpccLoader.LOADED_PAYMENT_CENTS);
    customer.setLong(Customer.PAYMENT_CNT, 1);
    customer.setLong(Customer.DELIVERY_CNT, 0);
    text.letters(customer, Customer.DATA, 300, 500);
    into.load(tables.customer(), key, customer);
  }

  private void loadName(long key) {
    int length = customer.getBytes(Customer.FIRST, first);
    byName.setLong(CustomerName.FIRST_HIGH, letters(0, length));
    byName.setLong(CustomerName.FIRST_LOW, letters(Long.BYTES, length));
    into.load(tables.customerName(), key, byName);
  }

  /**
   * Returns eight letters of the first name, beginning at an index, with the first letter in the
   * highest byte.
   */
  private long letters(int from, int length) {
    long letters = 0;
    for (int i = from; i < from + Long.BYTES; i++) {
      letters = (letters << Byte.SIZE) | (i < length ? first[i] : 0);
    }
    return letters;
  }

  private void loadHistory(int warehouse, int district, int number) {
    history.setLong(History.C_ID, number);
    history.setLong(History.C_D_ID, district);
    history.setLong(History.C_W_ID, warehouse);
    history.setLong(History.D_ID, district);
    history.setLong(History.W_ID, warehouse);
    history.setLong(History.DATE, TpccLoader.LOAD_DATE);
    history.setLong(History.AMOUNT, TpccLoader.LOADED_PAYMENT_CENTS);
    text.letters(history, History.DATA, 12, 24);
    into.load(tables.history(), TpccKeys.loadedHistory(warehouse, district, number), history);
  }
}

package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.ConsistencyViolations;
import dev.yardmaster.benchmarks.workload.records.QuiescentReads;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.District;
import dev.yardmaster.benchmarks.workload.tpcc.rows.History;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Warehouse;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.table.Row;
import java.util.List;

/**
 * Checks the twelve consistency conditions (clause 3.3.2). Further conditions compare the tables
 * with the committed transactions: the numbers of orders, payments and deliveries, and the units
 * taken from the stock. The standard states condition 11 for loaded tables; here the condition
 * includes deliveries.
 */
final class ConsistencyCheck {

  private final TpccSettings settings;
  private final TpccTables tables;
  private final QuiescentReads reads;
  private final ConsistencyViolations findings = new ConsistencyViolations();

  private final long[] warehouseYtd;
  private final long[] districtYtd;
  private final long[] nextOrders;
  private final long[] historyOfDistrict;
  private final long[] historyOfCustomer;
  private final long[] deliveredToCustomer;
  private final long[] soldUnits;
  private final int[] soldLines;
  private long histories;
  private long orders;
  private long newOrders;

  ConsistencyCheck(TpccSettings settings, TpccTables tables, QuiescentReads reads) {
    this.settings = settings;
    this.tables = tables;
    this.reads = reads;
    warehouseYtd = new long[settings.warehouses()];
    districtYtd = new long[settings.allDistricts()];
    nextOrders = new long[settings.allDistricts()];
    historyOfDistrict = new long[settings.allDistricts()];
    historyOfCustomer = new long[Math.toIntExact(settings.allCustomers())];
    deliveredToCustomer = new long[historyOfCustomer.length];
    int stocks = Math.multiplyExact(settings.warehouses(), settings.items());
    soldUnits = new long[stocks];
    soldLines = new int[stocks];
  }

  /** Returns a line for each broken condition. */
  List<String> broken(List<TpccClient> clients) {
    readWarehouses();
    readHistory(clients);
    checkPayments();
    for (int i = 0; i < settings.allDistricts(); i++) {
      readOrders(i);
    }
    checkCustomers();
    checkStock();
    checkCommitted(clients);
    return findings.lines();
  }

  private int districtIndex(long warehouse, long district) {
    return (int) ((warehouse - 1) * settings.districts() + district - 1);
  }

  private int warehouseOf(int districtIndex) {
    return 1 + districtIndex / settings.districts();
  }

  private int districtOf(int districtIndex) {
    return 1 + districtIndex % settings.districts();
  }

  private int customerIndex(int districtIndex, long customer) {
    return (int) (districtIndex * (long) settings.customers() + customer - 1);
  }

  private void readWarehouses() {
    reads.keys(
        tables.warehouse(),
        settings.warehouses(),
        index -> index + 1,
        (key, row) -> warehouseYtd[(int) key - 1] = row.getLong(Warehouse.YTD));
    for (int i = 0; i < settings.allDistricts(); i++) {
      int index = i;
      reads.keys(
          tables.district(),
          1,
          zero -> TpccKeys.district(warehouseOf(index), districtOf(index)),
          (key, row) -> {
            districtYtd[index] = row.getLong(District.YTD);
            nextOrders[index] = row.getLong(District.NEXT_O_ID);
          });
    }
  }

  private void readHistory(List<TpccClient> clients) {
    int customers = settings.customers();
    for (int i = 0; i < settings.allDistricts(); i++) {
      int warehouse = warehouseOf(i);
      int district = districtOf(i);
      reads.keys(
          tables.history(),
          customers,
          index -> TpccKeys.loadedHistory(warehouse, district, (int) index + 1),
          (key, row) -> addHistory(row));
    }
    for (TpccClient client : clients) {
      reads.keys(
          tables.history(),
          client.begun(),
          index -> TpccKeys.history(client.index(), index + 1),
          (key, row) -> addHistory(row));
    }
  }

  private void addHistory(Row row) {
    long cents = row.getLong(History.AMOUNT);
    histories++;
    historyOfDistrict[districtIndex(row.getLong(History.W_ID), row.getLong(History.D_ID))] += cents;
    int home = districtIndex(row.getLong(History.C_W_ID), row.getLong(History.C_D_ID));
    historyOfCustomer[customerIndex(home, row.getLong(History.C_ID))] += cents;
  }

  private void checkPayments() {
    for (int w = 1; w <= settings.warehouses(); w++) {
      long districts = 0;
      long history = 0;
      for (int d = 1; d <= settings.districts(); d++) {
        int index = districtIndex(w, d);
        districts += districtYtd[index];
        history += historyOfDistrict[index];
        findings.expectEqual(
            "condition 9",
            "warehouse=" + w + ", district=" + d,
            "D_YTD",
            districtYtd[index],
            "sum(H_AMOUNT)",
            historyOfDistrict[index]);
      }
      String place = "warehouse=" + w;
      long ytd = warehouseYtd[w - 1];
      findings.expectEqual("condition 1", place, "W_YTD", ytd, "sum(D_YTD)", districts);
      findings.expectEqual("condition 8", place, "W_YTD", ytd, "sum(H_AMOUNT)", history);
    }
  }

  private void readOrders(int index) {
    DistrictOrders read = new DistrictOrders(tables, warehouseOf(index), districtOf(index));
    read.read(
        reads,
        nextOrders[index],
        (customer, cents) -> deliveredToCustomer[customerIndex(index, customer)] += cents,
        this::addSold,
        findings);
    orders += read.orders();
    newOrders += read.newOrders();
  }

  private void addSold(int order, int supplier, int item, long units) {
    // The columns of the table STOCK do not count the units of loaded orders.
    if (order > settings.customers()) {
      int index = stockIndex(supplier, item);
      soldUnits[index] += units;
      soldLines[index]++;
    }
  }

  private int stockIndex(int warehouse, int item) {
    return (warehouse - 1) * settings.items() + item - 1;
  }

  private void checkCustomers() {
    for (int i = 0; i < settings.allDistricts(); i++) {
      int district = i;
      String place = "warehouse=" + warehouseOf(i) + ", district=" + districtOf(i) + ", customer=";
      reads.keys(
          tables.customer(),
          settings.customers(),
          index -> TpccKeys.customer(warehouseOf(district), districtOf(district), (int) index + 1),
          (key, row) -> checkCustomer(row, place, district, TpccKeys.customerOf(key)));
    }
  }

  private void checkCustomer(Row row, String place, int district, long customer) {
    int index = customerIndex(district, customer);
    long balance = row.getLong(Customer.BALANCE);
    long delivered = deliveredToCustomer[index];
    findings.expectEqual(
        "condition 10",
        place + customer,
        "C_BALANCE",
        balance,
        "sum(OL_AMOUNT)-sum(H_AMOUNT)",
        delivered - historyOfCustomer[index]);
    findings.expectEqual(
        "condition 12",
        place + customer,
        "C_BALANCE+C_YTD_PAYMENT",
        balance + row.getLong(Customer.YTD_PAYMENT),
        "sum(OL_AMOUNT)",
        delivered);
  }

  private void checkStock() {
    for (int w = 1; w <= settings.warehouses(); w++) {
      int warehouse = w;
      reads.keys(
          tables.stock(),
          settings.items(),
          index -> TpccKeys.stock(warehouse, (int) index + 1),
          (key, row) -> {
            int item = (int) (key - TpccKeys.stock(warehouse, 0));
            int index = stockIndex(warehouse, item);
            String place = "warehouse=" + warehouse + ", item=" + item;
            long units = row.getLong(Stock.YTD);
            findings.expectEqual(
                "the stock", place, "S_YTD", units, "sum(OL_QUANTITY)", soldUnits[index]);
            long lines = row.getLong(Stock.ORDER_CNT);
            findings.expectEqual(
                "the stock", place, "S_ORDER_CNT", lines, "order lines", soldLines[index]);
          });
    }
  }

  private void checkCommitted(List<TpccClient> clients) {
    long ordered = 0;
    long paid = 0;
    long delivered = 0;
    for (TpccClient client : clients) {
      ordered += client.newOrders();
      paid += client.payments() + client.rewards();
      delivered += client.delivered();
    }
    long loaded = settings.allCustomers();
    String place = "all warehouses";
    findings.expectEqual(
        "condition 11",
        place,
        "orders-new orders",
        orders - newOrders,
        "loaded and committed deliveries",
        (long) settings.allDistricts() * settings.loadedDeliveries() + delivered);
    findings.expectEqual(
        "the number of orders", place, "orders", orders, "loaded and committed", loaded + ordered);
    findings.expectEqual(
        "the number of payments and rewards",
        place,
        "histories",
        histories,
        "loaded and committed",
        loaded + paid);
  }
}

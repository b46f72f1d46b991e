package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.ConsistencyViolations;
import dev.yardmaster.benchmarks.workload.records.QuiescentReads;
import dev.yardmaster.benchmarks.workload.tpcc.rows.OrderLine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Orders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Reads one district's orders with their lines, and checks consistency conditions 2 to 7, the
 * conditions about orders and their lines.
 */
final class DistrictOrders {

  private final TpccTables tables;
  private final int warehouse;
  private final int district;
  private final String place;
  private final BitSet isNew = new BitSet();
  private int[] lines = new int[4_096];
  private int[] undelivered = new int[4_096];
  private long[] cents = new long[4_096];
  private int last;
  private long newOrders;
  private int firstNew;
  private int lastNew;
  private long orders;
  private int lastOrder;
  private long linesOfOrders;
  private long linesThere;
  private long byCustomer;

  DistrictOrders(TpccTables tables, int warehouse, int district) {
    this.tables = tables;
    this.warehouse = warehouse;
    this.district = district;
    place = "warehouse=" + warehouse + ", district=" + district;
  }

  /** Receives the amounts that customers must pay for delivered orders. */
  interface DeliveredCents {
    void add(int customer, long cents);
  }

  /** Receives the units that order lines have taken from stock. */
  interface SoldUnits {
    void add(int order, int supplier, int item, long units);
  }

  /**
   * Reads the orders of a district and checks their conditions.
   *
   * @param nextOrder the number of the district's next order
   */
  void read(
      QuiescentReads reads,
      long nextOrder,
      DeliveredCents delivered,
      SoldUnits sold,
      ConsistencyViolations findings) {
    last = (int) nextOrder;
    readNewOrders(reads);
    readLines(reads, sold);
    readByCustomer(reads);
    readOrders(reads, delivered, findings);
    findings.expectEqual(
        "condition 2", place, "D_NEXT_O_ID-1", nextOrder - 1, "max(O_ID)", lastOrder);
    if (newOrders > 0) {
      findings.expectEqual(
          "condition 2", place, "D_NEXT_O_ID-1", nextOrder - 1, "max(NO_O_ID)", lastNew);
      findings.expectEqual(
          "condition 3",
          place,
          "max-min+1 of NO_O_ID",
          lastNew - firstNew + 1L,
          "new orders",
          newOrders);
    }
    findings.expectEqual(
        "condition 4", place, "sum(O_OL_CNT)", linesOfOrders, "order lines", linesThere);
    findings.expectEqual(
        "the index of orders by customer", place, "orders", orders, "entries", byCustomer);
  }

  private void readNewOrders(QuiescentReads reads) {
    reads.range(
        tables.newOrder(),
        TpccKeys.order(warehouse, district, 0),
        TpccKeys.order(warehouse, district + 1, 0),
        (key, row) -> {
          int order = TpccKeys.orderOf(key);
          ensureRoom(order);
          isNew.set(order);
          firstNew = newOrders == 0 ? order : firstNew;
          lastNew = order;
          newOrders++;
        });
  }

  private void readLines(QuiescentReads reads, SoldUnits sold) {
    reads.range(
        tables.orderLine(),
        TpccKeys.orderLine(warehouse, district, 0, 0),
        TpccKeys.orderLine(warehouse, district + 1, 0, 0),
        (key, row) -> {
          int order = TpccKeys.orderOfLine(key);
          ensureRoom(order);
          linesThere++;
          lines[order]++;
          cents[order] += row.getLong(OrderLine.AMOUNT);
          if (row.getLong(OrderLine.DELIVERY_D) == 0) {
            undelivered[order]++;
          }
          sold.add(
              order,
              (int) row.getLong(OrderLine.SUPPLY_W_ID),
              (int) row.getLong(OrderLine.I_ID),
              row.getLong(OrderLine.QUANTITY));
        });
  }

  private void readByCustomer(QuiescentReads reads) {
    reads.range(
        tables.customerOrder(),
        TpccKeys.customerOrder(warehouse, district, 1, 0),
        TpccKeys.customerOrder(warehouse, district + 1, 1, 0),
        (key, row) -> {
          byCustomer++;
          ensureRoom(TpccKeys.orderOf(key));
        });
  }

  /**
   * Reads the order of every number up to the highest known number, because the table of orders is
   * hashed and cannot be scanned.
   */
  private void readOrders(
      QuiescentReads reads, DeliveredCents delivered, ConsistencyViolations findings) {
    ensureRoom(last);
    reads.keys(
        tables.order(),
        last + 1L,
        number -> TpccKeys.order(warehouse, district, number),
        (key, row) -> {
          int order = TpccKeys.orderOf(key);
          orders++;
          lastOrder = order;
          long count = row.getLong(Orders.OL_CNT);
          linesOfOrders += count;
          boolean carried = row.getLong(Orders.CARRIER_ID) != 0;
          check(order, count, carried, findings);
          if (carried) {
            delivered.add((int) row.getLong(Orders.C_ID), cents[order]);
          }
        });
  }

  private void check(int order, long count, boolean carried, ConsistencyViolations findings) {
    String where = place + ", order=" + order;
    if (carried == isNew.get(order)) {
      findings.add("condition 5", where + ", has a carrier=" + carried + ", is new=" + !carried);
    }
    findings.expectEqual("condition 6", where, "O_OL_CNT", count, "order lines", lines[order]);
    findings.expectEqual(
        "condition 7",
        where,
        "lines without a date of delivery",
        undelivered[order],
        "lines of undelivered orders",
        carried ? 0 : lines[order]);
  }

  private void ensureRoom(int order) {
    last = Math.max(last, order);
    if (last >= lines.length) {
      int length = Math.max(2 * lines.length, last + 1);
      lines = Arrays.copyOf(lines, length);
      undelivered = Arrays.copyOf(undelivered, length);
      cents = Arrays.copyOf(cents, length);
    }
  }

  long orders() {
    return orders;
  }

  long newOrders() {
    return newOrders;
  }
}

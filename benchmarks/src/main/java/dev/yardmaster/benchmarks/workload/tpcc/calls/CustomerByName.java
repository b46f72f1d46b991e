package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.tpcc.rows.CustomerName;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;
import java.util.Arrays;

/**
 * Finds the customer with a last name (clause 2.5.2.2). The result is the middle customer, rounded
 * up, of all customers with this name in the order of their first names. An instance is scratch
 * memory of one call.
 */
final class CustomerByName implements RowVisitor {

  /** The mean number of a district's customers with the same last name. */
  static final int MEAN_NAMESAKES = 3;

  private final TpccTables tables;
  private int[] customers = new int[32];
  private long[] highs = new long[32];
  private long[] lows = new long[32];
  private int count;

  CustomerByName(TpccTables tables) {
    this.tables = tables;
  }

  int find(RecordTransaction transaction, int warehouse, int district, int lastName) {
    count = 0;
    long from = TpccKeys.customerName(warehouse, district, lastName, 0);
    long to = TpccKeys.customerName(warehouse, district, lastName + 1, 0);
    var unused = transaction.scan(tables.customerName(), from, to, Integer.MAX_VALUE, this);
    if (count == 0) {
      throw new IllegalStateException("no customer has the last name: lastName=" + lastName);
    }
    return customers[(count + 1) / 2 - 1];
  }

  /** Inserts the customer among the customers visited so far, in the order of first names. */
  @Override
  public boolean visit(long key, byte[] rest, Row row) {
    if (count == customers.length) {
      customers = Arrays.copyOf(customers, 2 * count);
      highs = Arrays.copyOf(highs, 2 * count);
      lows = Arrays.copyOf(lows, 2 * count);
    }
    long high = row.getLong(CustomerName.FIRST_HIGH);
    long low = row.getLong(CustomerName.FIRST_LOW);
    int at = count++;
    while (at > 0 && isAfter(highs[at - 1], lows[at - 1], high, low)) {
      customers[at] = customers[at - 1];
      highs[at] = highs[at - 1];
      lows[at] = lows[at - 1];
      at--;
    }
    customers[at] = TpccKeys.customerOfName(key);
    highs[at] = high;
    lows[at] = low;
    return true;
  }

  private static boolean isAfter(long high, long low, long otherHigh, long otherLow) {
    int compared = Long.compareUnsigned(high, otherHigh);
    return compared == 0 ? Long.compareUnsigned(low, otherLow) > 0 : compared > 0;
  }
}

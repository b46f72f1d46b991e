package dev.yardmaster.benchmarks.workload.stock;

import dev.yardmaster.benchmarks.workload.records.RowCall;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * Reads random rows and updates some of them; the updates are spread evenly over the reads. An
 * update takes a unit from the stock; the quantity may become negative.
 */
final class StockCall extends RowCall {

  private final StockSettings settings;
  private final Table table;
  private final int reads;
  private final int writes;
  private int[] drawn;
  private int begin;
  private long checksum;

  StockCall(StockSettings settings, Table table) {
    this.settings = settings;
    this.table = table;
    reads = settings.reads();
    writes = settings.writes();
  }

  /** Sets the rows of the transaction. */
  void take(int[] rows, int at) {
    drawn = rows;
    begin = at;
  }

  @Override
  public String type() {
    return "stock";
  }

  @Override
  public int records() {
    return reads;
  }

  @Override
  public boolean isReadOnly() {
    return writes == 0;
  }

  private long key(int number) {
    return StockRun.key(settings, drawn[begin + number]);
  }

  /** Returns whether the transaction updates its row with the given number. */
  private boolean isUpdate(int number) {
    return (number + 1L) * writes / reads > (long) number * writes / reads;
  }

  @Override
  public void declare(KeyHints keys) {
    for (int i = 0; i < reads; i++) {
      if (isUpdate(i)) {
        keys.write(table, key(i));
      } else {
        keys.read(table, key(i));
      }
    }
  }

  /**
   * Accesses the rows. The method adds up the quantities in a local variable, because this object
   * may share a cache line with another worker's call.
   */
  @Override
  public void run(RecordTransaction transaction) {
    long sum = 0;
    for (int i = 0; i < reads; i++) {
      if (isUpdate(i)) {
        Row row = update(transaction, table, key(i));
        row.addLong(Stock.QUANTITY, -1);
        row.addLong(Stock.YTD, 1);
      } else {
        sum += read(transaction, table, key(i)).getLong(Stock.QUANTITY);
      }
    }
    checksum = sum;
  }

  /** Returns the number of rows that the transaction updates. */
  int updates() {
    return writes;
  }

  /**
   * Returns the sum of the quantities that the transaction read. The sum is used so that the JIT
   * compiler cannot eliminate reads.
   */
  long checksum() {
    return checksum;
  }
}

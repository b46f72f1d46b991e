package dev.yardmaster.benchmarks.workload.stock;

import dev.yardmaster.benchmarks.workload.records.QuiescentReads;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpcc.random.RandomText;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.Worker;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Loads the rows, and checks that all rows exist and that the sum of S_YTD is the number of
 * committed updates. All rows that one thread loads have the same texts, so that loading is faster.
 */
final class StockRun implements RecordRun {

  private static final int DISTRICTS = 10;
  private static final int MIN_QUANTITY = 10;
  private static final int MAX_QUANTITY = 100;

  private final StockSettings settings;
  private final Table table;
  private final AtomicReferenceArray<StockClient> clients =
      new AtomicReferenceArray<>(RecordClient.MAX_CLIENTS);

  StockRun(StockSettings settings, Table table) {
    this.settings = settings;
    this.table = table;
  }

  /** Returns the key of a row; rows are numbered from 0 over all warehouses. */
  static long key(StockSettings settings, int row) {
    return TpccKeys.stock(1 + row / settings.items(), 1 + row % settings.items());
  }

  @Override
  public void load(RecordSink into, int part, int parts) {
    SplittableRandom random = new SplittableRandom(settings.seed());
    RandomText text = new RandomText(random);
    Row row = Row.of(Stock.LAYOUT);
    for (int district = 1; district <= DISTRICTS; district++) {
      text.letters(row, Stock.dist(district), Stock.DIST_BYTES, Stock.DIST_BYTES);
    }
    text.goods(row, Stock.DATA);
    long rows = settings.rows();
    for (int i = (int) (rows * part / parts); i < rows * (part + 1) / parts; i++) {
      row.setLong(Stock.QUANTITY, MIN_QUANTITY + i % (MAX_QUANTITY - MIN_QUANTITY + 1));
      into.load(table, key(settings, i), row);
    }
  }

  @Override
  public RecordClient client(int index) {
    StockClient client = new StockClient(settings, table, index);
    if (!clients.compareAndSet(index, null, client)) {
      throw new IllegalStateException("the client exists already: client=" + index);
    }
    return client;
  }

  @Override
  public Optional<String> brokenInvariant(Worker worker) {
    long committed = 0;
    for (int i = 0; i < clients.length(); i++) {
      committed += clients.get(i) == null ? 0 : clients.get(i).updates();
    }
    long[] rowsAndUpdates = new long[2];
    new QuiescentReads(worker)
        .keys(
            table,
            settings.rows(),
            row -> key(settings, (int) row),
            (key, row) -> {
              rowsAndUpdates[0]++;
              rowsAndUpdates[1] += row.getLong(Stock.YTD);
            });
    if (rowsAndUpdates[0] != settings.rows()) {
      return Optional.of(
          "rows are missing: loaded=" + settings.rows() + ", there=" + rowsAndUpdates[0]);
    }
    return rowsAndUpdates[1] == committed
        ? Optional.empty()
        : Optional.of(
            "updates were lost, or counted twice: committed="
                + committed
                + ", counted="
                + rowsAndUpdates[1]);
  }
}

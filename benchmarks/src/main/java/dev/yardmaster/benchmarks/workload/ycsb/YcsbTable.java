package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.nio.ByteBuffer;

/**
 * The only table of YCSB. A record holds a counter of its updates and a payload.
 *
 * @param counter the column with the number of updates since the record was loaded
 * @param payload the column with the other bytes of the record
 */
record YcsbTable(Table table, LongColumn counter, BytesColumn payload) {

  /** The multiplier of a linear congruential generator (Knuth's MMIX). */
  private static final long MULTIPLIER = 6_364_136_223_846_793_005L;

  private static final long INCREMENT = 1_442_695_040_888_963_407L;

  static YcsbTable create(Database database, YcsbSettings settings) {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn counter = columns.number("counter");
    BytesColumn payload = columns.bytes("payload", settings.recordBytes() - Long.BYTES);
    RowLayout layout = columns.build();
    TableDefinition definition =
        settings.order() == Order.ORDERED
            ? TableDefinition.ordered("usertable", layout).dividedInto(ranges(settings))
            : TableDefinition.hashed("usertable", layout, settings.records());
    return new YcsbTable(database.create(definition), counter, payload);
  }

  /** Returns the table's logical ranges, which all have the same size. */
  static KeyRanges ranges(YcsbSettings settings) {
    int keys = settings.keysPerRange();
    return new KeyRanges(0, keys, (settings.records() - 1) / keys + 1);
  }

  /** Loads the records with the keys from {@code from}, inclusive, to {@code to}, exclusive. */
  void load(RecordSink into, long from, long to) {
    Row row = Row.of(table.layout());
    byte[] bytes = new byte[payload.maxBytes()];
    ByteBuffer words = ByteBuffer.wrap(bytes);
    for (long key = from; key < to; key++) {
      fill(words, key);
      row.setBytes(payload, bytes);
      into.load(table, key, row);
    }
  }

  /** Fills a payload with pseudorandom bytes that depend only on the key. */
  private static void fill(ByteBuffer words, long key) {
    long word = key;
    for (int at = 0; at + Long.BYTES <= words.capacity(); at += Long.BYTES) {
      word = word * MULTIPLIER + INCREMENT;
      words.putLong(at, word);
    }
  }
}

package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.durable.TypedScan;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.Worker;
import java.util.Map;

/**
 * The number of rows of a table, and a hash of their keys and contents. Two tables with the same
 * rows have equal digests, independent of the order in which the rows are read. Two tables with
 * different rows have equal digests with a probability of 2^-64.
 *
 * @param rows the number of rows, plus one for the table's definition
 */
record TableDigest(long rows, long sum) {

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Returns the digest of a table while no transaction changes the table. */
  static TableDigest of(Table table, Worker reader) {
    long[] totals = {0, 0};
    new TypedScan(Map.of(table.name(), table), reader, false)
        .entries(
            null,
            null,
            false,
            entry -> {
              long hash = mixed(entry.key());
              for (int at = 0; at < entry.value().length; at++) {
                hash = (hash ^ entry.value()[at]) * MULTIPLIER;
              }
              totals[0]++;
              totals[1] += mix(hash);
              return true;
            });
    return new TableDigest(totals[0], totals[1]);
  }

  private static long mixed(Key key) {
    if (key.kind() == Key.Kind.NUMBER) {
      return mix(key.number());
    }
    long hash = key.idLength();
    for (int at = 0; at < key.idLength(); at++) {
      hash = (hash ^ key.idByte(at)) * MULTIPLIER;
    }
    return hash;
  }

  private static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 32)) * MULTIPLIER;
    return mixed ^ (mixed >>> 29);
  }
}

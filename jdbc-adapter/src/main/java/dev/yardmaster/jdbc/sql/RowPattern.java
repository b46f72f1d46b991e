package dev.yardmaster.jdbc.sql;

/**
 * A row that a statement uses. The pattern has the row's table, and the source of each value of the
 * row's key.
 */
final class RowPattern {
  private final long table;
  private final boolean writes;
  private final ValueSource[] key;

  RowPattern(long table, boolean writes, ValueSource[] key) {
    this.table = table;
    this.writes = writes;
    this.key = key;
  }

  /** Returns the row; null if a value of its key is unknown. */
  RowUse row(RowHash rowHash, Object[] parameters) {
    KeyedHash hash = rowHash.start();
    for (ValueSource source : key) {
      if (!KeyValue.add(hash, source.value(parameters))) {
        return null;
      }
    }
    return new RowUse(table, hash.finish(), writes);
  }
}

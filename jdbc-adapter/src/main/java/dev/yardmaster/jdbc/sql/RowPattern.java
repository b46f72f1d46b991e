package dev.yardmaster.jdbc.sql;

/** One row that a statement uses: a table, and where the values of its key come from. */
final class RowPattern {
  private final long table;
  private final boolean writes;
  private final ValueSource[] key;

  RowPattern(long table, boolean writes, ValueSource[] key) {
    this.table = table;
    this.writes = writes;
    this.key = key;
  }

  /** The row, or null when a value of its key is missing. */
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

package dev.yardmaster.engine.table;

/** Assigns the keys of each table to partitions by the rule in the table's definition. */
record TablePartitioning(int count) implements Partitioning {

  TablePartitioning {
    if (count < 1) {
      throw new IllegalArgumentException("there is 1 partition or more: partitions=" + count);
    }
  }

  @Override
  public int of(Table table, long key, byte[] rest) {
    return table.definition().partitionBy().of(key, rest, count);
  }
}

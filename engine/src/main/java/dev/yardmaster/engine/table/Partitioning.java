package dev.yardmaster.engine.table;

/**
 * Divides the keys of all tables into partitions. A key can belong to a partition even if it has no
 * record. Any thread may call the methods. The methods must always return the same result for the
 * same key.
 */
public interface Partitioning {

  /** The result of {@link #of} for a key that belongs to no partition. */
  int NONE = -1;

  /** Returns the number of partitions, 1 or more. */
  int count();

  /** Returns the partition of a key, 0 to {@code count() - 1}, or {@link #NONE}. */
  int of(Table table, long key, byte[] rest);

  /** Returns the partition of a key, or {@code count()} for a key that belongs to no partition. */
  default int indexOf(Table table, long key, byte[] rest) {
    int partition = of(table, key, rest);
    return partition == NONE ? count() : partition;
  }

  /**
   * Returns a partitioning by the hashes of the keys. A key has the same partition in all tables.
   *
   * @param count the number of partitions, 1 or more
   */
  static Partitioning hashed(int count) {
    return new HashPartitioning(count);
  }

  /**
   * Returns a partitioning in which each table has its own rule, {@link
   * TableDefinition#partitionBy}. Two keys with the same hashed part are in the same partition,
   * even if they are in different tables.
   *
   * @param count the number of partitions, 1 or more
   */
  static Partitioning byTable(int count) {
    return new TablePartitioning(count);
  }
}

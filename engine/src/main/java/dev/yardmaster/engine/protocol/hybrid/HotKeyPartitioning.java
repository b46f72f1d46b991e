package dev.yardmaster.engine.protocol.hybrid;

import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;

/**
 * The hot keys of a hybrid protocol. The records of hot keys are locked when a transaction accesses
 * them. As a {@link Partitioning}, the hot keys are the only partition; the other keys belong to no
 * partition. A key can be hot even if it has no record. Any thread may call the methods. They must
 * always return the same result for the same key.
 */
@FunctionalInterface
public interface HotKeyPartitioning extends Partitioning {

  /** No key is hot. */
  HotKeyPartitioning NONE_HOT = (table, key, rest) -> false;

  /** Returns whether a key is hot. */
  boolean contains(Table table, long key, byte[] rest);

  @Override
  default int count() {
    return 1;
  }

  @Override
  default int of(Table table, long key, byte[] rest) {
    return contains(table, key, rest) ? 0 : NONE;
  }
}

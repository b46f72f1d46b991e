package dev.yardmaster.engine.schedule;

import dev.yardmaster.engine.table.Table;

/**
 * Takes the keys that a transaction is going to touch, as far as they are known before it runs. A
 * key that is read and written is declared as written. They are advice: a transaction may touch
 * other keys, and need not touch these.
 */
public interface KeyHints {

  /** The record under a number is going to be read. */
  void read(Table table, long key);

  /** The record under a number is going to be changed, inserted or deleted. */
  void write(Table table, long key);
}

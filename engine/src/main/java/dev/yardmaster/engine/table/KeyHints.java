package dev.yardmaster.engine.table;

/**
 * Receives the keys that a transaction declares before it runs. A key that is both read and written
 * is declared as written. The keys are hints: a transaction may access other keys, and need not
 * access the declared keys.
 */
public interface KeyHints {

  /** Declares that the transaction will read the record of a key. */
  void read(Table table, long key);

  /** Declares that the transaction will change, insert or delete the record of a key. */
  void write(Table table, long key);

  /**
   * Declares that the transaction will read the record of a key, which may be a byte string. The
   * default method does not distinguish byte strings with the same first 8 bytes.
   */
  default void read(Table table, long key, byte[] rest) {
    read(table, key);
  }

  /** As {@link #read(Table, long, byte[])}, for a record that the transaction will change. */
  default void write(Table table, long key, byte[] rest) {
    write(table, key);
  }
}

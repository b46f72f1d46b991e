package dev.yardmaster.engine.table;

/**
 * The keys that a transaction declares before its logic runs, because the transaction will access
 * them.
 */
public interface DeclaredKeys {

  /**
   * Passes the declared keys to {@code into}. Every call must pass the same keys. Any thread may
   * call the method.
   */
  void declare(KeyHints into);
}

package dev.yardmaster.engine.table;

/**
 * The keys of which it is known, before a transaction's logic runs, that the transaction will
 * access them.
 */
public interface DeclaredKeys {

  /** Declares the keys. Every call declares the same keys. Any thread may call the method. */
  void declare(KeyHints into);
}

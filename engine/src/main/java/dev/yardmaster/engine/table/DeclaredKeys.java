package dev.yardmaster.engine.table;

/** The keys that a transaction will access, as far as they are known before its logic runs. */
public interface DeclaredKeys {

  /** Declares the keys. Every call declares the same keys. Any thread may call the method. */
  void declare(KeyHints into);
}

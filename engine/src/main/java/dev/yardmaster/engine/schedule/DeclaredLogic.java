package dev.yardmaster.engine.schedule;

import dev.yardmaster.engine.transaction.RecordLogic;

/** A transaction's logic that can tell which records it is going to touch. */
public interface DeclaredLogic extends RecordLogic {

  /**
   * Tells the keys that are known before it runs. Called by any one thread, before the first run.
   */
  void declare(KeyHints keys);
}

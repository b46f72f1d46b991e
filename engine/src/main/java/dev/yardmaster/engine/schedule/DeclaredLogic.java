package dev.yardmaster.engine.schedule;

import dev.yardmaster.engine.transaction.RecordLogic;

/** A transaction's logic that can declare the records that it will access. */
public interface DeclaredLogic extends RecordLogic {

  /**
   * Declares the keys that are known before the logic runs. This method is called once, before the
   * first run, by any thread.
   */
  void declare(KeyHints keys);
}

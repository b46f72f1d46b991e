package dev.yardmaster.benchmarks.engine.cost;

import java.util.Locale;

/**
 * The actions whose costs are fitted: the actions that cost a simulated worker time, and the
 * transaction itself.
 */
enum ChargedAction {
  /** An access of the logic to a record, with the copy of its row. */
  ACCESS,
  /** Locking a record for a write, or installing it. */
  STEP,
  /** Locking a record for a read, or reading it again. */
  EXAMINE,
  /** An atomic change of a shared word, or a store to it. */
  CHANGE,
  /** The remaining cost of each transaction. Simulated workers pay nothing for it. */
  TRANSACTION;

  /** Returns the action's name in lower case, for output. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

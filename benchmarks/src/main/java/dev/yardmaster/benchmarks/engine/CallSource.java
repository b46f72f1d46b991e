package dev.yardmaster.benchmarks.engine;

/** Where a worker gets its transactions from, and gives them back to. For that worker's thread. */
interface CallSource {

  /** The next transaction; null if there is none. */
  DispatchedCall next();

  /** It will not be run again. */
  void ended(DispatchedCall call, boolean committed);
}

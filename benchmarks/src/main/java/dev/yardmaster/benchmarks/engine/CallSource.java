package dev.yardmaster.benchmarks.engine;

/** Where a worker takes its transactions from and returns them to. For that worker's thread. */
interface CallSource {

  /** Returns the next transaction; null if there is none. */
  DispatchedCall next();

  /** Returns a transaction that will not be run again. */
  void ended(DispatchedCall call, boolean committed);
}

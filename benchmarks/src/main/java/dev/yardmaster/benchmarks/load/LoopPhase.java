package dev.yardmaster.benchmarks.load;

/** The phases of a closed loop's clients. */
enum LoopPhase {
  /** Clients keep transactions outstanding. */
  WARM_UP,
  /**
   * Clients keep transactions outstanding, and record the latency of transactions that are
   * submitted in this phase.
   */
  RECORDED,
  /** Clients submit no further transactions, and end when they have no outstanding transactions. */
  DRAINING,
  /** Clients end without waiting for outstanding transactions. */
  ABANDONED
}

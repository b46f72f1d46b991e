package dev.yardmaster.benchmarks.load;

/** What the clients of a closed loop are to do. */
enum LoopPhase {
  /** Keep transactions outstanding. */
  WARM_UP,
  /** Keep transactions outstanding, and record the latency of those submitted from now on. */
  RECORDED,
  /** Submit no more, and end when nothing is outstanding. */
  DRAINING,
  /** End at once. */
  ABANDONED
}

package dev.yardmaster.benchmarks.load;

/** The phases of a closed loop's clients. */
enum LoopPhase {
  /** Keep transactions outstanding. */
  WARM_UP,
  /** Keep transactions outstanding, and record the latency of those submitted in this phase. */
  RECORDED,
  /** Submit no more, and end when nothing is outstanding. */
  DRAINING,
  /** End at once. */
  ABANDONED
}

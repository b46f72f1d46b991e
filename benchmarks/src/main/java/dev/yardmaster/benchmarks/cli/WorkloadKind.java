package dev.yardmaster.benchmarks.cli;

/** The workloads that can be named on a command line. */
enum WorkloadKind {
  /** Five reads and five writes of objects. */
  MICRO,
  /** A bank. */
  SMALLBANK
}

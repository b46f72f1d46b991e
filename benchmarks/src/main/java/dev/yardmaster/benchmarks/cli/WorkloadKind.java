package dev.yardmaster.benchmarks.cli;

/** The workloads that the command line names. */
enum WorkloadKind {
  /** Transactions of five reads and five writes of objects. */
  MICRO,
  /** A bank. */
  SMALLBANK
}

package dev.yardmaster.benchmarks.cli.values;

/** The workloads that the command line names. */
public enum WorkloadKind {
  /** The micro-benchmark: a transaction reads five objects and writes five. */
  MICRO,
  /** SmallBank: procedures over the accounts of a bank. */
  SMALLBANK
}

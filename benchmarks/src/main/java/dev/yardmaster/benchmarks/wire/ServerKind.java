package dev.yardmaster.benchmarks.wire;

/** The kinds of measured servers, by the place of a commit before the answer. */
public enum ServerKind {
  /** The server keeps the commit in memory. */
  MEMORY,
  /** The server forces the commit to disk. */
  DURABLE,
  /** A majority of a cluster of three servers forces the commit to disk. */
  CLUSTER
}

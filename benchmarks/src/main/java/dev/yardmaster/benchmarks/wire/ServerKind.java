package dev.yardmaster.benchmarks.wire;

/** What a measured server does with a commit before it answers. */
public enum ServerKind {
  /** It keeps the commit in memory. */
  MEMORY,
  /** It forces the commit to disk. */
  DURABLE,
  /** A majority of three servers forces the commit to disk. */
  CLUSTER
}

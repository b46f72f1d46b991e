package dev.yardmaster.server.config;

/** When a commit is forced to disk, in a server with a data directory. */
public enum DurabilityMode {
  /** Before the client gets its answer. */
  SYNC,
  /** Soon after the client got its answer. */
  ASYNC
}

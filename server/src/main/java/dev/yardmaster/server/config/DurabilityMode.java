package dev.yardmaster.server.config;

/** When a commit is on disk, in a server that has a data directory. */
public enum DurabilityMode {
  /** Before it is answered. */
  SYNC,
  /** Soon after it was answered. */
  ASYNC
}

package dev.yardmaster.server.config.value;

/** The time at which a server with a data directory forces a commit to disk. */
public enum DurabilityMode {
  /** The server forces the commit to disk before it answers the client. */
  SYNC,
  /** The server forces the commit to disk soon after it has answered the client. */
  ASYNC
}

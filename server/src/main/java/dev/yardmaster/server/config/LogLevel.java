package dev.yardmaster.server.config;

/** The least urgent log lines that are written. */
public enum LogLevel {
  /** What ended something. */
  ERROR,
  /** What somebody should look at. */
  WARN,
  /** What happens to the server as a whole. */
  INFO,
  /** What happens to each connection. */
  DEBUG,
  /** Everything. */
  TRACE
}

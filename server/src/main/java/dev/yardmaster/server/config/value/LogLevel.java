package dev.yardmaster.server.config.value;

/** The lowest level of the log lines that the server writes. */
public enum LogLevel {
  /** Failures that ended a component or a connection. */
  ERROR,
  /** Conditions that an operator should check. */
  WARN,
  /** Events of the server as a whole. */
  INFO,
  /** Events of each connection. */
  DEBUG,
  /** All events. */
  TRACE
}

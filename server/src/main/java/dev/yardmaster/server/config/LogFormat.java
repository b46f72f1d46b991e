package dev.yardmaster.server.config;

/** How log lines are written. */
public enum LogFormat {
  /** For people. */
  TEXT,
  /** An object of JSON each. */
  JSON
}

package dev.yardmaster.server.config;

/** The format of log lines. */
public enum LogFormat {
  /** Text for people. */
  TEXT,
  /** One JSON object for each line. */
  JSON
}

package dev.yardmaster.server.config;

/** The format of log lines. */
public enum LogFormat {
  /** Lines of text for human readers. */
  TEXT,
  /** One JSON object for each line. */
  JSON
}

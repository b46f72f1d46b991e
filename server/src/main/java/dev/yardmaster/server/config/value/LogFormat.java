package dev.yardmaster.server.config.value;

/** The format of log lines. */
public enum LogFormat {
  /** Lines of text for human readers. */
  TEXT,
  /** One JSON object for each line. */
  JSON
}

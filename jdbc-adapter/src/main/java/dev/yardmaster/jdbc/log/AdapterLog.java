package dev.yardmaster.jdbc.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;

/** Creates loggers. This class is thread-safe. */
public final class AdapterLog {
  private AdapterLog() {}

  /**
   * Returns SLF4J's logger of a class. Without a provider SLF4J loses all messages; the logger then
   * passes all but the messages for debugging on to {@link System.Logger}, which by default prints
   * them.
   */
  public static Logger of(Class<?> type) {
    return LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory
        ? new SystemLogger(System.getLogger(type.getName()), type.getName())
        : LoggerFactory.getLogger(type);
  }
}

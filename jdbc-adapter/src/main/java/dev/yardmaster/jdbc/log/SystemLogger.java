package dev.yardmaster.jdbc.log;

import java.io.Serial;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * An SLF4J logger whose messages, except those for debugging, go to the {@link System.Logger} of
 * the JVM.
 */
final class SystemLogger extends LegacyAbstractLogger {
  @Serial private static final long serialVersionUID = 1;

  private final transient System.Logger target;

  SystemLogger(System.Logger target, String name) {
    this.target = target;
    this.name = name;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return target.isLoggable(System.Logger.Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return target.isLoggable(System.Logger.Level.WARNING);
  }

  @Override
  public boolean isErrorEnabled() {
    return target.isLoggable(System.Logger.Level.ERROR);
  }

  @Override
  protected String getFullyQualifiedCallerName() {
    return SystemLogger.class.getName();
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level, Marker marker, String pattern, Object[] arguments, Throwable failure) {
    target.log(
        switch (level) {
          case ERROR -> System.Logger.Level.ERROR;
          case WARN -> System.Logger.Level.WARNING;
          case INFO -> System.Logger.Level.INFO;
          case DEBUG, TRACE -> System.Logger.Level.DEBUG;
        },
        MessageFormatter.basicArrayFormat(pattern, arguments),
        failure);
  }
}

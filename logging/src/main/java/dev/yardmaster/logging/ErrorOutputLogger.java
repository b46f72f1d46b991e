package dev.yardmaster.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * Prints warnings and errors to the error output, and optionally messages of the level INFO. Drops
 * all other messages.
 */
final class ErrorOutputLogger extends LegacyAbstractLogger {

  private static final long serialVersionUID = 1L;

  private final boolean printsInformation;

  ErrorOutputLogger(String name, boolean printsInformation) {
    this.name = name;
    this.printsInformation = printsInformation;
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
    return printsInformation;
  }

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  /** Prints the whole message with one call, so that the lines of two threads do not mix. */
  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String message,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.print(level + " " + name + ": " + MessageFormatter.basicArrayFormat(message, arguments));
    if (thrown != null) {
      out.println();
      thrown.printStackTrace(out);
    }
    System.err.println(text.toString().stripTrailing());
  }
}

package dev.yardmaster.jdbc;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** The lines that a logger writes during a test; they do not go to the console. */
public final class LoggedLines implements BeforeEachCallback, AfterEachCallback {

  private final Logger logger;
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  /** Listens to the logger of a class or a package. */
  public LoggedLines(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    logger.detachAppender(lines);
    logger.setLevel(null);
    logger.setAdditive(true);
  }

  /** Returns the lines so far. */
  public List<String> all() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}

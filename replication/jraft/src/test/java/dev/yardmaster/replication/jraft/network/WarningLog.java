package dev.yardmaster.replication.jraft.network;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Collects the warnings of a class until it is closed. */
final class WarningLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final Logger logger;
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  WarningLog(Class<?> logging) {
    logger = (Logger) LoggerFactory.getLogger(logging);
    logger.setLevel(Level.WARN);
    setContext(logger.getLoggerContext());
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    warnings.add(event.getFormattedMessage());
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(null);
    stop();
  }
}

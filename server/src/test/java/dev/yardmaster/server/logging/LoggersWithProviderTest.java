package dev.yardmaster.server.logging;

import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.logging.Loggers;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The server has an SLF4J provider, unlike the modules whose loggers this class tests. */
class LoggersWithProviderTest {

  @Test
  void theProvidersLoggerIsUsed() {
    assertSame(LoggerFactory.getLogger(ServerLogging.class), Loggers.of(ServerLogging.class));
  }
}

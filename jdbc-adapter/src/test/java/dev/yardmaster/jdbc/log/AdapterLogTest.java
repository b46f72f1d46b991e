package dev.yardmaster.jdbc.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class AdapterLogTest {
  private final List<String> printed = new ArrayList<>();

  /** A logger of the JVM that keeps what it gets. */
  private final class Recorded implements System.Logger {
    @Override
    public String getName() {
      return "recorded";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
      printed.add(level + " " + text + (thrown == null ? "" : " " + thrown.getMessage()));
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
      printed.add(level + " " + format);
    }
  }

  @Test
  void withoutAProviderMessagesGoToTheLoggerOfTheJvm() {
    Logger log = new SystemLogger(new Recorded(), "test");
    log.warn("no keys: tables={} url={}", 3, "jdbc:x");
    log.error("a force failed", new IllegalStateException("closed"));
    log.info("{}: {}", "bank", "on gains 40%");
    log.debug("not shown");
    assertFalse(log.isDebugEnabled());
    assertEquals(
        List.of(
            "WARNING no keys: tables=3 url=jdbc:x",
            "ERROR a force failed closed",
            "INFO bank: on gains 40%"),
        printed);
  }
}

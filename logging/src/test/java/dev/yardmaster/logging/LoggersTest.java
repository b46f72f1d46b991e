package dev.yardmaster.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** The class path of this test has no SLF4J provider. */
class LoggersTest {

  private static final String NAME = "dev.yardmaster.logging.LoggersTest";

  private final PrintStream errorOutput = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private Logger logger;

  @BeforeEach
  void redirect() {
    logger = Loggers.of(LoggersTest.class);
    System.setErr(new PrintStream(printed, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setErr(errorOutput);
  }

  private List<String> lines() {
    return printed.toString(UTF_8).lines().toList();
  }

  @Test
  void warningsAndErrorsArePrinted() {
    logger.warn("the log has {} of {} bytes", 1, 2);
    logger.error("the disk is full");
    assertEquals(
        List.of(
            "WARN " + NAME + ": the log has 1 of 2 bytes", "ERROR " + NAME + ": the disk is full"),
        lines());
  }

  @Test
  void anExceptionIsPrintedWithItsStackTrace() {
    logger.warn("a callback failed", new IllegalStateException("closed"));
    assertEquals("WARN " + NAME + ": a callback failed", lines().get(0));
    assertEquals("java.lang.IllegalStateException: closed", lines().get(1));
    assertTrue(lines().get(2).contains("at " + NAME), lines().get(2));
  }

  @Test
  void anAnswerThatTheUserHasAskedForIsPrinted() {
    Logger answers = Loggers.ofAnswers(LoggersTest.class);
    answers.info("{}: {}", "bank", "on gains 40%");
    answers.debug("measured");
    assertEquals(List.of("INFO " + NAME + ": bank: on gains 40%"), lines());
  }

  @Test
  void otherLevelsAreDropped() {
    logger.info("started");
    logger.debug("started");
    logger.trace("started");
    assertEquals(List.of(), lines());
  }
}

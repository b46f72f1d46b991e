package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.admission.settings.WatchConfig;
import dev.yardmaster.jdbc.advice.AdvisorPace;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.ScheduledDatabases;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Tests that the transactions of an application write their figures and the advice to the log. */
@Timeout(60)
class DatabaseWatchTest {
  private static final String SET_BALANCE = "UPDATE accounts SET balance = 0 WHERE id = ?";

  private final Logger logger =
      (Logger) LoggerFactory.getLogger(DatabaseFigures.class.getPackageName());
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(lines);
    logger.setLevel(null);
    logger.setAdditive(true);
  }

  private static TestAdmission watched(String... namesAndValues) {
    Properties settings = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.setProperty("yardmaster." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return new TestAdmission(
        new AdmissionConfig(
            new ScheduleConfig(50, 1_000, 1_000, 1_000), TestAdmission.MAX_WAIT, false),
        WatchConfig.of("jdbc:x://h/bank", settings));
  }

  /** Runs ten transactions a second. */
  private static void run(TestAdmission scene, int seconds) {
    TestClient client = scene.client();
    for (int i = 0; i < 10 * seconds; i++) {
      client.goOn(SET_BALANCE, i);
      scene.advance(Duration.ofMillis(100));
      client.commit();
    }
  }

  private List<String> written() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void eachMinuteHasALine() {
    try (TestAdmission scene = watched()) {
      run(scene, 120);
      scene.advance(Duration.ofMinutes(10));
      run(scene, 1);
      String minute =
          "jdbc:x://h/bank: 600 committed in 60 s (10/s), 0 rolled back, 0 aborted, 0 waits, 600"
              + " passed (not-contended 600)";
      assertEquals(List.of(minute, minute), written().subList(0, 2));
      assertEquals(3, written().size());
    }
  }

  @Test
  void aDatabaseIsShownFromItsFirstConnectionUntilItIsClosed() {
    try (TestAdmission scene = watched()) {
      DatabaseWatch watch = scene.watch();
      assertFalse(ScheduledDatabases.all().contains(watch));
      watch.show();
      watch.show();
      assertEquals(1, ScheduledDatabases.all().stream().filter(watch::equals).count());
      watch.close();
      watch.show();
      assertFalse(ScheduledDatabases.all().contains(watch));
    }
  }

  @Test
  void anIntervalOf0WritesNoLines() {
    try (TestAdmission scene = watched("log-interval-s", "0")) {
      run(scene, 120);
      assertEquals(List.of(), written());
    }
  }

  @Test
  void theAnswerToAdviseOnceIsWrittenUnderTheGivenName() {
    try (TestAdmission scene = watched("advise", "once", "name", "bank", "log-interval-s", "0")) {
      run(scene, 120);
      assertEquals(
          List.of("bank: off: nothing to gain: aborts cost 0.0% of the time of 100 transactions"),
          written());
    }
  }

  @Test
  void theProductionPaceAnswersWithinThreeMinutes() {
    AdvisorPace pace = AdvisorPace.DEFAULT;
    long longest =
        pace.firstNs()
            + pace.observeNs()
            + 2 * pace.looks() * pace.pairs() * (pace.settleNs() + pace.intervalNs());
    assertTrue(longest < Duration.ofMinutes(3).toNanos(), () -> "longestNs=" + longest);
  }
}

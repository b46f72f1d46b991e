package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.LoggedLines;
import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.admission.settings.WatchConfig;
import dev.yardmaster.jdbc.advice.AdvisorPace;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.ScheduledDatabases;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that the transactions of an application write their figures and the advice to the log. */
@Timeout(60)
class DatabaseWatchTest {
  private static final String SET_BALANCE = "UPDATE accounts SET balance = 0 WHERE id = ?";

  @RegisterExtension
  final LoggedLines lines = new LoggedLines(DatabaseFigures.class.getPackageName());

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

  @Test
  void eachMinuteHasALine() {
    try (TestAdmission scene = watched()) {
      run(scene, 120);
      scene.advance(Duration.ofMinutes(10));
      run(scene, 1);
      String minute =
          "jdbc:x://h/bank: 600 committed in 60 s (10/s), 0 rolled back, 0 aborted, 0 waits, 600"
              + " passed (not-contended 600)";
      assertEquals(List.of(minute, minute), lines.all().subList(0, 2));
      assertEquals(3, lines.all().size());
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
      assertEquals(List.of(), lines.all());
    }
  }

  @Test
  void theAnswerToAdviseOnceIsWrittenUnderTheGivenName() {
    try (TestAdmission scene = watched("advise", "once", "name", "bank", "log-interval-s", "0")) {
      run(scene, 120);
      assertEquals(
          List.of("bank: off: nothing to gain: aborts cost 0.0% of the time of 100 transactions"),
          lines.all());
    }
  }

  @Test
  void theProductionPaceAnswersWithinThreeMinutes() {
    AdvisorPace pace = AdvisorPace.DEFAULT;
    long longest =
        pace.firstNs()
            + pace.observeNs()
            + 2L * pace.looks() * pace.pairs() * (pace.settleNs() + pace.intervalNs());
    assertTrue(longest < Duration.ofMinutes(3).toNanos(), () -> "longestNs=" + longest);
  }
}

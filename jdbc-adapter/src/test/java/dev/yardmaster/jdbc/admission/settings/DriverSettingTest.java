package dev.yardmaster.jdbc.admission.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.Admissions;
import dev.yardmaster.jdbc.admission.SessionFactories;
import dev.yardmaster.jdbc.admission.SessionFactory;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriverSettingTest {
  private static final SessionFactories SESSIONS = Admissions::anew;

  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty("yardmaster." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  private static String refusal(String name, String value) {
    Properties properties = properties(name, value);
    return assertThrows(
            IllegalArgumentException.class, () -> SESSIONS.unlessOff("jdbc:test", properties))
        .getMessage();
  }

  @Test
  void everySettingHasADefault() {
    Properties none = new Properties();
    assertNotNull(SESSIONS.unlessOff("jdbc:test", none));
    AdmissionConfig config = AdmissionConfig.of(none);
    assertEquals(new ScheduleConfig(50, Integer.MAX_VALUE, 10_000, 1_000), config.schedule());
    assertEquals(Duration.ofSeconds(1), config.maxWait());
    assertEquals("", DriverSetting.KEYS.in(none));
  }

  @Test
  void everySettingIsRead() {
    AdmissionConfig config =
        AdmissionConfig.of(
            properties(
                "batch-size", "7",
                "max-running", "8",
                "max-queued", "9",
                "max-queued-per-row", "10",
                "max-wait-ms", "11"));
    assertEquals(new ScheduleConfig(7, 8, 9, 10), config.schedule());
    assertEquals(Duration.ofMillis(11), config.maxWait());
  }

  @ParameterizedTest
  @CsvSource({
    "batch-size,1,1024",
    "max-running,0,10000000",
    "max-queued,1,10000000",
    "max-queued-per-row,1,10000000",
    "max-wait-ms,1,86400000"
  })
  void numbersHaveARange(String name, long least, long most) {
    for (long inRange : new long[] {least, most}) {
      assertNotNull(AdmissionConfig.of(properties(name, Long.toString(inRange))));
    }
    for (String bad :
        List.of(Long.toString(least - 1), Long.toString(most + 1), "-5", "1.5", "many", "")) {
      assertEquals(
          "yardmaster." + name + "=" + bad + " must be a number from " + least + " to " + most,
          refusal(name, bad));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "ON", ""})
  void schedulingIsOnAlwaysOrOff(String bad) {
    String message = refusal("scheduling", bad);
    assertTrue(message.contains("yardmaster.scheduling value=" + bad), message);
    assertTrue(message.contains("allowed=[on, always, off]"), message);
  }

  @Test
  void keysMustBeColumnsOfTables() {
    String message = refusal("keys", "accounts");
    assertTrue(message.contains("text=accounts"), message);
  }

  @Test
  void unknownNamesAreRefused() {
    String message = refusal("batchsize", "7");
    assertTrue(message.contains("name=yardmaster.batchsize"), message);
    assertTrue(message.contains("yardmaster.batch-size"), message);
  }

  @Test
  void theWaitIsCheckedWhereverItComesFrom() {
    ScheduleConfig schedule = new ScheduleConfig(1, 1, 1, 1);
    for (Duration bad :
        List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofDays(1).plusNanos(1))) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class, () -> new AdmissionConfig(schedule, bad, true));
      assertEquals("maxWait=" + bad + " must be positive and at most PT24H", refused.getMessage());
    }
  }

  @Test
  void aDatabaseHasTheSameCoursesForTheSameSettings() {
    String database = "jdbc:test:" + getClass().getName();
    SessionFactory source =
        Admissions.of(database, properties("batch-size", "7", "max-queued", "5"));
    assertSame(source, Admissions.of(database, properties("max-queued", "5", "batch-size", "7")));
    assertNotSame(
        source, Admissions.of(database, properties("max-queued", "5", "batch-size", "8")));
    assertNotSame(
        source, Admissions.of(database + "2", properties("max-queued", "5", "batch-size", "7")));
  }

  @Test
  void aDefaultThatIsSpelledOutIsTheSameSetting() {
    String database = "jdbc:test:" + getClass().getName();
    assertSame(
        Admissions.of(database, new Properties()),
        Admissions.of(database, properties("batch-size", "50")));
    assertNotSame(
        Admissions.of(database, new Properties()),
        Admissions.of(database, new Properties(properties("batch-size", "8"))),
        "a value may be in the defaults of the properties");
  }

  @Test
  void switchedOffThereAreNone() {
    assertNull(SESSIONS.unlessOff("jdbc:test:off", properties("scheduling", "off")));
    SessionFactories shared = Admissions::of;
    assertNull(shared.unlessOff("jdbc:test:off", properties("scheduling", "off")));
  }

  @Test
  void coursesMadeAnewAreNobodyElses() {
    assertNotSame(
        Admissions.anew("jdbc:test:anew", new Properties()),
        Admissions.anew("jdbc:test:anew", new Properties()));
  }
}

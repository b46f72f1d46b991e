package dev.yardmaster.jdbc.hints;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class PrefixHintsTest {
  private static final String PREFIX = "yardmaster.";
  private static final List<String> KNOWN = List.of("yardmaster.keys", "yardmaster.max-wait-ms");

  private final Logger logger = (Logger) LoggerFactory.getLogger(PrefixHints.class);
  private final ListAppender<ILoggingEvent> warnings = new ListAppender<>();

  @BeforeEach
  void listen() {
    warnings.start();
    logger.addAppender(warnings);
    logger.setAdditive(false);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(warnings);
    logger.setAdditive(true);
  }

  private List<String> warned() {
    return warnings.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void aMisspeltPrefixOfASettingIsWarnedOfOnce() {
    for (int connection = 0; connection < 3; connection++) {
      PrefixHints.ofSettings(
          "jdbc:postgresql://h/b?user=u&yardmastr.max-wait-ms=5",
          List.of("ApplicationName", "yarmaster.key"),
          PREFIX,
          KNOWN);
    }
    assertEquals(
        List.of(
            "a setting goes to the database's driver, because it does not begin with yardmaster.:"
                + " name=yardmastr.max-wait-ms; is yardmaster.max-wait-ms meant?",
            "a setting goes to the database's driver, because it does not begin with yardmaster.:"
                + " name=yarmaster.key; is yardmaster.keys meant?"),
        warned());
  }

  @Test
  void aMisspeltPrefixOfAUrlIsWarnedOf() {
    PrefixHints.ofUrl("jdbc:yardmastre:postgresql://u:sesame@h/b", "jdbc:yardmaster:");
    PrefixHints.ofUrl("jdbc:postgresql://u:sesame@h/b", "jdbc:yardmaster:");
    assertEquals(
        List.of(
            "a URL begins with jdbc:yardmastre:, so it does not belong to Yardmaster: is"
                + " jdbc:yardmaster: meant?"),
        warned());
  }
}

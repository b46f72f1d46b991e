package dev.yardmaster.jdbc.hints;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.jdbc.LoggedLines;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PrefixHintsTest {
  private static final String PREFIX = "yardmaster.";
  private static final List<String> KNOWN = List.of("yardmaster.keys", "yardmaster.max-wait-ms");

  @RegisterExtension final LoggedLines warnings = new LoggedLines(PrefixHints.class.getName());

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
        warnings.all());
  }

  @Test
  void aMisspeltPrefixOfAUrlIsWarnedOf() {
    PrefixHints.ofUrl("jdbc:yardmastre:postgresql://u:sesame@h/b", "jdbc:yardmaster:");
    PrefixHints.ofUrl("jdbc:postgresql://u:sesame@h/b", "jdbc:yardmaster:");
    assertEquals(
        List.of(
            "a URL begins with jdbc:yardmastre:, so it does not belong to Yardmaster: is"
                + " jdbc:yardmaster: meant?"),
        warnings.all());
  }
}

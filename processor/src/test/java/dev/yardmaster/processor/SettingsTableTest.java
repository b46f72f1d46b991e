package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.setting.NumberSetting;
import dev.yardmaster.service.ServiceNumbers;
import dev.yardmaster.storage.log.LogNumbers;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Checks that the table of numbers in the guide matches the settings. */
class SettingsTableTest {

  private static final String BEGIN = "<!-- numbers: made by SettingsTableTest -->\n";
  private static final String END = "<!-- end of numbers -->";

  @Test
  void theGuideHasTheTable() throws IOException, IllegalAccessException {
    String guide = Files.readString(Path.of("..", "docs", "guide-embedding.md"));
    int begin = guide.indexOf(BEGIN) + BEGIN.length();
    assertEquals(table(), guide.substring(begin, guide.indexOf(END)));
  }

  private static String table() throws IllegalAccessException {
    StringBuilder table =
        new StringBuilder("| setting | what it is | range | default |\n|---|---|---|---|\n");
    for (Class<?> place : List.of(ServiceNumbers.class, LogNumbers.class, PipelineNumbers.class)) {
      for (Field field : place.getFields()) {
        table.append(row((NumberSetting) field.get(null)));
      }
    }
    return table.toString();
  }

  private static String row(NumberSetting setting) {
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | %s %s | %,d |\n",
        setting.name(),
        setting.description(),
        setting.range(),
        setting.unit(),
        setting.byDefault());
  }
}

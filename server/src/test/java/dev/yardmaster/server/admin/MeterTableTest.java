package dev.yardmaster.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the guide's table of meters matches the meters of a real scrape. */
@Timeout(60)
class MeterTableTest {

  private static final Path GUIDE = Path.of("../docs/guide-observability.md");

  @TempDir private Path directory;

  private static String row(Scrape.Family family) {
    String labels =
        family.labels().stream()
            .filter(label -> !label.equals("le"))
            .map(label -> '`' + label + '`')
            .collect(Collectors.joining(", "));
    return "| `%s` | %s | %s | %s | %s |"
        .formatted(family.name(), family.type(), family.unit(), labels, family.help())
        .replaceAll(" {2,}", " ");
  }

  @Test
  void theTableIsWhatAScrapeHas() throws IOException {
    List<String> expected;
    try (WatchedPipeline watched = WatchedPipeline.durable(directory)) {
      watched.second(10);
      expected =
          new Scrape(watched.metrics().scrape(AdminPages.PROMETHEUS))
              .families().values().stream()
                  .filter(family -> family.name().startsWith("yardmaster_"))
                  .map(MeterTableTest::row)
                  .toList();
    }
    List<String> documented =
        Files.readAllLines(GUIDE).stream()
            .filter(line -> line.startsWith("| `yardmaster_"))
            .toList();
    assertEquals(
        String.join("\n", expected),
        String.join("\n", documented),
        "the guide's table differs; copy the expected rows");
  }
}

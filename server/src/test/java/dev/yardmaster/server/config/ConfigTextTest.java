package dev.yardmaster.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTextTest {

  private static final Path DOCS = Path.of("..", "docs");
  private static final String TABLE_BEGIN = "<!-- options: made by ConfigText -->\n";
  private static final String TABLE_END = "<!-- end of options -->";

  @TempDir private Path folder;

  private ServerConfig reload(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("yardmaster.yaml"), yaml);
    return ServerConfig.load(Optional.of(file), Map.of(), Map.of());
  }

  private static void assertSame(ServerConfig expected, ServerConfig actual) {
    for (ConfigOption<?> option : ServerOptions.all()) {
      assertEquals(expected.get(option), actual.get(option), option.name());
    }
  }

  @Test
  void theSampleSetsTheDefaults() throws IOException {
    assertSame(ServerConfig.defaults(), reload(ConfigText.sample()));
  }

  @Test
  void theSampleNamesEveryOption() {
    for (ConfigOption<?> option : ServerOptions.all()) {
      String own = option.name().substring(option.name().indexOf('.') + 1);
      assertTrue(ConfigText.sample().matches("(?s).*\n *(# )?" + own + ": .*"), option.name());
    }
  }

  @Test
  void printedValuesAreReadBack() throws IOException {
    ServerConfig config =
        ServerConfig.builder()
            .set("listen", "[::1]:7400")
            .set("data", "a dir: with # \"all\" \\ of it")
            .set("durability", "async")
            .set("asyncLoss", "30ms")
            .set("procedures", "a.jar,-b.jar")
            .set("pipeline.window", "fixed:40")
            .build();
    assertSame(config, reload(ConfigText.of(config)));
    ServerConfig engine =
        ServerConfig.builder().set("engine", "plor").set("workers", "2").set("data", "d").build();
    assertSame(engine, reload(ConfigText.of(engine)));
    assertTrue(ConfigText.of(engine).contains("  # batchSize: "));
    assertTrue(ConfigText.sample().contains("# workers: "));
  }

  @Test
  void secretsAreMasked() {
    ServerConfig config =
        ServerConfig.builder()
            .set("tls.certificate", "c")
            .set("tls.key", "k")
            .set("tls.keyPassword", "hunter2")
            .build();
    String text = ConfigText.of(config);
    assertFalse(text.contains("hunter2"));
    assertTrue(text.contains("keyPassword: \"********\""));
  }

  @Test
  void theDocumentedFileIsTheSample() throws IOException {
    assertEquals(ConfigText.sample(), Files.readString(DOCS.resolve("yardmaster.yaml")));
  }

  @Test
  void theGuideHasTheTable() throws IOException {
    String guide = Files.readString(DOCS.resolve("guide-operations.md"));
    int begin = guide.indexOf(TABLE_BEGIN) + TABLE_BEGIN.length();
    assertEquals(ConfigText.markdownTable(), guide.substring(begin, guide.indexOf(TABLE_END)));
  }
}

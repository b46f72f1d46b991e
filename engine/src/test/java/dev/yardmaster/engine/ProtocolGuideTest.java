package dev.yardmaster.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.service.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the chapter about protocols in the guide to the engine. The chapter must show the protocol
 * in the package {@code example}, and list the files of this protocol, the tests that run with all
 * protocols, and all methods of a protocol.
 */
class ProtocolGuideTest {

  private static final Path TESTS = Path.of("src/test");
  private static final Path PAGE = Path.of("..", "docs", "guide-engine.md");
  private static final String NAME = "global-lock";

  /** Reads the chapter about protocols, which is the last one. */
  private static String chapter() throws IOException {
    String page = Files.readString(PAGE);
    return page.substring(page.indexOf("## Adding a protocol"));
  }

  @Test
  void theGuideShowsTheFilesThatRun() throws IOException {
    Map<String, String> shown = new TreeMap<>();
    Matcher file =
        Pattern.compile("<!-- file: (\\S+) -->\n```(?:java)?\n(.*?)```\n", Pattern.DOTALL)
            .matcher(chapter());
    while (file.find()) {
      shown.put(file.group(1), file.group(2));
    }
    Set<String> existing = new TreeSet<>();
    try (Stream<Path> java = Files.list(TESTS.resolve("java/example"));
        Stream<Path> services = Files.list(TESTS.resolve("resources/META-INF/services"))) {
      Stream.concat(java, services)
          .forEach(path -> existing.add(TESTS.relativize(path).toString()));
    }
    assertEquals(existing, shown.keySet());
    assertEquals(3, shown.size());
    assertTrue(chapter().contains("A protocol of your own consists of three files"), "the number");
    for (Map.Entry<String, String> each : shown.entrySet()) {
      assertEquals(Files.readString(TESTS.resolve(each.getKey())), each.getValue(), each.getKey());
    }
  }

  @Test
  void theGuideSaysWhenATestFails() throws IOException {
    Matcher timeout =
        Pattern.compile("<tests.timeout>(\\d+ s)</tests.timeout>")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertTrue(timeout.find());
    assertTrue(
        chapter().contains("longer than " + timeout.group(1) + ", the value of the property"));
  }

  @Test
  void aServiceRunsUnderTheProtocol() {
    Key key = Key.of("accounts", 17);
    EngineConfig config = EngineConfig.builder().protocol(NAME).workers(2).build();
    try (TransactionService service = Engine.open(config)) {
      long written =
          service.execute(
              transaction -> {
                transaction.putLong(key, 5);
                return transaction.getLong(key);
              });
      assertEquals(5, written);
      long read = service.execute(transaction -> transaction.getLong(key));
      assertEquals(5, read);
    }
  }

  /** The tests that iterate over all protocols run with the guide's protocol, too. */
  @Test
  void theGuideListsTheTestsOfAllProtocols() throws IOException {
    assertTrue(Protocols.names().contains(NAME), Protocols.names().toString());
    Set<String> tests = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(TESTS.resolve("java/dev"))) {
      for (Path source : sources.filter(path -> path.toString().endsWith("Test.java")).toList()) {
        String name = source.getFileName().toString().replace(".java", "");
        if (Files.readString(source).contains("Protocols.names()")
            && !name.equals(ProtocolGuideTest.class.getSimpleName())) {
          tests.add(name);
        }
      }
    }
    String table = chapter().substring(chapter().indexOf("| test | checks |"));
    Set<String> listed = new TreeSet<>();
    table.substring(0, table.indexOf("\n\n")).lines().forEach(row -> addNames(row, listed));
    assertEquals(tests, listed);
  }

  private static void addNames(String row, Set<String> names) {
    Matcher name = Pattern.compile("`(\\w+)`").matcher(row.split("\\|", -1)[1]);
    while (name.find()) {
      names.add(name.group(1));
    }
  }

  @Test
  void theGuideListsAllMethods() throws IOException {
    String chapter = chapter();
    for (Class<?> type :
        List.of(
            dev.yardmaster.engine.protocol.Protocol.class,
            dev.yardmaster.engine.protocol.ConcurrencyControl.class)) {
      String section = chapter.substring(chapter.indexOf("### " + type.getSimpleName() + '\n'));
      Set<String> listed = new TreeSet<>();
      section
          .substring(0, section.indexOf("\n### ", 1))
          .lines()
          .filter(row -> row.startsWith("| `"))
          .forEach(row -> addNames(row, listed));
      Set<String> methods =
          Arrays.stream(type.getDeclaredMethods())
              .filter(method -> !method.isSynthetic())
              .map(method -> method.getName())
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(methods, listed, type.getSimpleName());
    }
  }
}

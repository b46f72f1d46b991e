package dev.yardmaster.benchmarks.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads and writes {@code docs/names.txt}, the file of the names on which users depend. The file
 * has a line for each name, in sections that tests compare with the code. After an intended
 * renaming, {@code mvn test -pl benchmarks -am -Dtest='PinnedNamesTest,Documented*Test'
 * -Dnames.write=true -Dtests.forks=1 -Dsurefire.failIfNoSpecifiedTests=false} writes a new file.
 */
public final class PinnedNames {

  private static final Path FILE = Path.of("../docs/names.txt");
  private static final String HEADING = "# ";

  private static final String METRICS = ".metrics";

  /** The fields whose children have names that depend on the run. */
  private static final List<String> CHOSEN =
      List.of(".points", ".points.*.sides", ".points.*.sides.*", ".series", ".series.*");

  private PinnedNames() {}

  /** Requires that a section of the file has exactly these lines, in any order. */
  public static void require(String section, Set<String> lines) throws IOException {
    if (Boolean.getBoolean("names.write")) {
      write(section, lines);
    }
    assertEquals(
        String.join("\n", new TreeSet<>(lines)),
        String.join("\n", section(section)),
        "docs/names.txt, " + section + ": names that users depend on have changed");
  }

  /** Returns the lines of a section, sorted. */
  public static Set<String> section(String name) throws IOException {
    Set<String> lines = new TreeSet<>();
    boolean inside = false;
    for (String line : lines()) {
      if (line.startsWith(HEADING)) {
        inside = line.equals(HEADING + name);
      } else if (inside && !line.isBlank()) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static List<String> lines() throws IOException {
    return Files.exists(FILE) ? Files.readAllLines(FILE) : List.of();
  }

  private static synchronized void write(String section, Set<String> lines) throws IOException {
    Set<String> headings = new TreeSet<>(Set.of(HEADING + section));
    lines().stream().filter(line -> line.startsWith(HEADING)).forEach(headings::add);
    StringBuilder text = new StringBuilder();
    for (String heading : headings) {
      String name = heading.substring(HEADING.length());
      text.append(text.isEmpty() ? "" : "\n").append(heading).append('\n');
      for (String line : name.equals(section) ? new TreeSet<>(lines) : section(name)) {
        text.append(line).append('\n');
      }
    }
    Files.writeString(FILE, text);
  }

  /**
   * Adds the path of each field below a JSON value. Names that depend on the run (a side, a cause
   * of an abort, a point) are replaced by {@code *}. These are names in capitals, names with
   * characters other than letters, and the children of the fields in {@code CHOSEN}. The fields of
   * a metric are listed once for all metrics.
   */
  public static void addFields(String path, JsonNode value, Set<String> fields) {
    if (value.isArray()) {
      value.forEach(element -> addFields(path + "[]", element, fields));
    } else if (value.isObject()) {
      boolean chosen = CHOSEN.stream().anyMatch(path::endsWith);
      value
          .properties()
          .forEach(
              field -> {
                boolean named = !chosen && field.getKey().matches("[a-z][A-Za-z0-9]*");
                String below = path + '.' + (named ? field.getKey() : "*");
                if (path.endsWith(METRICS)) {
                  fields.add(below);
                  below = "a metric";
                }
                addFields(below, field.getValue(), fields);
              });
    } else {
      fields.add(path);
    }
  }
}

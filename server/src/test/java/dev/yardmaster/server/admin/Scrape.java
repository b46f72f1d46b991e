package dev.yardmaster.server.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A scrape of {@code /metrics}: the families of samples, with the labels of each family. */
final class Scrape {

  private static final Pattern HELP = Pattern.compile("# HELP (\\S+) (.*)");
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
  private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

  /** A family of samples, with its name, type, help text and labels. */
  record Family(String name, String type, String help, Set<String> labels) {

    /** Returns the unit of the family's samples. */
    String unit() {
      if (name.endsWith("_seconds")) {
        return "seconds";
      }
      return name.contains("_bytes") ? "bytes" : "";
    }
  }

  private final Map<String, Family> families = new TreeMap<>();
  private final Set<String> samples = new TreeSet<>();

  Scrape(String text) {
    Map<String, String> help = new LinkedHashMap<>();
    Family family = null;
    for (String line : text.lines().toList()) {
      Matcher helps = HELP.matcher(line);
      Matcher types = TYPE.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (helps.matches()) {
        help.put(helps.group(1), helps.group(2));
      } else if (types.matches()) {
        String name = types.group(1);
        family = new Family(name, types.group(2), help.getOrDefault(name, ""), new TreeSet<>());
        families.put(name, family);
      } else if (sample.matches() && family != null) {
        samples.add(sample.group(1));
        Matcher labels = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
        while (labels.find()) {
          family.labels().add(labels.group(1));
        }
      }
    }
  }

  /** Returns all families by name. */
  Map<String, Family> families() {
    return families;
  }

  /**
   * Returns the names of all samples, for example {@code x_bucket} and {@code x_count} of a
   * histogram.
   */
  Set<String> samples() {
    return samples;
  }
}

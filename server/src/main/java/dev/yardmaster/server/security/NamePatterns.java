package dev.yardmaster.server.security;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A set of names of tables or procedures. Instances are immutable.
 *
 * @param patterns each is a name, or the beginning of names followed by {@code *}
 */
public record NamePatterns(List<String> patterns) {

  private static final String ANY_END = "*";
  private static final Pattern PATTERN = Pattern.compile("[^\\s,*]{0,128}\\*|[^\\s,*]{1,128}");

  /** All names. */
  public static final NamePatterns ALL = new NamePatterns(List.of(ANY_END));

  /** No name. */
  public static final NamePatterns NONE = new NamePatterns(List.of());

  /** Checks the patterns. */
  public NamePatterns {
    for (String pattern : patterns) {
      if (!PATTERN.matcher(pattern).matches()) {
        throw new IllegalArgumentException(
            "tables and procedures are names without blanks and commas, separated by commas;"
                + " a name may end in *");
      }
    }
    patterns = List.copyOf(patterns);
  }

  /**
   * Parses patterns such as {@code orders,stock.*}.
   *
   * @throws IllegalArgumentException if a pattern is not valid
   */
  public static NamePatterns parse(String text) {
    return new NamePatterns(List.of(text.split(",", -1)));
  }

  /** Returns whether all names are in the set. */
  public boolean isAll() {
    return equals(ALL);
  }

  /** Returns whether a name is in the set. */
  public boolean contains(String name) {
    for (String pattern : patterns) {
      if (pattern.endsWith(ANY_END)
          ? name.regionMatches(0, pattern, 0, pattern.length() - 1)
          : name.equals(pattern)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the patterns as {@link #parse} reads them. */
  public String format() {
    return String.join(",", patterns);
  }
}

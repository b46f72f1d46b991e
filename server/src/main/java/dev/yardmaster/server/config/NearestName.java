package dev.yardmaster.server.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the valid name that is nearest to a misspelled name by Levenshtein's edit distance. */
public final class NearestName {

  private NearestName() {}

  /**
   * Returns the nearest name, if its distance from the given name is small. The given name is
   * compared with each name and with the last part of each dotted name.
   */
  public static Optional<String> to(String given, Collection<String> names) {
    return names.stream()
        .filter(name -> distance(given, name) <= Math.max(2, given.length() / 4))
        .min(Comparator.comparingInt(name -> distance(given, name)));
  }

  private static int distance(String given, String name) {
    String lower = given.toLowerCase(Locale.ROOT);
    String other = name.toLowerCase(Locale.ROOT);
    String lastPart = other.substring(other.lastIndexOf('.') + 1);
    return Math.min(edits(lower, other), edits(lower, lastPart));
  }

  /** Computes Levenshtein's distance row by row. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int substituted = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}

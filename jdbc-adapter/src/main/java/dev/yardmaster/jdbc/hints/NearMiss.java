package dev.yardmaster.jdbc.hints;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a misspelt name probably means. */
public final class NearMiss {
  /** The maximum number of letters that are inserted, removed or replaced in a misspelt name. */
  static final int MAX_EDITS = 2;

  private NearMiss() {}

  /**
   * Returns the known name with the fewest edits, if at most {@value #MAX_EDITS} edits are needed.
   * Otherwise, if exactly one known name begins with {@code name}, returns that known name.
   */
  public static Optional<String> of(String name, Collection<String> known) {
    String nearest = null;
    int least = MAX_EDITS + 1;
    for (String each : known) {
      int edits = edits(name, each);
      if (edits < least) {
        least = edits;
        nearest = each;
      }
    }
    if (nearest != null) {
      return Optional.of(nearest);
    }
    List<String> longer = known.stream().filter(each -> each.startsWith(name)).toList();
    return longer.size() == 1 ? Optional.of(longer.get(0)) : Optional.empty();
  }

  /**
   * Returns the length of the beginning of {@code text} that is a misspelling of {@code prefix}.
   * Returns 0 if the text begins with the prefix itself, or if no beginning is similar enough. If
   * two beginnings need the same number of edits, the beginning that ends with a separator is
   * chosen.
   */
  static int nearPrefix(String text, String prefix) {
    if (text.startsWith(prefix)) {
      return 0;
    }
    int found = 0;
    int least = MAX_EDITS + 1;
    int longest = Math.min(text.length(), prefix.length() + MAX_EDITS);
    for (int length = prefix.length() - MAX_EDITS; length <= longest; length++) {
      int edits = edits(text.substring(0, length), prefix);
      boolean separated = !Character.isLetterOrDigit(text.charAt(length - 1));
      if (edits < least || (edits == least && edits <= MAX_EDITS && separated)) {
        least = edits;
        found = length;
      }
    }
    return found;
  }

  /**
   * Returns the number of letters to insert, remove or replace (Levenshtein's distance), without
   * regard to case.
   */
  static int edits(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    if (Math.abs(a.length() - b.length()) > MAX_EDITS) {
      return MAX_EDITS + 1;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}

package dev.yardmaster.jdbc.sql;

import java.util.Locale;

/**
 * Folds names of tables and columns for comparisons. A folded name has no schema and no quotes, and
 * is in lower case. Two tables whose folded names are equal count as one table, which costs only
 * time.
 */
final class SqlName {
  private SqlName() {}

  /** Returns the last part of a name, without quotes, in lower case. */
  static String fold(String name) {
    String last = name.strip();
    if (last.isEmpty()) {
      return last;
    }
    char close = last.charAt(last.length() - 1);
    if (close == '"' || close == '`' || close == ']') {
      int open = last.lastIndexOf(close == ']' ? '[' : close, last.length() - 2);
      last = last.substring(open + 1, last.length() - 1);
    } else {
      last = last.substring(last.lastIndexOf('.') + 1);
    }
    return last.toLowerCase(Locale.ROOT);
  }
}

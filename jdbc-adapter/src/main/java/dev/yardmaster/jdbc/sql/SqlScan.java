package dev.yardmaster.jdbc.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pass over a statement's text before the text is parsed. The pass finds the text's first words,
 * the number of its parameters, whether it has several statements, and the depth of its
 * parentheses. The pass skips literals, quoted names and comments, like a JDBC driver that searches
 * for {@code ?}.
 */
final class SqlScan {
  private static final int MAX_WORDS = 8;

  /**
   * The names that the parser reads as types or keywords, even where they name a column. PostgreSQL
   * reserves none of them.
   */
  private static final Set<String> TYPES_AND_KEYWORDS =
      Set.of(
          "BIGINT",
          "BLOB",
          "BOOL",
          "BYTEA",
          "CURRENT",
          "DECIMAL",
          "DOUBLE",
          "ENUM",
          "FINAL",
          "FLOAT",
          "FLOAT4",
          "FLOAT8",
          "FORCE",
          "IMPORT",
          "INT",
          "INT2",
          "INT4",
          "INT8",
          "INTEGER",
          "LONG",
          "MAP",
          "NUMBER",
          "NUMERIC",
          "PIVOT",
          "PRECISION",
          "PRIOR",
          "REAL",
          "RETURNS",
          "SAMPLE",
          "SETTINGS",
          "SHORT",
          "SMALLINT",
          "UNPIVOT",
          "USE",
          "UUID",
          "VARCHAR");

  private static final Pattern AFTER_COLUMN =
      Pattern.compile(
          "\\s*([-+*/%=<>!|,);]|$|(in|is|not|like|ilike|between|and|or|as|from|where|group|having"
              + "|order|asc|desc|nulls|limit|offset|fetch|for|returning|when|then|else|end|union)\\b)",
          Pattern.CASE_INSENSITIVE);

  private final String sql;
  private final List<String> words = new ArrayList<>(MAX_WORDS);
  private final StringBuilder parsable = new StringBuilder();
  private int copied;
  private String lastWord = "";
  private int lastWordEnd;
  private char first;
  private int parameters;
  private int depth;
  private int maxDepth;
  private boolean several;
  private int end = -1;
  private boolean isComplete = true;

  private SqlScan(String sql) {
    this.sql = sql;
  }

  static SqlScan of(String sql) {
    SqlScan scan = new SqlScan(sql);
    int at = 0;
    while (at < sql.length()) {
      at = scan.next(at);
    }
    return scan;
  }

  /** Returns the first words, at most eight, in upper case. */
  List<String> words() {
    return words;
  }

  /** Returns the first character outside white space and comments; 0 if there is none. */
  char first() {
    return first;
  }

  /** Returns the number of parameters. */
  int parameters() {
    return parameters;
  }

  /** Returns the maximum depth of nested parentheses, brackets and CASE. */
  int maxDepth() {
    return maxDepth;
  }

  /** Returns whether another statement follows the first statement. */
  boolean several() {
    return several;
  }

  /** Returns the index of the first semicolon, which ends the first statement, or of the end. */
  int end() {
    return end < 0 ? sql.length() : end;
  }

  /** Returns whether all literals, quoted names and comments end in the text. */
  boolean isComplete() {
    return isComplete;
  }

  /**
   * Returns the text in a form that the parser accepts: pgjdbc's {@code ??} is replaced by another
   * operator, and a column with the name of a type or keyword is quoted.
   */
  String parsable() {
    return copied == 0 ? sql : parsable + sql.substring(copied);
  }

  private void replace(int from, int to, String text) {
    parsable.append(sql, copied, from).append(text);
    copied = to;
  }

  /** Consumes the token at an index, and returns the index after it. */
  private int next(int at) {
    char c = sql.charAt(at);
    if (Character.isWhitespace(c)) {
      return at + 1;
    }
    if (sql.startsWith("--", at)) {
      return afterLine(at);
    }
    if (sql.startsWith("/*", at)) {
      return afterComment(at);
    }
    several |= end >= 0 && c != ';';
    first = first == 0 ? c : first;
    if (Character.isJavaIdentifierStart(c) && c != '$') {
      return afterWord(at);
    }
    return switch (c) {
      case '\'', '"', '`' -> afterQuoted(at, c, false);
      case '$' -> afterDollar(at);
      case '?' -> afterQuestionMark(at);
      default -> {
        count(c, at);
        yield at + 1;
      }
    };
  }

  private void count(char c, int at) {
    if (c == ';' && end < 0) {
      end = at;
    }
    if (c == '(' || c == '[') {
      maxDepth = Math.max(maxDepth, ++depth);
    } else if (c == ')' || c == ']') {
      depth--;
    }
  }

  private int afterWord(int at) {
    int end = at + 1;
    while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
      end++;
    }
    String word = sql.substring(at, end).toUpperCase(Locale.ROOT);
    if (words.size() < MAX_WORDS) {
      words.add(word);
    }
    if (word.equals("CASE")) {
      maxDepth = Math.max(maxDepth, ++depth);
    } else if (word.equals("END")) {
      depth--;
    } else if (word.equals("E") && end < sql.length() && sql.charAt(end) == '\'') {
      return afterQuoted(end, '\'', true);
    } else if (TYPES_AND_KEYWORDS.contains(word) && isColumn(at, end)) {
      replace(at, end, '"' + sql.substring(at, end) + '"');
    }
    lastWord = word;
    lastWordEnd = end;
    return end;
  }

  /** Returns whether the name of a type or keyword is used as the name of a column. */
  private boolean isColumn(int at, int end) {
    Matcher next = AFTER_COLUMN.matcher(sql).region(end, sql.length());
    if (at == 0 || sql.charAt(at - 1) == ':' || !next.lookingAt()) {
      return false;
    }
    boolean isCast = lastWord.equals("AS") && next.group(1).equals(")");
    boolean isDoublePrecision = lastWord.equals("DOUBLE");
    return !((isCast || isDoublePrecision) && sql.substring(lastWordEnd, at).isBlank());
  }

  private int afterQuoted(int at, char quote, boolean backslashEscapes) {
    for (int i = at + 1; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (c == quote) {
        return i + 1;
      }
      if (c == '\\' && backslashEscapes) {
        i++;
      }
    }
    return incomplete();
  }

  private int incomplete() {
    isComplete = false;
    return sql.length();
  }

  private int afterLine(int at) {
    int end = at;
    while (end < sql.length() && sql.charAt(end) != '\n' && sql.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  /** Skips a PostgreSQL literal that is delimited by {@code $tag$}. */
  private int afterDollar(int at) {
    int end = at + 1;
    while (end < sql.length()
        && sql.charAt(end) != '$'
        && Character.isJavaIdentifierPart(sql.charAt(end))) {
      end++;
    }
    boolean tag = end < sql.length() && sql.charAt(end) == '$';
    if (!tag || (end > at + 1 && Character.isDigit(sql.charAt(at + 1)))) {
      return at + 1;
    }
    int close = sql.indexOf(sql.substring(at, end + 1), end + 1);
    return close < 0 ? incomplete() : close + end + 1 - at;
  }

  private int afterComment(int at) {
    int open = 0;
    int i = at;
    while (i < sql.length()) {
      if (sql.startsWith("/*", i)) {
        open++;
        i += 2;
      } else if (sql.startsWith("*/", i)) {
        open--;
        i += 2;
        if (open == 0) {
          return i;
        }
      } else {
        i++;
      }
    }
    return incomplete();
  }

  private int afterQuestionMark(int at) {
    if (!sql.startsWith("??", at)) {
      parameters++;
      return at + 1;
    }
    boolean three = sql.startsWith("|", at + 2) || sql.startsWith("&", at + 2);
    replace(at, at + (three ? 3 : 2), "@>");
    return at + (three ? 3 : 2);
  }
}

package dev.yardmaster.jdbc.sql;

import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The templates of statements' texts. The first thread that requests a text parses it. The template
 * is kept while the application uses the text. This class is thread-safe.
 *
 * <p>A text that cannot be understood at bounded cost is {@link Kind#OTHER} and has no rows. Such a
 * text is longer than 16,384 characters, is nested deeper than 50 levels, is refused by the parser,
 * or contains several statements. Only statements that may use rows are parsed. If an application
 * writes values into its texts, only texts that occur more than once are parsed.
 */
public final class StatementTemplates {
  /**
   * The maximum length of a text that is parsed. Longer texts consist mostly of values, and the
   * parser would need tens of ms for them.
   */
  static final int MAX_CHARACTERS = 16_384;

  /** The maximum depth of nesting. Deeper nesting could exhaust the thread's stack. */
  static final int MAX_DEPTH = 50;

  /**
   * The maximum number of kept texts. This number is sufficient for the statements of a large
   * application.
   */
  static final int MAX_TEXTS = 1_000;

  private static final long MAX_KEPT_CHARACTERS = 4_000_000;

  private static final Set<String> MAY_USE_ROWS =
      Set.of(
          "SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "UPSERT", "VALUES",
          "TABLE");

  private final TemplateCache cache = new TemplateCache(MAX_TEXTS, MAX_KEPT_CHARACTERS);
  private final KeyColumns keys;
  private final RowHash hash;
  private final RowPatterns patterns;

  /**
   * Creates templates for statements on tables with these keys. The key of an unknown table
   * consists of all columns that a statement compares, sorted by name.
   *
   * @param hash the hash of rows, shared with all other users of the rows' fingerprints
   */
  public StatementTemplates(KeyColumns keys, RowHash hash) {
    this.keys = keys;
    this.hash = hash;
    this.patterns = new RowPatterns(keys, hash);
  }

  /**
   * Returns the template of a text. The method never returns null and never throws an exception.
   * For a text in use, the call is only a lookup.
   */
  public StatementTemplate of(String sql) {
    if (sql == null || sql.length() > MAX_CHARACTERS) {
      return other(sql);
    }
    StatementTemplate template = cache.get(sql);
    if (template == null) {
      boolean parsing = cache.admits(sql);
      template = read(sql, SqlScan.of(sql), parsing);
      if (parsing) {
        cache.put(sql, template);
      }
    }
    return template;
  }

  /** Returns the number of parameters in a text. */
  public static int parameters(String sql) {
    return SqlScan.of(sql).parameters();
  }

  /** Returns the number of kept texts. */
  int size() {
    return cache.size();
  }

  private StatementTemplate read(String sql, SqlScan scan, boolean parsing) {
    boolean begins = Character.isLetter(scan.first()) || scan.first() == '(';
    if (!begins || scan.several() || scan.maxDepth() > MAX_DEPTH || scan.words().isEmpty()) {
      return other(sql);
    }
    Kind control = TransactionControl.kind(scan.words());
    if (control != null) {
      return new ParsedTemplate(sql, control, hash, List.of());
    }
    StatementReading reading =
        parsing && MAY_USE_ROWS.contains(scan.words().get(0))
            ? StatementParser.read(sql, scan, keys)
            : null;
    if (reading == null) {
      return other(sql);
    }
    List<RowPattern> rows = new ArrayList<>();
    for (TableUse use : reading.uses()) {
      rows.addAll(patterns.of(use));
    }
    return new ParsedTemplate(sql, reading.kind(), hash, rows);
  }

  private StatementTemplate other(String sql) {
    return new ParsedTemplate(sql, Kind.OTHER, hash, List.of());
  }
}

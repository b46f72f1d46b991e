package dev.yardmaster.jdbc.sql;

import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The templates of the texts of statements. Each text is parsed when it is first met, on the thread
 * that meets it, and kept while it is in use. Any thread.
 *
 * <p>What cannot be understood at bounded cost is {@link Kind#OTHER} and tells no row: a text
 * longer than 16,384 characters, one nested deeper than 50, one that the parser refuses, several
 * statements in one text. Only statements that may use rows are parsed at all; of an application
 * that writes values into its texts, only those that are met again.
 */
public final class StatementTemplates {
  /** Longer ones, of which the largest part would be values, take the parser tens of ms. */
  static final int MAX_CHARACTERS = 16_384;

  /** Deeper ones could exhaust the stack of the thread. */
  static final int MAX_DEPTH = 50;

  /** How many texts are kept; the statements of a large application. */
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
   * Templates of statements on tables whose keys are known, as far as they are. In a table that is
   * not known, all the columns that a statement compares, sorted by name, are the key.
   *
   * @param hash shared with whoever else names rows
   */
  public StatementTemplates(KeyColumns keys, RowHash hash) {
    this.keys = keys;
    this.hash = hash;
    this.patterns = new RowPatterns(keys, hash);
  }

  /** What a text tells. Never null, never throws; a lookup for a text that is in use. */
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

  /** How many parameters a text has, whatever else it says. */
  public static int parameters(String sql) {
    return SqlScan.of(sql).parameters();
  }

  /** How many texts are kept. */
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

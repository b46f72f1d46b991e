package dev.yardmaster.jdbc.sql;

import dev.yardmaster.jdbc.sql.ParsedTemplate.Meaning;
import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The templates of statements' texts. Each text is parsed once, by the first thread that requests
 * it or in the background. The template is kept while the application uses the text. This class is
 * thread-safe.
 *
 * <p>A text that cannot be understood at bounded cost is {@link Kind#OTHER} and has no rows. This
 * concerns a text that is longer than 16,384 characters, is nested deeper than 50 levels, is
 * refused by the parser, or contains several statements. Only statements that may use rows are
 * parsed. If an application writes values into its texts, only texts that occur more than once are
 * parsed.
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

  private static final String CALL = "CALL";

  private final TemplateCache cache = new TemplateCache(MAX_TEXTS, MAX_KEPT_CHARACTERS);
  private final KeyColumns keys;
  private final RowHash hash;
  private final RowPatterns patterns;

  /** Parses in the background; null if the thread that requests a text parses it. */
  private final Executor background;

  /**
   * Creates templates for statements on tables with these keys. The key of an unknown table
   * consists of all columns that a statement compares, sorted by name. The thread that first
   * requests a text parses it.
   *
   * @param hash the hash of rows, shared with all other users of the rows' fingerprints
   */
  public StatementTemplates(KeyColumns keys, RowHash hash) {
    this(keys, hash, null);
  }

  /**
   * Creates templates whose texts are parsed in the background. Until a text is parsed, its
   * template is {@link Kind#OTHER} and has no rows.
   *
   * @param background executes the parsing; null for the thread that requests a text
   */
  public StatementTemplates(KeyColumns keys, RowHash hash, Executor background) {
    this.keys = keys;
    this.hash = hash;
    this.patterns = new RowPatterns(keys, hash);
    this.background = background;
  }

  /**
   * Returns the template of a text. The method never returns null and never throws an exception.
   * For a cached text, the call is only a lookup.
   */
  public StatementTemplate of(String sql) {
    if (sql == null || sql.length() > MAX_CHARACTERS) {
      return other(sql);
    }
    ParsedTemplate template = cache.get(sql);
    if (template == null) {
      boolean kept = cache.admits(sql);
      ParsedTemplate scanned = scan(sql, kept);
      template = kept ? cache.putIfAbsent(sql, scanned) : scanned;
      if (template == scanned && background != null) {
        parseInBackground(template);
      }
    }
    if (background == null) {
      template.parse();
    }
    return template;
  }

  private void parseInBackground(ParsedTemplate template) {
    try {
      background.execute(template::parse);
    } catch (RejectedExecutionException full) {
      // The text is parsed if it occurs again later.
      cache.remove(template.sql());
    }
  }

  /** Returns the number of parameters in a text. */
  public static int parameters(String sql) {
    return SqlScan.of(sql).parameters();
  }

  /**
   * Returns the statement of a text without the semicolon and the text after the semicolon. Returns
   * null in three cases. First, the text has several statements. Second, the first words are not
   * those of a statement that uses rows or calls a procedure. The statement may therefore end the
   * transaction or change the session. Third, a literal or a comment has no end, so a text that is
   * appended would become part of it.
   */
  public static String onlyStatement(String sql) {
    SqlScan scan = SqlScan.of(sql);
    String first = scan.words().isEmpty() ? "" : scan.words().get(0);
    boolean isPlain = MAY_USE_ROWS.contains(first) || first.equals(CALL);
    return isPlain && scan.isComplete() && !scan.several() ? sql.substring(0, scan.end()) : null;
  }

  /** Returns the number of kept texts. */
  int size() {
    return cache.size();
  }

  /** Classifies a text by its first words, which needs no parser. */
  private ParsedTemplate scan(String sql, boolean parsed) {
    SqlScan scan = SqlScan.of(sql);
    boolean begins = Character.isLetter(scan.first()) || scan.first() == '(';
    if (!begins || scan.several() || scan.maxDepth() > MAX_DEPTH || scan.words().isEmpty()) {
      return other(sql);
    }
    boolean unscheduled = TransactionControl.makesUnscheduled(scan.words());
    Kind control = TransactionControl.kind(scan.words());
    if (control != null || unscheduled) {
      Kind kind = control == null ? Kind.OTHER : control;
      return new ParsedTemplate(sql, new Meaning(kind, List.of()), hash, unscheduled);
    }
    return parsed && MAY_USE_ROWS.contains(scan.words().get(0))
        ? new ParsedTemplate(sql, hash, () -> parse(sql))
        : other(sql);
  }

  private Meaning parse(String sql) {
    StatementReading reading = StatementParser.read(sql, SqlScan.of(sql), keys);
    if (reading == null) {
      return Meaning.UNKNOWN;
    }
    List<RowPattern> rows = new ArrayList<>();
    for (TableUse use : reading.uses()) {
      rows.addAll(patterns.of(use));
    }
    return new Meaning(reading.kind(), List.copyOf(rows));
  }

  private ParsedTemplate other(String sql) {
    return new ParsedTemplate(sql, Meaning.UNKNOWN, hash, false);
  }
}

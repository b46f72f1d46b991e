package dev.yardmaster.jdbc.sql;

import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.StringProvider;
import net.sf.jsqlparser.statement.Statement;

/**
 * The templates of the texts of statements. Each text is parsed when it is first met, on the thread
 * that meets it, and kept while it is in use. Any thread.
 *
 * <p>What cannot be understood at bounded cost is {@link Kind#OTHER} and tells no row: a text
 * longer than 16,384 characters, one nested deeper than 50, one that the parser refuses, several
 * statements in one text. Only statements that may use rows are parsed at all.
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
      template = read(sql);
      cache.put(sql, template);
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

  private StatementTemplate read(String sql) {
    SqlScan scan = SqlScan.of(sql);
    if (scan.several() || scan.maxDepth() > MAX_DEPTH || scan.words().isEmpty()) {
      return other(sql);
    }
    char first = scan.first();
    if (Character.isLetter(first)) {
      Kind control = TransactionControl.kind(scan.words());
      if (control != null) {
        return new ParsedTemplate(sql, control, hash, List.of());
      }
    }
    boolean mayUseRows = Character.isLetter(first) || first == '(';
    if (!mayUseRows || !MAY_USE_ROWS.contains(scan.words().get(0))) {
      return other(sql);
    }
    StatementTemplate template = parse(sql, scan, false);
    if (template == null && Parser.hasDialect(sql)) {
      template = parse(sql, scan, true);
    }
    return template == null ? other(sql) : template;
  }

  /**
   * The template by the parser, or null when it refuses the text. The parser is called directly,
   * because its facade starts a thread for each text.
   *
   * @param dialect whether brackets quote names, as in SQL Server, backslashes escape, as in MySQL
   *     and some literals of PostgreSQL, and dollars with tags quote, as there
   */
  private StatementTemplate parse(String sql, SqlScan scan, boolean dialect) {
    try {
      Parser parser = new Parser(scan.parsable(), dialect);
      Statement statement = parser.Statement();
      StatementReading reading = StatementReading.of(statement, keys);
      List<RowPattern> rows = new ArrayList<>();
      if (parser.parameters() == scan.parameters()) {
        for (TableUse use : reading.uses()) {
          rows.addAll(patterns.of(use));
        }
      }
      return new ParsedTemplate(sql, reading.kind(), hash, rows);
    } catch (ParseException | RuntimeException | StackOverflowError e) {
      return null;
    }
  }

  private StatementTemplate other(String sql) {
    return new ParsedTemplate(sql, Kind.OTHER, hash, List.of());
  }

  /** The parser, asked how many parameters it met: where it is at odds, no row is certain. */
  private static final class Parser extends CCJSqlParser {
    Parser(String sql, boolean dialect) {
      super(new StringProvider(sql));
      withAllowComplexParsing(true);
      withSquareBracketQuotation(dialect && sql.indexOf('[') >= 0);
      withBackslashEscapeCharacter(dialect);
      withDollarQuotedStringTags(dialect);
    }

    static boolean hasDialect(String sql) {
      return sql.indexOf('[') >= 0 || sql.indexOf('\\') >= 0 || sql.indexOf('$') >= 0;
    }

    int parameters() {
      return jdbcParameterIndex;
    }
  }
}

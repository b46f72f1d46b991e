package dev.yardmaster.jdbc.sql;

import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.StringProvider;

/**
 * Runs JSqlParser for one text, on the calling thread. The class calls the parser directly, because
 * JSqlParser's facade starts a thread for each text.
 */
final class StatementParser extends CCJSqlParser {

  private StatementParser(String sql) {
    super(new StringProvider(sql));
    withAllowComplexParsing(true);
  }

  /**
   * Parses a text; returns null if the parser refuses it. If the parser refuses the text as
   * standard SQL, and the text may be in a dialect, the method parses the text again with the
   * options of the dialects.
   */
  static StatementReading read(String sql, SqlScan scan, KeyColumns keys) {
    StatementReading reading = new StatementParser(scan.parsable()).read(scan, keys);
    boolean brackets = sql.indexOf('[') >= 0;
    if (reading == null && (brackets || sql.indexOf('\\') >= 0 || sql.indexOf('$') >= 0)) {
      StatementParser dialect = new StatementParser(scan.parsable());
      // The options allow SQL Server's names in brackets, backslashes as in MySQL and PostgreSQL,
      // and PostgreSQL's dollar quotes.
      dialect.withSquareBracketQuotation(brackets);
      dialect.withBackslashEscapeCharacter(true);
      dialect.withDollarQuotedStringTags(true);
      reading = dialect.read(scan, keys);
    }
    return reading;
  }

  private StatementReading read(SqlScan scan, KeyColumns keys) {
    try {
      StatementReading reading = StatementReading.of(Statement(), keys);
      if (jdbcParameterIndex != scan.parameters()) {
        // The parser and the scan found different numbers of parameters, so no row is certain.
        reading.forgetRows();
      }
      return reading;
    } catch (ParseException | RuntimeException | StackOverflowError e) {
      return null;
    }
  }
}

package dev.yardmaster.jdbc.sql;

import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.StringProvider;

/**
 * JSqlParser on one text, on the calling thread. It is called directly, because its facade starts a
 * thread for each text.
 */
final class StatementParser extends CCJSqlParser {

  private StatementParser(String sql) {
    super(new StringProvider(sql));
    withAllowComplexParsing(true);
  }

  /**
   * What a text tells, or null when the parser refuses it. A text that it refuses in standard SQL
   * is read once more where something in it may be a dialect's.
   */
  static StatementReading read(String sql, SqlScan scan, KeyColumns keys) {
    StatementReading reading = new StatementParser(scan.parsable()).read(scan, keys);
    boolean brackets = sql.indexOf('[') >= 0;
    if (reading == null && (brackets || sql.indexOf('\\') >= 0 || sql.indexOf('$') >= 0)) {
      StatementParser dialect = new StatementParser(scan.parsable());
      // Names of SQL Server; literals of MySQL, and some of PostgreSQL; more of PostgreSQL's.
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
        // It is at odds about what a parameter is, so none is certain.
        reading.forgetRows();
      }
      return reading;
    } catch (ParseException | RuntimeException | StackOverflowError e) {
      return null;
    }
  }
}

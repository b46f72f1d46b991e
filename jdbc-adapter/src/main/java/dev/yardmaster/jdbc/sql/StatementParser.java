package dev.yardmaster.jdbc.sql;

import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.StringProvider;

/**
 * JSqlParser for one text, on the calling thread. The parser is called directly, since its facade
 * starts a thread for each text.
 */
final class StatementParser extends CCJSqlParser {

  private StatementParser(String sql) {
    super(new StringProvider(sql));
    withAllowComplexParsing(true);
  }

  /**
   * Parses a text; null if the parser refuses it. A text that is refused as standard SQL is parsed
   * once more if it may contain a dialect.
   */
  static StatementReading read(String sql, SqlScan scan, KeyColumns keys) {
    StatementReading reading = new StatementParser(scan.parsable()).read(scan, keys);
    boolean brackets = sql.indexOf('[') >= 0;
    if (reading == null && (brackets || sql.indexOf('\\') >= 0 || sql.indexOf('$') >= 0)) {
      StatementParser dialect = new StatementParser(scan.parsable());
      // Names of SQL Server; backslashes of MySQL and PostgreSQL; dollar quotes of PostgreSQL.
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
        // Parser and scan disagree about the parameters, so no row is certain.
        reading.forgetRows();
      }
      return reading;
    } catch (ParseException | RuntimeException | StackOverflowError e) {
      return null;
    }
  }
}

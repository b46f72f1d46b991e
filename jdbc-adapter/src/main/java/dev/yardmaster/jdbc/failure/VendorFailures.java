package dev.yardmaster.jdbc.failure;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The documented errors of databases. An error is identified by its SQLState, or by its vendor code
 * if the SQLState is not sufficient.
 *
 * <p>Sources:
 *
 * <ul>
 *   <li>ISO/IEC 9075-2, SQLSTATE class and subclass codes: 08007, 40000, 40001, 40003
 *   <li>PostgreSQL, "PostgreSQL Error Codes" and "Serialization Failure Handling": 40001, 40P01;
 *       the codes for sessions that PostgreSQL ends: 57P01 to 57P05, 25P03, 25P04
 *   <li>CockroachDB, "Transaction Retry Error Reference" (40001, "restart transaction") and "Common
 *       Errors and Solutions", result is ambiguous (40003)
 *   <li>YugabyteDB, "Transaction retries in YSQL" and the support article on retryable errors:
 *       40001, 40P01, "Restart read required"
 *   <li>Aurora DSQL, "Concurrency control in Aurora DSQL": OC000, OC001
 *   <li>MySQL, "Server Error Message Reference" and "InnoDB Error Handling": 1205, 1213
 *   <li>TiDB, "Error Codes and Troubleshooting": 8002, 8022, 8028, 9007
 *   <li>SQL Server, "Transactions with Memory-Optimized Tables", conflict detection and retry
 *       logic: 41301, 41302, 41305, 41325; "Database engine events and errors": 1205, 3960
 *   <li>Oracle, "Database Error Messages": ORA-00060, ORA-08177
 *   <li>Db2, "SQL messages", SQL0911N (40001) and SQL0913N (57033)
 * </ul>
 *
 * <p>Vendor codes overlap: 60, 911, 8002 and 9007 have other meanings in other databases. These
 * codes therefore count only together with the SQLState with which their database reports them.
 */
final class VendorFailures {
  private static final Map<String, FailureKind> BY_STATE =
      Map.ofEntries(
          Map.entry("40000", FailureKind.RETRY),
          Map.entry("40001", FailureKind.RETRY),
          Map.entry("40P01", FailureKind.RETRY),
          Map.entry("OC000", FailureKind.RETRY),
          Map.entry("OC001", FailureKind.RETRY),
          Map.entry("57033", FailureKind.RETRY),
          Map.entry("40003", FailureKind.AMBIGUOUS),
          Map.entry("08007", FailureKind.AMBIGUOUS),
          Map.entry("57P01", FailureKind.CONNECTION_LOST),
          Map.entry("57P02", FailureKind.CONNECTION_LOST),
          Map.entry("57P03", FailureKind.CONNECTION_LOST),
          Map.entry("57P04", FailureKind.CONNECTION_LOST),
          Map.entry("57P05", FailureKind.CONNECTION_LOST),
          Map.entry("25P03", FailureKind.CONNECTION_LOST),
          Map.entry("25P04", FailureKind.CONNECTION_LOST));

  /**
   * Codes that have the same meaning in all databases. The code -911 belongs to Db2; Oracle's 911
   * is another error.
   */
  private static final Set<Integer> RETRIED_CODES =
      Set.of(1205, 1213, 3960, 8177, 41301, 41302, 41305, 41325, -911, -913);

  /** Codes that mean a retry only together with the SQLState of their database. */
  private static final Map<Integer, String> STATE_OF_RETRIED_CODE =
      Map.of(60, "61000", 8002, "HY000", 8022, "HY000", 8028, "HY000", 9007, "HY000");

  /** The SQLState of an internal error, with which some databases also report conflicts. */
  private static final String INTERNAL_ERROR = "XX000";

  /**
   * The beginnings of messages that mean a retry, with {@link #INTERNAL_ERROR} only. The text is
   * not sufficient without this SQLState, because a message may quote the contents of a row.
   */
  private static final Pattern RETRIED_INTERNAL_ERROR =
      Pattern.compile(
          "(ERROR: )?(Query error: )?(restart transaction:|restart read required)",
          Pattern.CASE_INSENSITIVE);

  private VendorFailures() {}

  /** Returns the meaning of one exception; OTHER if no table contains the exception's codes. */
  static FailureKind kind(SQLException exception) {
    String state = exception.getSQLState() == null ? "" : exception.getSQLState();
    FailureKind byState = BY_STATE.getOrDefault(state, FailureKind.OTHER);
    if (byState != FailureKind.OTHER) {
      return byState;
    }
    if (state.startsWith("08")) {
      return FailureKind.CONNECTION_LOST;
    }
    int code = exception.getErrorCode();
    return RETRIED_CODES.contains(code)
            || state.equals(STATE_OF_RETRIED_CODE.get(code))
            || (state.equals(INTERNAL_ERROR) && isRetriedInternalError(exception.getMessage()))
        ? FailureKind.RETRY
        : FailureKind.OTHER;
  }

  private static boolean isRetriedInternalError(@Nullable String message) {
    return message != null && RETRIED_INTERNAL_ERROR.matcher(message).lookingAt();
  }
}

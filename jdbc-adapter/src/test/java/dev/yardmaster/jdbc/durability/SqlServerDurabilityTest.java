package dev.yardmaster.jdbc.durability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the statements with those that SQL Server documents. No server runs. */
class SqlServerDurabilityTest {
  private static final String ALLOWED =
      "SELECT delayed_durability_desc FROM sys.databases WHERE database_id = DB_ID()";
  private static final String ID =
      "SELECT CONCAT(@@SERVERNAME, ' ', CONVERT(varchar(33), create_date, 126)), @@SPID"
          + " FROM sys.databases WHERE name = 'tempdb'";
  private static final String CHECK = "SELECT n FROM #yardmaster_forces";
  private static final String FLUSH = "EXEC sys.sp_flush_log";

  private final List<String> log = new ArrayList<>();
  private String option = "ALLOWED";
  private String failing = "nothing";
  private SQLWarning warning;

  private Connection connection() {
    return proxy(
        Connection.class,
        (method, argument) ->
            switch (method) {
              case "createStatement" -> statement();
              case "getMetaData" ->
                  proxy(DatabaseMetaData.class, (name, unused) -> "Microsoft SQL Server");
              case "getAutoCommit" -> true;
              case "close", "abort" -> note(method);
              default -> null;
            });
  }

  private Statement statement() {
    return proxy(
        Statement.class,
        (method, argument) ->
            switch (method) {
              case "execute" -> {
                run((String) argument);
                yield false;
              }
              case "executeQuery" -> {
                run((String) argument);
                yield argument.equals(ALLOWED) ? row(option) : row("server start", "51");
              }
              case "getWarnings" -> warning;
              default -> null;
            });
  }

  private void run(String sql) throws SQLException {
    note(sql);
    if (sql.equals(failing)) {
      throw new SQLException("Invalid object name '#yardmaster_forces'.", "S0002", 208);
    }
  }

  private Object note(String text) {
    log.add(text);
    return null;
  }

  private static ResultSet row(String... values) {
    return proxy(
        ResultSet.class,
        (method, argument) ->
            switch (method) {
              case "next" -> true;
              case "getString" -> values[(int) argument - 1];
              default -> null;
            });
  }

  private interface Answer {
    Object to(String method, Object argument) throws SQLException;
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            SqlServerDurabilityTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                answer.to(method.getName(), arguments == null ? null : arguments[0])));
  }

  @Test
  void aSessionForcesAtItsStartAndLeavesNothingBehind() throws SQLException {
    ForceSession session = DelayedDurability.of(connection()).forces(connection());
    session.force();
    session.close();
    assertEquals(new SessionId("server start", "51"), session.id());
    assertEquals(
        List.of(
            ALLOWED,
            "CREATE TABLE #yardmaster_forces (n int)",
            ID,
            CHECK,
            FLUSH,
            CHECK,
            CHECK,
            FLUSH,
            CHECK,
            "DROP TABLE #yardmaster_forces",
            "close"),
        log);
  }

  @Test
  void aDatabaseThatDoesNotAllowItIsRefused() {
    option = "DISABLED";
    SQLFeatureNotSupportedException refused =
        assertThrows(
            SQLFeatureNotSupportedException.class,
            () -> new SqlServerDurability().forces(connection()));
    assertTrue(refused.getMessage().startsWith("DELAYED_DURABILITY=DISABLED"));
    assertEquals(List.of(ALLOWED, "abort", "close"), log);
  }

  @Test
  void aSessionThatTheDriverReplacedDoesNotVouch() throws SQLException {
    ForceSession session = new SqlServerDurability().forces(connection());
    failing = CHECK;
    assertThrows(SQLException.class, session::force);
  }

  @Test
  void aWarningIsALostForce() throws SQLException {
    ForceSession session = new SqlServerDurability().forces(connection());
    warning = new SQLWarning("not on all replicas");
    assertThrows(SQLException.class, session::force);
  }

  @Test
  void aCommitIsDelayedForItsTransactionOnly() throws SQLException {
    DelayedCommits commits = new SqlServerDurability().commits(connection());
    log.add(commits.commit());
    assertEquals(
        List.of(ID, "IF @@TRANCOUNT > 0 COMMIT TRANSACTION WITH (DELAYED_DURABILITY = ON)"), log);
    assertFalse(commits.canDelaySession());
    assertThrows(SQLFeatureNotSupportedException.class, () -> commits.delaySession(true));
  }
}

package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Makes each call of JDBC's interfaces, with several choices of arguments, to pgjdbc and to the
 * drop-in DataSource over pgjdbc. The results, the exceptions and the state of the objects after
 * the calls must be equal.
 */
class CallComparisonTest {
  /** The beginning of a line that shows the state of an object after a call. */
  private static final String STATE = "  then ";

  private static final String COLUMNS = "id, name, money, born, seen, data, active, notes";

  /** An object of one of JDBC's interfaces, and the calls that show its state. */
  private record Kind(Class<?> type, int leastCalls, Opening opening, List<String> state) {
    @Override
    public String toString() {
      return type.getSimpleName();
    }
  }

  /** Creates an object on a connection. */
  private interface Opening {
    Object on(Connection connection) throws SQLException;
  }

  static Stream<Kind> kinds() {
    List<String> statement =
        List.of(
            "isClosed",
            "getUpdateCount",
            "getWarnings",
            "getMaxRows",
            "getFetchSize",
            "getQueryTimeout",
            "isPoolable",
            "toString");
    return Stream.of(
        new Kind(
            Connection.class,
            150,
            connection -> connection,
            List.of(
                "isClosed",
                "getAutoCommit",
                "getTransactionIsolation",
                "isReadOnly",
                "getHoldability",
                "getSchema",
                "getWarnings")),
        new Kind(Statement.class, 130, Connection::createStatement, statement),
        new Kind(PreparedStatement.class, 340, CallComparisonTest::prepared, statement),
        new Kind(CallableStatement.class, 800, CallComparisonTest::called, statement),
        new Kind(
            ResultSet.class,
            650,
            CallComparisonTest::rows,
            List.of("isClosed", "getRow", "isAfterLast", "wasNull", "rowUpdated", "getWarnings")),
        new Kind(DatabaseMetaData.class, 280, Connection::getMetaData, List.of()),
        new Kind(
            ResultSetMetaData.class,
            80,
            connection -> prepared(connection).getMetaData(),
            List.of()),
        new Kind(
            ParameterMetaData.class,
            30,
            connection -> prepared(connection).getParameterMetaData(),
            List.of()));
  }

  private static PreparedStatement prepared(Connection connection) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "SELECT " + COLUMNS + " FROM compared WHERE id > ? ORDER BY id",
            ResultSet.TYPE_SCROLL_INSENSITIVE,
            ResultSet.CONCUR_UPDATABLE);
    statement.setInt(1, 0);
    return statement;
  }

  private static CallableStatement called(Connection connection) throws SQLException {
    CallableStatement statement = connection.prepareCall("{? = call abs(?)}");
    statement.registerOutParameter(1, Types.INTEGER);
    statement.setInt(2, -17);
    statement.execute();
    return statement;
  }

  private static ResultSet rows(Connection connection) throws SQLException {
    ResultSet rows = prepared(connection).executeQuery();
    rows.next();
    return rows;
  }

  @BeforeAll
  static void create() throws SQLException {
    ComparedTable.create();
  }

  @AfterAll
  static void drop() throws SQLException {
    ComparedTable.drop();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void eachCallEndsAsWithThePlainDriver(Kind kind) throws Exception {
    List<String> plain = transcript(TestPostgres.plain(), kind);
    try (YardmasterDataSource ours = ComparedTable.ours()) {
      List<String> own = transcript(ours, kind);
      long calls = plain.stream().filter(line -> !line.startsWith(STATE)).count();
      assertTrue(calls >= kind.leastCalls(), () -> kind + " calls=" + calls);
      for (int i = 0; i < plain.size(); i++) {
        assertEquals(plain.get(i), own.get(i));
      }
      assertEquals(plain.size(), own.size());
    }
  }

  private static List<String> transcript(DataSource source, Kind kind) throws Exception {
    Transcript transcript = new Transcript();
    Connection connection = source.getConnection();
    for (Method method : JdbcCalls.methods(kind.type())) {
      int choices = method.getParameterCount() == 0 ? 1 : JdbcCalls.CHOICES;
      for (int choice = 0; choice < choices; choice++) {
        if (kind.type() == Connection.class || connection.isClosed()) {
          connection.close();
          connection = source.getConnection();
        }
        if (!kind.type().getSimpleName().endsWith("MetaData")) {
          ComparedTable.fill(connection);
        }
        compare(transcript, kind, kind.opening().on(connection), method, choice);
      }
    }
    connection.close();
    return transcript.lines();
  }

  private static void compare(
      Transcript transcript, Kind kind, Object target, Method method, int choice)
      throws ReflectiveOperationException {
    String name = JdbcCalls.name(kind.type(), method, choice);
    transcript.call(name, () -> method.invoke(target, JdbcCalls.arguments(method, choice)));
    for (String state : kind.state()) {
      Method getter = Object.class.getMethod("toString");
      if (!state.equals("toString")) {
        getter = kind.type().getMethod(state);
      }
      Method probe = getter;
      transcript.call(STATE + state, () -> probe.invoke(target));
    }
  }
}

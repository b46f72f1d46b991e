package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
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
 * Runs sequences of calls, as applications make them, with pgjdbc and with the drop-in DataSource
 * over pgjdbc. The results and the exceptions of all calls must be equal.
 */
class ScriptComparisonTest {
  private static final String ALL = "SELECT id, name, money FROM compared ORDER BY id";

  /** A sequence of calls on a new connection. */
  private interface Calls {
    void make(Connection connection, Transcript transcript) throws SQLException;
  }

  private record Script(String name, Calls calls) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Script> scripts() {
    return Stream.of(
        new Script("commit and rollback", ScriptComparisonTest::transactions),
        new Script("failed transaction", ScriptComparisonTest::failedTransaction),
        new Script("savepoints", ScriptComparisonTest::savepoints),
        new Script("batches", ScriptComparisonTest::batches),
        new Script("prepared batches", ScriptComparisonTest::preparedBatches),
        new Script("generated keys", ScriptComparisonTest::generatedKeys),
        new Script("several results", ScriptComparisonTest::severalResults),
        new Script("updatable rows", ScriptComparisonTest::updatableRows),
        new Script("fetched in parts", ScriptComparisonTest::fetchedInParts),
        new Script("calls and cursors", ScriptComparisonTest::callsAndCursors),
        new Script("text as SQL", ScriptComparisonTest::transactionsAsText),
        new Script("modes of the connection", ScriptComparisonTest::modes),
        new Script("closed with its connection", ScriptComparisonTest::closedTogether));
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
  @MethodSource("scripts")
  void aScriptEndsAsWithThePlainDriver(Script script) throws SQLException {
    List<String> plain = transcript(TestPostgres.plain(), script);
    try (YardmasterDataSource ours = ComparedTable.ours()) {
      assertEquals(String.join("\n", plain), String.join("\n", transcript(ours, script)));
    }
    assertTrue(plain.size() > 8, plain::toString);
  }

  private static List<String> transcript(DataSource source, Script script) throws SQLException {
    Transcript transcript = new Transcript();
    try (Connection connection = source.getConnection()) {
      ComparedTable.fill(connection);
      script.calls().make(connection, transcript);
    }
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      transcript.call("the table in the end", () -> statement.executeQuery(ALL));
    }
    return transcript.lines();
  }

  private static void transactions(Connection connection, Transcript transcript)
      throws SQLException {
    transcript.run("commit in auto-commit mode", connection::commit);
    transcript.run("rollback in auto-commit mode", connection::rollback);
    for (int isolation :
        List.of(
            Connection.TRANSACTION_NONE,
            Connection.TRANSACTION_READ_UNCOMMITTED,
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE)) {
      transcript.run("isolation", () -> connection.setTransactionIsolation(isolation));
      transcript.call("isolation", connection::getTransactionIsolation);
      transcript.run("begin", () -> connection.setAutoCommit(false));
      try (Statement statement = connection.createStatement()) {
        String update = "UPDATE compared SET money = " + isolation;
        transcript.call("update", () -> statement.executeUpdate(update + " WHERE id = 1"));
        transcript.call("see it", () -> statement.executeQuery(ALL));
        transcript.run("isolation within", () -> connection.setTransactionIsolation(isolation));
        transcript.run("roll back", connection::rollback);
        transcript.call("update", () -> statement.executeUpdate(update + " WHERE id = 2"));
        transcript.run("commit", connection::commit);
        transcript.call("see it", () -> statement.executeQuery(ALL));
      }
      transcript.run("end by auto-commit", () -> connection.setAutoCommit(true));
    }
  }

  private static void failedTransaction(Connection connection, Transcript transcript)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      transcript.call(
          "duplicate", () -> statement.executeUpdate("INSERT INTO compared VALUES (1)"));
      transcript.call("afterwards", () -> statement.executeQuery(ALL));
      transcript.run("isolation", () -> connection.setTransactionIsolation(8));
      transcript.run("commit", connection::commit);
      transcript.call("again", () -> statement.executeQuery(ALL));
      transcript.call("no table", () -> statement.executeQuery("SELECT 1 FROM nowhere"));
      transcript.run("roll back", connection::rollback);
      transcript.call("warnings", connection::getWarnings);
      transcript.call("again", () -> statement.executeUpdate("DELETE FROM compared WHERE id = 2"));
      transcript.run("commit", connection::commit);
    }
  }

  private static void savepoints(Connection connection, Transcript transcript) throws SQLException {
    transcript.call("savepoint in auto-commit mode", connection::setSavepoint);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      Savepoint first = connection.setSavepoint();
      transcript.call("id", first::getSavepointId);
      transcript.call("name", first::getSavepointName);
      statement.executeUpdate("DELETE FROM compared WHERE id = 1");
      Savepoint second = connection.setSavepoint("second");
      transcript.call("name", second::getSavepointName);
      transcript.call("bad", () -> statement.executeUpdate("SELEC"));
      transcript.call("still bad", () -> statement.executeQuery(ALL));
      transcript.run("back", () -> connection.rollback(second));
      transcript.call("good", () -> statement.executeQuery(ALL));
      transcript.run("release", () -> connection.releaseSavepoint(second));
      transcript.run("back to the released", () -> connection.rollback(second));
      transcript.run("back", () -> connection.rollback(first));
      transcript.call("all rows", () -> statement.executeQuery(ALL));
      transcript.run("back to none", () -> connection.rollback(null));
      transcript.run("commit", connection::commit);
      transcript.run("after the commit", () -> connection.rollback(first));
      connection.rollback();
    }
  }

  private static void batches(Connection connection, Transcript transcript) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      transcript.call("empty batch", statement::executeBatch);
      transcript.run("null", () -> statement.addBatch(null));
      statement.addBatch("UPDATE compared SET name = 'a'");
      statement.addBatch("DELETE FROM compared WHERE id = 2");
      transcript.call("batch", statement::executeBatch);
      transcript.call("empty again", statement::executeLargeBatch);
      statement.addBatch("INSERT INTO compared VALUES (5)");
      statement.addBatch("INSERT INTO compared VALUES (5)");
      statement.addBatch("INSERT INTO compared VALUES (6)");
      transcript.call("failing batch", statement::executeBatch);
      transcript.call("after it", statement::executeBatch);
      statement.addBatch("SELECT 1");
      transcript.call("batch with a query", statement::executeBatch);
      statement.addBatch("DELETE FROM compared");
      transcript.run("clear", statement::clearBatch);
      transcript.call("cleared", statement::executeBatch);
      transcript.call("rows", () -> statement.executeQuery(ALL));
    }
  }

  private static void preparedBatches(Connection connection, Transcript transcript)
      throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO compared (id, name) VALUES (?, ?)")) {
      transcript.run("nothing is set", insert::addBatch);
      for (int id : new int[] {7, 8, 1}) {
        insert.setInt(1, id);
        insert.setString(2, "row " + id);
        transcript.run("add", insert::addBatch);
      }
      transcript.call("text", insert::toString);
      transcript.call("failing batch", insert::executeBatch);
      transcript.call("in the failed transaction", insert::executeUpdate);
      transcript.run("roll back", connection::rollback);
      insert.setInt(1, 9);
      transcript.run("add", insert::addBatch);
      transcript.run("clear parameters", insert::clearParameters);
      transcript.run("add", insert::addBatch);
      transcript.call("batch", insert::executeLargeBatch);
      transcript.call("not set", insert::executeUpdate);
      transcript.call("text of another", () -> insert.executeUpdate("SELECT 1"));
      transcript.run("commit", connection::commit);
    }
  }

  private static void generatedKeys(Connection connection, Transcript transcript)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement(
                "INSERT INTO compared (id, name) VALUES (?, 'new')",
                Statement.RETURN_GENERATED_KEYS)) {
      transcript.call("none", statement::getGeneratedKeys);
      String insert = "INSERT INTO compared (id) VALUES ";
      transcript.call(
          "columns", () -> statement.executeUpdate(insert + "(11), (12)", new String[] {"id"}));
      transcript.call("keys", statement::getGeneratedKeys);
      transcript.call(
          "unknown", () -> statement.executeUpdate(insert + "(13)", new String[] {"missing"}));
      transcript.call("numbers", () -> statement.executeUpdate(insert + "(13)", new int[] {1}));
      transcript.call("no keys", () -> statement.execute(insert + "(14)", 2));
      transcript.call("none", statement::getGeneratedKeys);
      prepared.setInt(1, 15);
      transcript.call("prepared", prepared::executeUpdate);
      transcript.call("keys", prepared::getGeneratedKeys);
      transcript.call("again", prepared::executeUpdate);
    }
  }

  private static void severalResults(Connection connection, Transcript transcript)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      transcript.call(
          "three",
          () -> statement.execute("SELECT 1; UPDATE compared SET name = 'x'; SELECT 2, 3"));
      transcript.call("first", statement::getResultSet);
      transcript.call("no count", statement::getUpdateCount);
      transcript.call("more", statement::getMoreResults);
      transcript.call("no rows", statement::getResultSet);
      transcript.call("count", statement::getUpdateCount);
      transcript.call("more", () -> statement.getMoreResults(Statement.KEEP_CURRENT_RESULT));
      transcript.call("third", statement::getResultSet);
      transcript.call("no more", statement::getMoreResults);
      transcript.call("no count", statement::getLargeUpdateCount);
      transcript.call("two for one", () -> statement.executeQuery("SELECT 1; SELECT 2"));
      transcript.call("count for rows", () -> statement.executeUpdate("SELECT 1"));
      transcript.call("rows for count", () -> statement.executeQuery("DELETE FROM compared"));
      transcript.call("empty", () -> statement.execute(""));
    }
  }

  private static void updatableRows(Connection connection, Transcript transcript)
      throws SQLException {
    try (Statement statement =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        ResultSet rows = statement.executeQuery(ALL)) {
      transcript.call("before the first", () -> rows.getInt(1));
      transcript.call("last", rows::last);
      transcript.run("change", () -> rows.updateString("name", "changed"));
      transcript.run("update", rows::updateRow);
      transcript.call("see", () -> rows.getString(2));
      transcript.run("to insert", rows::moveToInsertRow);
      transcript.run("incomplete", rows::insertRow);
      transcript.run("id", () -> rows.updateInt("id", 1));
      transcript.run("duplicate", rows::insertRow);
      transcript.run("id", () -> rows.updateInt("id", 3));
      transcript.run("insert", rows::insertRow);
      transcript.run("back", rows::moveToCurrentRow);
      transcript.call("absolute", () -> rows.absolute(1));
      transcript.run("delete", rows::deleteRow);
      transcript.call("relative", () -> rows.relative(-5));
      transcript.call("no such column", () -> rows.getInt("missing"));
      transcript.call("bad number", () -> rows.next() ? rows.getInt("name") : null);
      transcript.run("close", rows::close);
      transcript.call("closed", rows::next);
    }
  }

  private static void fetchedInParts(Connection connection, Transcript transcript)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(2);
      statement.setMaxRows(7);
      String numbers = "SELECT i FROM generate_series(1, 10) i";
      transcript.call("rows", () -> statement.executeQuery(numbers));
      ResultSet open = statement.executeQuery(numbers);
      transcript.call("next", open::next);
      transcript.run("fetch size", () -> open.setFetchSize(3));
      transcript.call("fetch size", open::getFetchSize);
      transcript.run("fetch size", () -> open.setFetchSize(-1));
      transcript.call("absolute", () -> open.absolute(1));
      transcript.run("commit", connection::commit);
      for (int i = 0; i < 3; i++) {
        transcript.call("next", open::next);
      }
      transcript.call("another execution", () -> statement.executeQuery("SELECT 1"));
      transcript.call("closes the first", open::isClosed);
      transcript.run("close on completion", statement::closeOnCompletion);
      transcript.call("rows", () -> statement.executeQuery(numbers));
      transcript.call("closed", statement::isClosed);
    }
  }

  private static void callsAndCursors(Connection connection, Transcript transcript)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE FUNCTION pg_temp.rows() RETURNS refcursor LANGUAGE plpgsql AS $$"
              + " DECLARE c refcursor = 'c'; BEGIN OPEN c FOR SELECT id FROM compared; RETURN c;"
              + " END $$");
    }
    try (CallableStatement abs = connection.prepareCall("{? = call abs(?)}");
        CallableStatement rows = connection.prepareCall("{? = call pg_temp.rows()}")) {
      transcript.call("not registered", abs::execute);
      abs.registerOutParameter(1, Types.INTEGER);
      transcript.call("not set", abs::execute);
      abs.setInt(2, -3);
      transcript.call("before", () -> abs.getInt(1));
      transcript.call("execute", abs::execute);
      transcript.call("value", () -> abs.getInt(1));
      transcript.call("value as text", () -> abs.getString(1));
      transcript.call("value as object", () -> abs.getObject(1));
      transcript.call("by name", () -> abs.getInt("abs"));
      rows.registerOutParameter(1, Types.REF_CURSOR);
      transcript.call("execute", rows::execute);
      transcript.call("cursor", () -> rows.getObject(1));
      transcript.call("cursor again", () -> rows.getObject(1, ResultSet.class));
      connection.rollback();
    }
  }

  private static void transactionsAsText(Connection connection, Transcript transcript)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      transcript.call("begin", () -> statement.execute("BEGIN ISOLATION LEVEL SERIALIZABLE"));
      transcript.call("update", () -> statement.executeUpdate("UPDATE compared SET name = 'b'"));
      transcript.call("auto-commit", connection::getAutoCommit);
      transcript.call("rollback", () -> statement.execute("ROLLBACK"));
      transcript.call("see", () -> statement.executeQuery(ALL));
      transcript.call("in one text", () -> statement.execute("BEGIN; SELECT 1; COMMIT"));
      transcript.call("again", () -> statement.execute("COMMIT"));
      transcript.call("warning", statement::getWarnings);
      transcript.call("set", () -> statement.execute("SET application_name = 'script'"));
      transcript.call("see", () -> connection.getClientInfo("ApplicationName"));
    }
  }

  private static void modes(Connection connection, Transcript transcript) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      transcript.run("read-only", () -> connection.setReadOnly(true));
      transcript.call("in auto-commit", () -> statement.executeUpdate("DELETE FROM compared"));
      connection.setAutoCommit(false);
      transcript.call("update", () -> statement.executeUpdate("DELETE FROM compared"));
      transcript.run("within", () -> connection.setReadOnly(false));
      connection.rollback();
      transcript.run("after", () -> connection.setReadOnly(false));
      transcript.call("update", () -> statement.executeUpdate("DELETE FROM compared"));
      transcript.run("end", connection::rollback);
      transcript.call("schema", connection::getSchema);
      transcript.run("schema", () -> connection.setSchema("pg_catalog"));
      transcript.call("not found", () -> statement.executeQuery(ALL));
      connection.rollback();
      transcript.run("catalog", () -> connection.setCatalog("other"));
      transcript.call("catalog", connection::getCatalog);
      transcript.run("holdability", () -> connection.setHoldability(99));
      transcript.call("native", () -> connection.nativeSQL("{fn now()} {d '2024-02-29'}"));
    }
  }

  private static void closedTogether(Connection connection, Transcript transcript)
      throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement update = connection.prepareStatement("DELETE FROM compared");
        Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery(ALL)) {
      transcript.call("update", update::executeUpdate);
      transcript.run("close", connection::close);
      transcript.call("closed", connection::isClosed);
      transcript.call("statement", update::isClosed);
      transcript.call("rows", rows::isClosed);
      transcript.call("update", update::executeUpdate);
      transcript.call("next", rows::next);
      transcript.run("commit", connection::commit);
      transcript.run("rollback", connection::rollback);
      transcript.run("begin", () -> connection.setAutoCommit(true));
      transcript.call("prepare", () -> connection.prepareStatement("SELECT 1"));
      transcript.call("metadata", connection::getMetaData);
      transcript.run("close again", connection::close);
    }
  }
}

package dev.yardmaster.jdbc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.TestWaits;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.sql.BatchUpdateException;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the calls of a connection's session, and their order relative to the vendor's calls. */
class YardConnectionTest {
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final RecordingVendor vendor = new RecordingVendor(log);
  private final RecordingSession session = new RecordingSession(log);
  private final SQLException failure = new SQLException("conflict", "40001");
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    vendor.answering("getAutoCommit", true);
    connection = YardConnection.over(vendor.as(Connection.class), any -> session);
    connection.setAutoCommit(false);
    log.clear();
  }

  private void happened(String... lines) {
    assertEquals(List.of(lines), log);
    log.clear();
  }

  @Test
  void aStatementIsToldBeforeAndAfter() throws SQLException {
    Statement statement = connection.createStatement();
    log.clear();
    statement.executeUpdate("UPDATE a");
    happened("before [UPDATE a]", "vendor.executeUpdate", "after");
    statement.executeQuery("SELECT 1");
    happened("before [SELECT 1]", "vendor.executeQuery", "after");
    statement.execute("VACUUM", Statement.RETURN_GENERATED_KEYS);
    happened("before [VACUUM]", "vendor.execute", "after");
    statement.executeLargeUpdate("DELETE FROM a", new String[] {"id"});
    happened("before [DELETE FROM a]", "vendor.executeLargeUpdate", "after");
  }

  @Test
  void aPreparedStatementIsToldWithItsParameters() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("UPDATE a SET b = ? WHERE c = ?");
    statement.setInt(1, 17);
    statement.setLong(2, 4);
    log.clear();
    statement.executeUpdate();
    happened("before [UPDATE a SET b = ? WHERE c = ? 17 4]", "vendor.executeUpdate", "after");
    statement.setObject(2, 5);
    statement.setNull(1, 0);
    log.clear();
    statement.executeLargeUpdate();
    happened("before [UPDATE a SET b = ? WHERE c = ? 5]", "vendor.executeLargeUpdate", "after");
    statement.setString(1, "x");
    statement.setCharacterStream(2, null);
    log.clear();
    statement.execute();
    happened("before [UPDATE a SET b = ? WHERE c = ? 120]", "vendor.execute", "after");
    statement.clearParameters();
    log.clear();
    statement.executeQuery();
    happened("before [UPDATE a SET b = ? WHERE c = ?]", "vendor.executeQuery", "after");
  }

  @Test
  void aParameterThatTheStatementDoesNotHaveIsTheVendorsToRefuse() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("UPDATE a SET b = ?");
    statement.setInt(0, 17);
    statement.setInt(2, 17);
    vendor.failing("setInt", failure);
    assertSame(failure, assertThrows(SQLException.class, () -> statement.setInt(1, 17)));
    log.clear();
    statement.execute();
    happened("before [UPDATE a SET b = ?]", "vendor.execute", "after");
  }

  @Test
  void aResultSetOfOursIsPassedOnAsTheVendors() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT ?");
    Object cursor = connection.createStatement().getResultSet();
    vendor.calls.clear();
    statement.setObject(1, cursor);
    assertSame(((YardResultSet) cursor).vendor, vendor.calls.get(0).arguments().get(1));
  }

  /**
   * The driver must derive the rows that a statement uses from its parameters, whichever method of
   * JDBC has set them.
   */
  @Test
  void aParameterIsKeptUnlessItCanBeReadOnlyOnce() throws SQLException {
    Set<Class<?>> unread =
        Set.of(InputStream.class, Reader.class, Blob.class, Clob.class, NClob.class, SQLXML.class);
    int kept = 0;
    for (Method method : PreparedStatement.class.getMethods()) {
      Class<?>[] types = method.getParameterTypes();
      if (!method.getName().startsWith("set") || types.length < 2) {
        continue;
      }
      Object[] arguments = Stream.of(types).map(type -> Samples.of(type, vendor)).toArray();
      arguments[0] = 1;
      PreparedStatement statement = connection.prepareStatement("UPDATE a SET b = ?");
      statement.setInt(1, -1);
      RecordingVendor.call(statement, method, arguments);
      log.clear();
      statement.executeUpdate();
      boolean tells = !method.getName().equals("setNull") && !unread.contains(types[1]);
      String row = tells ? " " + arguments[1].hashCode() : "";
      assertEquals("before [UPDATE a SET b = ?" + row + "]", log.get(0), method::toString);
      kept += tells ? 1 : 0;
    }
    assertTrue(kept > 20, "kept=" + kept);
  }

  @Test
  void theTextOfAnObjectIsTheVendors() throws SQLException {
    Statement statement = connection.createStatement();
    for (Object ours : List.of(connection, statement, statement.getResultSet())) {
      assertEquals("vendor's", ours.toString());
    }
  }

  @Test
  void aBatchIsToldAtOnceWithTheParametersAsTheyWere() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("UPDATE a SET b = ?");
    for (int value = 1; value <= 3; value++) {
      statement.setInt(1, value);
      statement.addBatch();
    }
    log.clear();
    statement.executeBatch();
    happened(
        "before [UPDATE a SET b = ? 1, UPDATE a SET b = ? 2, UPDATE a SET b = ? 3]",
        "vendor.executeBatch",
        "after");
    statement.executeLargeBatch();
    happened("vendor.executeLargeBatch");
  }

  @Test
  void aBatchThatFailedOrWasClearedIsOver() throws SQLException {
    Statement statement = connection.createStatement();
    statement.addBatch("UPDATE a");
    statement.addBatch("COMMIT");
    BatchUpdateException failed = new BatchUpdateException("conflict", "40001", new int[0]);
    vendor.failing("executeLargeBatch", failed);
    log.clear();
    assertSame(failed, assertThrows(SQLException.class, statement::executeLargeBatch));
    happened("before [UPDATE a, COMMIT]", "vendor.executeLargeBatch", "after by conflict");
    statement.addBatch("UPDATE b");
    statement.clearBatch();
    log.clear();
    statement.executeBatch();
    happened("vendor.executeBatch");
  }

  @Test
  void whatTheVendorThrewIsTold() throws SQLException {
    Statement statement = connection.createStatement();
    vendor.failing("execute", failure);
    log.clear();
    assertSame(failure, assertThrows(SQLException.class, () -> statement.execute("SELECT 1")));
    happened("before [SELECT 1]", "vendor.execute", "after by conflict");
    IllegalStateException bug = new IllegalStateException("a bug");
    vendor.failing("execute", bug);
    assertSame(bug, assertThrows(IllegalStateException.class, () -> statement.execute("SELECT 1")));
    happened(
        "before [SELECT 1]", "vendor.execute", "after by java.lang.IllegalStateException: a bug");
  }

  @Test
  void nothingIsSentWhenTheWaitWasEnded() throws SQLException {
    Statement statement = connection.createStatement();
    session.wait =
        waitLimit -> {
          throw failure;
        };
    log.clear();
    assertSame(failure, assertThrows(SQLException.class, () -> statement.execute("SELECT 1")));
    happened("before [SELECT 1]");
    session.wait = waitLimit -> {};
    statement.execute("SELECT 2");
    happened("before [SELECT 2]", "vendor.execute", "after");
  }

  @Test
  void noTextIsTheVendorsToRefuse() throws SQLException {
    Statement statement = connection.createStatement();
    log.clear();
    statement.execute(null);
    happened("vendor.execute");
  }

  @Test
  void theEndOfATransactionIsTold() throws SQLException {
    connection.commit();
    happened("vendor.commit", "committed");
    connection.rollback();
    happened("vendor.rollback", "ended");
    vendor.failing("commit", failure);
    assertSame(failure, assertThrows(SQLException.class, connection::commit));
    happened("vendor.commit", "ended by conflict");
    vendor.failing("rollback", failure);
    assertSame(failure, assertThrows(SQLException.class, connection::rollback));
    happened("vendor.rollback", "ended");
  }

  @Test
  void aReturnToASavepointEndsNothing() throws SQLException {
    Savepoint savepoint = connection.setSavepoint();
    connection.rollback(savepoint);
    connection.createStatement().execute("ROLLBACK TO SAVEPOINT a");
    happened(
        "vendor.setSavepoint",
        "savepoint",
        "vendor.rollback",
        "vendor.createStatement",
        "before [ROLLBACK TO SAVEPOINT a]",
        "vendor.execute",
        "after");
  }

  @Test
  void autoCommitSwitchedOnCommits() throws SQLException {
    connection.setAutoCommit(false);
    happened("vendor.setAutoCommit");
    connection.setAutoCommit(true);
    happened("vendor.setAutoCommit", "committed");
    connection.setAutoCommit(true);
    happened("vendor.setAutoCommit");
    Statement statement = connection.createStatement();
    log.clear();
    statement.execute("SELECT 1");
    happened("before [SELECT 1] auto", "vendor.execute", "after auto");
  }

  @Test
  void autoCommitThatCouldNotBeSwitchedOnEndsTheTransaction() throws SQLException {
    vendor.failing("setAutoCommit", failure);
    assertSame(failure, assertThrows(SQLException.class, () -> connection.setAutoCommit(true)));
    happened("vendor.setAutoCommit", "ended by conflict");
    connection.createStatement().execute("SELECT 1");
    happened("vendor.createStatement", "before [SELECT 1]", "vendor.execute", "after");
  }

  @Test
  void aClosedConnectionHasGivenItsTurnBack() throws SQLException {
    Statement statement = connection.createStatement();
    log.clear();
    connection.close();
    happened("vendor.close", "ended");
    connection.close();
    connection.commit();
    statement.execute("SELECT 1");
    happened("vendor.close", "vendor.commit", "vendor.execute");
  }

  @Test
  void aConnectionWhoseCloseFailedHasGivenItsTurnBack() {
    vendor.failing("close", failure);
    assertSame(failure, assertThrows(SQLException.class, connection::close));
    happened("vendor.close", "ended");
  }

  @Test
  void anIdleConnectionThatIsAbortedHasGivenItsTurnBack() throws SQLException {
    connection.abort(Runnable::run);
    connection.close();
    happened("vendor.abort", "ended", "vendor.close");
  }

  @Test
  void anAbortEndsAWait() throws Exception {
    endsAWait(() -> connection.abort(Runnable::run));
    happened("before [SELECT 1]", "vendor.abort", "ended");
  }

  @Test
  void aCloseByAnotherThreadEndsAWait() throws Exception {
    endsAWait(connection::close);
    happened("before [SELECT 1]", "vendor.close", "ended");
  }

  @Test
  void aCommitByAnotherThreadIsToldByTheOneThatExecutes() throws Exception {
    Statement statement = connection.createStatement();
    CountDownLatch entered = new CountDownLatch(1);
    log.clear();
    session.wait = waitLimit -> TestWaits.forever(waitLimit, entered);
    CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> execute(statement));
    assertTrue(entered.await(20, TimeUnit.SECONDS));
    connection.commit();
    connection.createStatement().execute("SELECT 2");
    happened("before [SELECT 1]", "vendor.commit", "vendor.createStatement", "vendor.execute");
    statement.cancel();
    assertThrows(ExecutionException.class, () -> waiting.get(20, TimeUnit.SECONDS));
    assertEquals(Set.of("vendor.cancel", "ended"), Set.copyOf(log));
  }

  @Test
  void aCancelEndsAWaitAndReachesTheVendor() throws Exception {
    PreparedStatement statement = connection.prepareStatement("SELECT ?");
    statement.setQueryTimeout(50);
    CountDownLatch entered = new CountDownLatch(1);
    log.clear();
    session.wait = waitLimit -> TestWaits.forever(waitLimit, entered);
    CompletableFuture<SQLException> waiting =
        CompletableFuture.supplyAsync(
            () -> assertThrows(SQLException.class, statement::executeQuery));
    assertTrue(entered.await(20, TimeUnit.SECONDS));
    statement.cancel();
    assertEquals("57014", waiting.get(20, TimeUnit.SECONDS).getSQLState());
    happened("before [SELECT ?] within 50 s", "vendor.cancel");
  }

  @Test
  void theVendorsConnectionIsClosedWhenItsSessionCannotBeHad() {
    assertSame(
        failure,
        assertThrows(
            SQLException.class,
            () ->
                YardConnection.over(
                    vendor.as(Connection.class),
                    any -> {
                      throw failure;
                    })));
    happened("vendor.close");
  }

  @Test
  void withoutCoursesTheConnectionIsTheVendorsOwn() throws SQLException {
    Connection own = vendor.as(Connection.class);
    assertSame(own, YardConnection.over(own, null));
    assertEquals(List.of(), log);
  }

  private interface Ending {
    void run() throws SQLException;
  }

  private void endsAWait(Ending ending) throws Exception {
    Statement statement = connection.createStatement();
    CountDownLatch entered = new CountDownLatch(1);
    log.clear();
    session.wait = waitLimit -> TestWaits.forever(waitLimit, entered);
    CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> execute(statement));
    assertTrue(entered.await(20, TimeUnit.SECONDS));
    ending.run();
    assertThrows(ExecutionException.class, () -> waiting.get(20, TimeUnit.SECONDS));
  }

  private static void execute(Statement statement) {
    try {
      statement.execute("SELECT 1");
    } catch (SQLException thrown) {
      throw new IllegalStateException(thrown);
    }
  }
}

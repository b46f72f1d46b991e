package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.failure.FailureKind;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Tests early release on a real PostgreSQL whose commits wait for the log. */
@Timeout(120)
class EarlyReleaseTest {
  private static final TransactionKeys ROW = TransactionKeys.of().write("hot", 1);
  private static final SqlProcedure<Long> ADD =
      SqlProcedure.query(
              "UPDATE hot SET count = count + 1 WHERE id = ? RETURNING count",
              rows -> {
                rows.next();
                return rows.getLong(1);
              })
          .writes("hot", 1);

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void startDatabase() throws IOException, SQLException {
    postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("wal_writer_delay", "10s")
            .start();
    execute("CREATE TABLE hot (id bigint PRIMARY KEY, count bigint NOT NULL CHECK (count >= 0))");
    execute("CREATE TABLE modes (number serial, mode text)");
    execute("CREATE ROLE teller LOGIN");
    execute("GRANT ALL ON hot TO teller");
    execute("CREATE ROLE hasty LOGIN");
    execute("ALTER ROLE hasty SET synchronous_commit = off");
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    postgres.close();
  }

  private HikariDataSource pool;
  private JdbcScheduler scheduler;

  @BeforeEach
  void fill() throws SQLException {
    execute("TRUNCATE hot, modes");
    execute("INSERT INTO hot VALUES (1, 0), (2, 0)");
  }

  @AfterEach
  void close() throws SQLException {
    if (scheduler != null) {
      scheduler.close();
    }
    if (pool != null) {
      pool.close();
    }
    resumeForces();
  }

  private static PGSimpleDataSource plain(String user) {
    PGSimpleDataSource source = (PGSimpleDataSource) postgres.getDatabase(user, "postgres");
    return source;
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = plain("postgres").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static String text(String sql) throws SQLException {
    try (Connection connection = plain("postgres").getConnection()) {
      return text(connection, sql);
    }
  }

  private static long unflushedBytes() throws SQLException {
    return Long.parseLong(
        text("SELECT (pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn())::bigint"));
  }

  private JdbcSchedulerBuilder builder(String user, int lanes) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(plain(user));
    // One connection forces the log, and another connection reads the tables' keys.
    config.setMaximumPoolSize(lanes + 2);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    pool = new HikariDataSource(config);
    return JdbcScheduler.over(pool).connections(lanes).earlyRelease(true);
  }

  private void start(String user, int lanes) {
    scheduler = builder(user, lanes).start();
  }

  private static Long add(Connection connection) throws SQLException {
    return Long.valueOf(
        text(connection, "UPDATE hot SET count = count + 1 WHERE id = 1 RETURNING count"));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS), "nobody came");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Makes synchronous commits wait for a standby that does not exist. The server does not apply the
   * setting immediately, so this method returns only when a commit waits.
   */
  private static void stopForces() throws Exception {
    execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    execute("SELECT pg_reload_conf()");
    try (Connection connection = plain("postgres").getConnection();
        Statement statement = connection.createStatement()) {
      CompletableFuture<Void> commits =
          CompletableFuture.runAsync(
              () -> {
                try {
                  while (statement.getWarnings() == null) {
                    statement.execute("SELECT pg_logical_emit_message(true, 'test', '')");
                  }
                } catch (SQLException failure) {
                  throw new AssertionError(failure);
                }
              });
      await(() -> text(WAITING).equals("1"));
      statement.cancel();
      commits.get(30, TimeUnit.SECONDS);
    }
  }

  private static void resumeForces() throws SQLException {
    execute("ALTER SYSTEM RESET synchronous_standby_names");
    execute("SELECT pg_reload_conf()");
  }

  private interface Condition {
    boolean holds() throws SQLException;
  }

  private static void await(Condition condition) throws SQLException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.holds()) {
      assertTrue(System.nanoTime() - deadlineNs < 0, "the condition did not hold in time");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private static Throwable failure(CompletableFuture<?> outcome) {
    return assertThrows(ExecutionException.class, () -> outcome.get(30, TimeUnit.SECONDS))
        .getCause();
  }

  private List<CompletableFuture<Long>> chain(int length, SqlProcedure<Long> last)
      throws Exception {
    return chain(length, last, chain -> {});
  }

  /**
   * Submits transactions on one row, so that all but the last have a follower.
   *
   * @param beforeFirst receives the outcomes before any of the transactions has ended
   */
  private List<CompletableFuture<Long>> chain(
      int length, SqlProcedure<Long> last, Consumer<List<CompletableFuture<Long>>> beforeFirst)
      throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    List<CompletableFuture<Long>> chain = new ArrayList<>();
    chain.add(
        scheduler.submit(
            ROW,
            connection -> {
              await(goOn);
              return add(connection);
            }));
    for (int i = 1; i < length; i++) {
      chain.add(
          i % 2 == 0
              ? scheduler.submit(ROW, EarlyReleaseTest::add)
              : scheduler.submit(last, List.of(1)));
    }
    await(() -> scheduler.figures().queued() == length - 1);
    beforeFirst.accept(chain);
    goOn.countDown();
    return chain;
  }

  @Test
  void chainsOnARowReleaseItEarlyAndAllAreFlushedWhenTold() throws Exception {
    start("teller", 3);
    stopForces();
    List<CompletableFuture<Long>> chain = chain(200, ADD);
    // The test waits for many early releases, so that one force serves many transactions, however
    // fast the disk is.
    await(() -> scheduler.figures().releasedEarly() >= 50);
    resumeForces();
    long count = 0;
    for (CompletableFuture<Long> one : chain) {
      count = Math.max(count, one.get(30, TimeUnit.SECONDS));
    }
    assertEquals(200, count);
    // The background writer of the log sleeps, so that only forces flush. A query may remove the
    // row's old versions and write this removal to the log. Therefore the test runs no query before
    // this point.
    long unflushed = unflushedBytes();
    assertTrue(unflushed < 100, "unflushed bytes: " + unflushed);
    assertEquals("200", text("SELECT count FROM hot WHERE id = 1"));
    SchedulerFigures figures = scheduler.figures();
    assertEquals(200, figures.committed());
    assertEquals(0, figures.held());
    assertTrue(figures.releasedEarly() >= 199, figures::toString);
    assertTrue(figures.forces() <= 152, figures::toString);
  }

  @Test
  void withoutAFollowerTheCommitFlushesItself() throws Exception {
    start("teller", 3);
    for (int i = 0; i < 5; i++) {
      scheduler.execute(ROW, EarlyReleaseTest::add);
      scheduler.execute(ADD, List.of(2));
    }
    SchedulerFigures figures = scheduler.figures();
    assertEquals(0, figures.releasedEarly());
    assertEquals(0, figures.forces());
  }

  @Test
  void aTransactionMayFlushItself() throws Exception {
    start("postgres", 1);
    SqlProcedure<Long> own = ADD.synchronous();
    for (CompletableFuture<Long> one : chain(20, own)) {
      one.get(30, TimeUnit.SECONDS);
    }
    assertEquals(10, scheduler.figures().releasedEarly());
    TransactionLogic<Long> logic = EarlyReleaseTest::add;
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Long> first =
        scheduler.submit(
            ROW,
            ((TransactionLogic<Long>)
                    connection -> {
                      await(goOn);
                      return add(connection);
                    })
                .synchronous());
    CompletableFuture<Long> second = scheduler.submit(ROW, logic.synchronous());
    goOn.countDown();
    first.get(30, TimeUnit.SECONDS);
    second.get(30, TimeUnit.SECONDS);
    assertEquals(10, scheduler.figures().releasedEarly());
  }

  @Test
  void connectionsGoBackWithTheSettingThatTheyHad() throws Exception {
    start("postgres", 2);
    for (CompletableFuture<Long> one : chain(50, ADD)) {
      one.get(30, TimeUnit.SECONDS);
    }
    scheduler.close();
    assertEquals(Set.of("notice serializable on"), modesOfThePool(4));
  }

  private Set<String> modesOfThePool(int connections) throws SQLException {
    Set<String> modes = new TreeSet<>();
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      Connection connection = pool.getConnection();
      all.add(connection);
      modes.add(
          text(
              connection,
              "SELECT string_agg(current_setting(name), ' ' ORDER BY name) FROM pg_settings"
                  + " WHERE name IN ('synchronous_commit', 'client_min_messages',"
                  + " 'default_transaction_isolation')"));
    }
    for (Connection connection : all) {
      connection.close();
    }
    return modes;
  }

  @Test
  void aConnectionThatIsGivenUpDoesNotGoBackWithAnotherSetting() throws Exception {
    // The classifier reports a live connection as lost.
    scheduler =
        builder("postgres", 1)
            .maxAttempts(1)
            .classifier((failure, committing) -> FailureKind.CONNECTION_LOST)
            .start();
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Long> first =
        scheduler.submit(
            ROW,
            connection -> {
              await(goOn);
              return add(connection);
            });
    SqlProcedure<Integer> invalid = SqlProcedure.update("UPDATE hot SET count = -1 WHERE id = ?");
    CompletableFuture<Integer> second = scheduler.submit(invalid, List.of(1));
    CompletableFuture<Integer> third = scheduler.submit(invalid, List.of(1));
    goOn.countDown();
    first.get(30, TimeUnit.SECONDS);
    assertInstanceOf(RetriesExhaustedException.class, failure(second));
    assertInstanceOf(RetriesExhaustedException.class, failure(third));
    assertTrue(scheduler.figures().releasedEarly() >= 2, () -> scheduler.figures().toString());
    scheduler.close();
    assertEquals(Set.of("notice serializable on"), modesOfThePool(3));
  }

  @Test
  void aGroupDoesNotKeepTheSettingOfASingleStatement() throws Exception {
    start("postgres", 1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Long> first =
        scheduler.submit(
            ROW,
            connection -> {
              await(goOn);
              return add(connection);
            });
    CompletableFuture<Long> single = scheduler.submit(ADD, List.of(1));
    List<CompletableFuture<String>> group = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      TransactionLogic<String> logic = connection -> text(connection, "SHOW synchronous_commit");
      group.add(scheduler.submit(ROW, logic.joining(JoinPolicy.WITHOUT_SAVEPOINT)));
    }
    goOn.countDown();
    assertEquals(1, first.get(30, TimeUnit.SECONDS));
    assertEquals(2, single.get(30, TimeUnit.SECONDS));
    for (CompletableFuture<String> one : group) {
      assertEquals("on", one.get(30, TimeUnit.SECONDS));
    }
    assertEquals(1, scheduler.figures().joined());
    assertTrue(scheduler.figures().releasedEarly() > 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachOutcomeOfAGroupWaitsForTheForce(boolean sharesRoundTrips) throws Exception {
    start("postgres", 1);
    stopForces();
    CountDownLatch goOn = new CountDownLatch(1);
    List<CompletableFuture<Long>> chain = new ArrayList<>();
    chain.add(
        scheduler.submit(
            ROW,
            connection -> {
              await(goOn);
              return add(connection);
            }));
    TransactionLogic<Long> logic =
        sharesRoundTrips ? ADD.logic(List.of(1)) : connection -> add(connection);
    for (int i = 0; i < 3; i++) {
      chain.add(scheduler.submit(ROW, logic.joining(JoinPolicy.WITHOUT_SAVEPOINT)));
    }
    chain.add(scheduler.submit(ROW, EarlyReleaseTest::add));
    goOn.countDown();
    await(() -> scheduler.figures().held() == 5);
    assertTrue(chain.stream().noneMatch(CompletableFuture::isDone));
    assertEquals(2, scheduler.figures().joined());
    resumeForces();
    for (int i = 0; i < 5; i++) {
      assertEquals(i + 1, chain.get(i).get(30, TimeUnit.SECONDS));
    }
  }

  /** Returns the number of sessions of the test at a server. */
  private static long sessions(EmbeddedPostgres server) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection()) {
      return Long.parseLong(
          text(
              connection,
              "SELECT count(*) FROM pg_stat_activity"
                  + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"));
    }
  }

  /** A pool gives a thread the connection that the thread returned last. */
  @Test
  void aSessionOfAnotherServerIsNotUsedAgain() throws Exception {
    try (EmbeddedPostgres other =
        EmbeddedPostgres.builder().setServerConfig("synchronous_commit", "on").start()) {
      AtomicInteger made = new AtomicInteger();
      PGSimpleDataSource here = plain("postgres");
      DataSource there = other.getPostgresDatabase();
      HikariConfig config = new HikariConfig();
      // The third connection leads to the other server. A pool lends a thread the connection that
      // this thread returned last. So the lane gets the pool's first connection, and the forces use
      // the second connection.
      config.setDataSource(
          (DataSource)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {DataSource.class},
                  (proxy, method, arguments) -> {
                    boolean isThird =
                        method.getName().equals("getConnection") && made.incrementAndGet() == 3;
                    return method.invoke(isThird ? there : here, arguments);
                  }));
      config.setMaximumPoolSize(2);
      config.setMinimumIdle(0);
      pool = new HikariDataSource(config);
      scheduler = JdbcScheduler.over(pool).connections(1).earlyRelease(true).maxAttempts(2).start();
      assertEquals(1, scheduler.execute(ROW, EarlyReleaseTest::add));
      await(() -> sessions(other) == 0);
    }
  }

  @Test
  void refusalsAndReadsWaitForTheForceToo() throws Exception {
    start("postgres", 3);
    // Forces wait for a standby that does not exist.
    stopForces();
    List<CompletableFuture<Long>> chain = chain(3, ADD);
    // A transaction that ends before the first early release of locks need not wait for a force.
    // So the test first waits until the locks of all three transactions are released.
    await(() -> scheduler.figures().held() == 3);
    CompletableFuture<String> read =
        scheduler.submit(
            TransactionKeys.of(),
            connection -> text(connection, "SELECT count FROM hot WHERE id = 2"));
    CompletableFuture<Long> refused =
        scheduler.submit(
            TransactionKeys.of(),
            connection -> {
              throw new IllegalArgumentException(
                  "balance=" + text(connection, "SELECT count FROM hot WHERE id = 2"));
            });
    CompletableFuture<String> constraint =
        scheduler.submit(
            TransactionKeys.of().write("hot", 2),
            connection -> text(connection, "UPDATE hot SET count = -1 WHERE id = 2 RETURNING id"));
    await(() -> scheduler.figures().held() == 6);
    assertFalse(read.isDone() || refused.isDone() || constraint.isDone());
    assertTrue(chain.stream().noneMatch(CompletableFuture::isDone));
    resumeForces();
    assertEquals("0", read.get(30, TimeUnit.SECONDS));
    assertInstanceOf(IllegalArgumentException.class, failure(refused));
    assertEquals("23514", ((SQLException) failure(constraint)).getSQLState());
    for (CompletableFuture<Long> one : chain) {
      one.get(30, TimeUnit.SECONDS);
    }
    assertEquals(2, scheduler.figures().failed());
  }

  @Test
  void aForceThatACancelEndsWithAWarningIsAmbiguous() throws Exception {
    start("postgres", 1);
    stopForces();
    List<CompletableFuture<Long>> chain = chain(3, ADD);
    await(() -> scheduler.figures().held() == 3);
    await(() -> text(WAITING).equals("1"));
    text("SELECT count(pg_cancel_backend(pid)) " + WAITING.substring(WAITING.indexOf("FROM")));
    await(() -> chain.get(0).isDone());
    resumeForces();
    for (CompletableFuture<Long> one : chain) {
      assertInstanceOf(AmbiguousCommitException.class, failure(one));
    }
    assertEquals(3, scheduler.figures().ambiguous());
    assertEquals(0, scheduler.figures().committed());
    assertEquals(4L, scheduler.execute(ROW, EarlyReleaseTest::add));
  }

  @Test
  void closingGivesUpAForceThatHangs() throws Exception {
    scheduler = builder("postgres", 1).closeTimeout(Duration.ofMillis(500)).start();
    stopForces();
    List<CompletableFuture<Long>> chain = chain(3, ADD);
    await(() -> scheduler.figures().held() == 3);
    scheduler.close();
    for (CompletableFuture<Long> one : chain) {
      assertInstanceOf(AmbiguousCommitException.class, failure(one));
    }
  }

  @Test
  void aDependentStageMayWaitForAnotherTransactionButNotByExecute() throws Exception {
    start("postgres", 2);
    List<CompletableFuture<Long>> dependents = new ArrayList<>();
    chain(3, ADD, chain -> dependents.add(chain.get(0).thenApply(one -> chain.get(2).join())));
    assertEquals(3L, dependents.get(0).get(30, TimeUnit.SECONDS));
    chain(
        2,
        ADD,
        chain ->
            dependents.add(
                chain
                    .get(0)
                    .thenApply(
                        one -> {
                          try {
                            return scheduler.execute(ROW, EarlyReleaseTest::add);
                          } catch (SQLException failure) {
                            throw new AssertionError(failure);
                          }
                        })));
    assertInstanceOf(IllegalStateException.class, failure(dependents.get(1)));
  }

  private static String refusal(DataSource source) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> JdbcScheduler.over(source).earlyRelease(true).start())
        .getMessage();
  }

  @Test
  void aUserWithoutTheRightIsRefused() throws Exception {
    String function = "FUNCTION pg_logical_emit_message(boolean, text, text, boolean)";
    execute("REVOKE EXECUTE ON " + function + " FROM PUBLIC");
    try {
      String text = refusal(plain("teller"));
      assertTrue(text.contains("permission denied"), text);
    } finally {
      execute("GRANT EXECUTE ON " + function + " TO PUBLIC");
    }
  }

  @Test
  void aUserWhoseCommitsDoNotWaitIsRefused() {
    String text = refusal(plain("hasty"));
    assertTrue(text.contains("synchronous_commit=off"), text);
  }

  @Test
  void aPoolerThatSharesSessionsIsRefused() throws Exception {
    try (Connection only = plain("postgres").getConnection()) {
      String text = refusal(source(() -> sharing(only)));
      assertTrue(text.contains("pooler"), text);
    }
  }

  @Test
  void anotherDatabaseIsRefused() {
    String text = refusal(source(() -> named("MySQL")));
    assertTrue(text.contains("innodb_flush_log_at_trx_commit"), text);
    assertTrue(refusal(source(() -> named("H2"))).contains("database=H2"));
  }

  @Test
  void aPoolWithoutAConnectionForTheForcesIsRefused() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(plain("postgres"));
    config.setMaximumPoolSize(2);
    pool = new HikariDataSource(config);
    JdbcSchedulerBuilder builder = JdbcScheduler.over(pool).connections(2).earlyRelease(true);
    String text = assertThrows(IllegalArgumentException.class, builder::start).getMessage();
    assertTrue(text.startsWith("connections=2 must be from 1 to 1"), text);
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsTold() {
    DataSource down =
        source(
            () -> {
              throw new SQLException("down", "08001");
            });
    JdbcSchedulerBuilder builder = JdbcScheduler.over(down).earlyRelease(true);
    assertThrows(IllegalStateException.class, builder::start);
  }

  private interface Opening {
    Connection open() throws SQLException;
  }

  private static DataSource source(Opening opening) {
    return (DataSource)
        Proxy.newProxyInstance(
            EarlyReleaseTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> opening.open();
                  case "getParentLogger" -> Logger.getGlobal();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  /**
   * Returns a client's connection to a pooler in transaction mode. All these connections share one
   * session.
   */
  private static Connection sharing(Connection only) {
    return (Connection)
        Proxy.newProxyInstance(
            EarlyReleaseTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                Set.of("close", "abort").contains(method.getName())
                    ? null
                    : method.invoke(only, arguments));
  }

  private static Connection named(String product) {
    DatabaseMetaData metaData =
        (DatabaseMetaData)
            Proxy.newProxyInstance(
                EarlyReleaseTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (proxy, method, arguments) -> product);
    return (Connection)
        Proxy.newProxyInstance(
            EarlyReleaseTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> method.getName().equals("getMetaData") ? metaData : null);
  }
}

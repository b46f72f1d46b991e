package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * A scheduler with one lane on a real database at SERIALIZABLE. The transactions of a test arrive
 * while the lane is occupied, so that they can share a round trip.
 */
@Timeout(60)
abstract class OccupiedLane {
  static final SqlProcedure<Integer> ADD = joining("SELECT add_to(?, ?)");

  final List<String> texts = Collections.synchronizedList(new ArrayList<>());
  final List<CompletableFuture<Integer>> outcomes = new ArrayList<>();
  String driver = "PostgreSQL JDBC Driver";
  HikariDataSource pool;
  JdbcScheduler scheduler;
  private CountDownLatch mayGoOn;

  @BeforeEach
  void start() throws SQLException {
    startWith("", false);
    run(
        "DROP TABLE IF EXISTS counters",
        "CREATE TABLE counters (id int PRIMARY KEY, count int NOT NULL,"
            + " UNIQUE (count) DEFERRABLE INITIALLY DEFERRED)",
        "INSERT INTO counters SELECT id, 1000 * id FROM generate_series(1, 100) id",
        "CREATE OR REPLACE FUNCTION add_to(counter int, more int) RETURNS int LANGUAGE sql AS"
            + " 'UPDATE counters SET count = count + more WHERE id = counter AND 1 / more < 2"
            + " RETURNING count - 1000 * id'");
  }

  @AfterEach
  void close() {
    mayGoOn.countDown();
    scheduler.close();
    pool.close();
  }

  /** Starts a scheduler with these URL parameters, and occupies the scheduler's lane. */
  void startWith(String parameters, boolean earlyRelease) {
    if (pool != null) {
      close();
    }
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        TestPostgres.url() + "&socketFactory=" + RoundTripSockets.class.getName() + parameters);
    config.setMaximumPoolSize(3);
    config.setMinimumIdle(0);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    config.setConnectionInitSql("SET synchronous_commit = on");
    pool = new HikariDataSource(config);
    scheduler =
        JdbcScheduler.over(recorded(pool)).connections(1).earlyRelease(earlyRelease).start();
    texts.clear();
    occupyLane();
  }

  void occupyLane() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ends = new CountDownLatch(1);
    mayGoOn = ends;
    var unused =
        scheduler.submit(
            TransactionKeys.of().write("counters", 1),
            connection -> {
              begun.countDown();
              await(ends);
              return null;
            });
    await(begun);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Records the texts of prepared statements, and replaces the name of the driver. */
  private DataSource recorded(DataSource vendor) {
    return proxy(
        DataSource.class,
        vendor,
        (call, connection) ->
            proxy(
                Connection.class,
                (Connection) connection,
                (text, result) -> {
                  if (text instanceof String sql) {
                    texts.add(sql);
                  }
                  return result instanceof DatabaseMetaData data
                      ? proxy(
                          DatabaseMetaData.class,
                          data,
                          (of, value) -> value.equals("PostgreSQL JDBC Driver") ? driver : value)
                      : result;
                }));
  }

  private interface Answer {
    Object replace(Object firstArgument, Object result);
  }

  private static <T> T proxy(Class<T> type, T target, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            OccupiedLane.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                Object first = arguments == null ? null : arguments[0];
                Object result = method.invoke(target, arguments);
                return result == null ? null : answer.replace(first, result);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            }));
  }

  static SqlProcedure<Integer> joining(String query) {
    return SqlProcedure.query(
            query,
            rows -> {
              rows.next();
              return rows.getInt(1);
            })
        .writes("counters", 1)
        .joining(JoinPolicy.WITHOUT_SAVEPOINT);
  }

  void run(String... statements) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  int count(int row) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT count - 1000 * id FROM counters WHERE id = " + row)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  void add(int row, int more) {
    submit(ADD, row, more);
  }

  void submit(SqlProcedure<Integer> procedure, Object... arguments) {
    outcomes.add(scheduler.submit(procedure, List.of(arguments)));
  }

  void submitToRow1(String sql) {
    SqlProcedure<Integer> update = SqlProcedure.update(sql);
    outcomes.add(
        scheduler.submit(
            TransactionKeys.of().write("counters", 1),
            update.logic(List.of()).joining(JoinPolicy.WITHOUT_SAVEPOINT)));
  }

  /** Lets the lane run the transactions, and waits for all of them. */
  void runAll() {
    texts.clear();
    RoundTripSockets.ROUND_TRIPS.set(0);
    mayGoOn.countDown();
    for (CompletableFuture<Integer> outcome : outcomes) {
      outcome.handle((result, failure) -> result).orTimeout(30, TimeUnit.SECONDS).join();
    }
  }

  List<Integer> results() {
    return outcomes.stream().map(CompletableFuture::join).toList();
  }

  static SQLException failure(CompletableFuture<Integer> outcome) {
    ExecutionException failed = assertThrows(ExecutionException.class, outcome::get);
    return assertInstanceOf(SQLException.class, failed.getCause());
  }

  static String unread(CompletableFuture<Integer> outcome) {
    return assertInstanceOf(ResultNotReadException.class, failure(outcome))
        .getSuppressed()[0]
        .getMessage();
  }

  List<String> sharedTexts() {
    return texts.stream().filter(text -> text.contains(";")).toList();
  }
}

package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.ScheduledDatabase;
import dev.yardmaster.jdbc.figures.ScheduledDatabases;
import dev.yardmaster.jdbc.sql.BackgroundParser;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Reads in JMX what the drop-in driver and a DataSource have done in front of PostgreSQL, and
 * switches the scheduling while a transaction waits.
 */
@Timeout(120)
class ShownFiguresTest {
  private static final String UPDATE = "UPDATE shown SET balance = balance + 1 WHERE id = 1";

  /** Something that opens connections. */
  private interface Connections {
    Connection open() throws SQLException;
  }

  private final MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  @BeforeEach
  void create() throws SQLException {
    execute("CREATE TABLE shown (id int PRIMARY KEY, balance int NOT NULL)");
    execute("INSERT INTO shown VALUES (1, 0), (2, 0)");
  }

  @AfterEach
  void drop() throws SQLException {
    other.shutdownNow();
    execute("DROP TABLE shown");
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = TestPostgres.plain().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static ObjectName bean(String name) throws JMException {
    return new ObjectName("dev.yardmaster:type=Jdbc,name=" + ObjectName.quote(name));
  }

  private long number(String bean, String attribute) throws JMException {
    return ((Number) jmx.getAttribute(bean(bean), attribute)).longValue();
  }

  private static Connection begin(Connections connections) throws SQLException {
    Connection connection = connections.open();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    return connection;
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Runs each text once, and waits until all of them have been parsed. */
  private static void parse(Connections connections) throws Exception {
    try (Connection connection = begin(connections)) {
      run(connection, UPDATE);
      connection.commit();
    }
    CountDownLatch parsed = new CountDownLatch(1);
    BackgroundParser.executor().execute(parsed::countDown);
    assertTrue(parsed.await(60, TimeUnit.SECONDS), "the texts are not parsed");
  }

  private static void await(BooleanSupplier condition, String what) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - deadlineNs < 0, () -> "did not happen in time: " + what);
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
    }
  }

  @Test
  void byItsUrl() throws Exception {
    String url =
        TestPostgres.ourUrl()
            + "&yardmaster.scheduling=always&yardmaster.max-wait-ms=60000&yardmaster.name=byUrl";
    Connections connections = () -> DriverManager.getConnection(url);
    parse(connections);
    theFiguresAreShown("byUrl", connections);
    theSwitchLetsWaitersPass("byUrl", connections);
    assertTrue(jmx.isRegistered(bean("byUrl")), "the database stays when its connections end");
  }

  @Test
  void byItsDataSource() throws Exception {
    Properties settings = new Properties();
    settings.setProperty("yardmaster.scheduling", "always");
    settings.setProperty("yardmaster.max-wait-ms", "60000");
    settings.setProperty("yardmaster.name", "byWrap");
    try (YardmasterDataSource bank =
        YardmasterDataSource.wrap((DataSource) TestPostgres.plain(), settings)) {
      parse(bank::getConnection);
      theFiguresAreShown("byWrap", bank::getConnection);
      theSwitchLetsWaitersPass("byWrap", bank::getConnection);
      assertEquals(number("byWrap", "Committed"), bank.figures().orElseThrow().committed());
    }
    assertFalse(jmx.isRegistered(bean("byWrap")), "a closed DataSource is shown no longer");
  }

  @Test
  void withoutANameTheUrlIsShownWithoutItsSecrets() throws Exception {
    try (Connection connection = DriverManager.getConnection(TestPostgres.ourUrl())) {
      run(connection, UPDATE);
    }
    assertTrue(
        ScheduledDatabases.all().stream()
            .anyMatch(each -> each.name().matches("jdbc:postgresql://localhost:\\d+/postgres")));
    assertTrue(
        jmx.queryNames(new ObjectName("dev.yardmaster:type=Jdbc,*"), null).stream()
            .noneMatch(each -> each.toString().contains("sesame")));
  }

  /**
   * One transaction waits for another transaction, and a further transaction is aborted by a
   * conflict.
   */
  private void theFiguresAreShown(String name, Connections connections) throws Exception {
    long committedBefore = number(name, "Committed");
    try (Connection first = begin(connections);
        Connection second = begin(connections)) {
      run(first, UPDATE);
      Future<?> waiting = beginOther(second);
      await(() -> database(name).figures().queued() == 1, "a transaction waits");
      first.commit();
      waiting.get(60, TimeUnit.SECONDS);
      second.commit();
    }
    anAbort(connections);
    assertEquals(committedBefore + 2, number(name, "Committed"));
    assertEquals(1, number(name, "Waits"));
    assertEquals(1, number(name, "Conflicts"));
    TabularData aborts = (TabularData) jmx.getAttribute(bean(name), "AbortsBySqlState");
    assertEquals(1L, aborts.get(new Object[] {"40001"}).get("value"));
  }

  private Future<?> beginOther(Connection connection) {
    return other.submit(
        () -> {
          run(connection, UPDATE);
          return null;
        });
  }

  /** The transaction reads its snapshot, and another client then updates the row. */
  private static void anAbort(Connections connections) throws SQLException {
    try (Connection connection = begin(connections)) {
      run(connection, "SELECT count(*) FROM shown");
      execute(UPDATE);
      try {
        run(connection, UPDATE);
        throw new AssertionError("the database did not abort the transaction");
      } catch (SQLException conflict) {
        assertEquals("40001", conflict.getSQLState());
        connection.rollback();
      }
    }
  }

  private void theSwitchLetsWaitersPass(String name, Connections connections) throws Exception {
    try (Connection first = begin(connections);
        Connection second = begin(connections)) {
      run(first, UPDATE);
      Future<?> waiting = beginOther(second);
      await(() -> database(name).figures().queued() == 1, "a transaction waits");
      jmx.setAttribute(bean(name), new Attribute("On", false));
      await(() -> database(name).figures().queued() == 0, "the transaction goes on");
      first.rollback();
      waiting.get(60, TimeUnit.SECONDS);
      second.commit();
    }
    DatabaseFigures figures = database(name).figures();
    assertEquals(0, figures.running());
    assertFalse(figures.isOn());
    jmx.setAttribute(bean(name), new Attribute("On", true));
    assertTrue(database(name).isOn());
  }

  private static ScheduledDatabase database(String name) {
    return ScheduledDatabases.all().stream()
        .filter(each -> each.name().equals(name))
        .findAny()
        .orElseThrow();
  }
}

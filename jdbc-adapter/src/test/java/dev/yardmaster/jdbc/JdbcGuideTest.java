package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.JdbcMeters;
import dev.yardmaster.jdbc.figures.JdbcObservations;
import dev.yardmaster.jdbc.figures.ScheduledDatabase;
import dev.yardmaster.jdbc.figures.ScheduledDatabases;
import dev.yardmaster.jdbc.meters.SchedulerMeters;
import dev.yardmaster.jdbc.retry.RetryRule;
import dev.yardmaster.jdbc.retry.TransactionRetry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Compiles and runs the code of the JDBC guide, and checks that the guide shows this code. The
 * class is as long as the guide, because all parts of the guide use one database and the same
 * transfer.
 */
@Timeout(60)
class JdbcGuideTest {
  private static final Path PAGE = Path.of("..", "docs", "guide-jdbc.md");
  private static final Path THIS_FILE =
      Path.of("src/test/java/dev/yardmaster/jdbc/JdbcGuideTest.java");

  private static HikariDataSource pool;

  private final String url = url();
  private final String yardmasterUrl = url.replace("jdbc:", "jdbc:yardmaster:");

  private static String url() {
    return TestPostgres.url().replace("/postgres?", "/guide?");
  }

  @BeforeAll
  static void makeDatabase() throws SQLException {
    try (Connection connection = DriverManager.getConnection(TestPostgres.url());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE guide");
    }
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url());
    config.setMaximumPoolSize(4);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    pool = new HikariDataSource(config);
    execute("CREATE TABLE accounts (id bigint PRIMARY KEY, balance bigint NOT NULL)");
    execute("CREATE TABLE transfers (id uuid PRIMARY KEY, amount bigint NOT NULL)");
    execute(
        """
        CREATE FUNCTION transfer(payer bigint, payee bigint, amount bigint) RETURNS bigint AS $$
          UPDATE accounts SET balance = balance + amount WHERE id = payee;
          UPDATE accounts SET balance = balance - amount WHERE id = payer RETURNING balance;
        $$ LANGUAGE SQL
        """);
  }

  @AfterAll
  static void dropDatabase() throws SQLException {
    pool.close();
    try (Connection connection = DriverManager.getConnection(TestPostgres.url());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE guide WITH (FORCE)");
    }
  }

  @BeforeEach
  void fill() throws SQLException {
    execute("TRUNCATE accounts, transfers");
    execute("INSERT INTO accounts VALUES (1, 500), (2, 500)");
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long balance(long account) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return balance(connection, account);
    }
  }

  // snippet: logic
  static long transfer(Connection connection, long payer, long payee, long amount)
      throws SQLException {
    long left = balance(connection, payer) - amount;
    if (left < 0) {
      throw new IllegalArgumentException("too little money: balance=" + (left + amount));
    }
    setBalance(connection, payer, left);
    setBalance(connection, payee, balance(connection, payee) + amount);
    return left;
  }

  // end

  private static long balance(Connection connection, long account) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?")) {
      select.setLong(1, account);
      try (ResultSet row = select.executeQuery()) {
        assertTrue(row.next());
        return row.getLong(1);
      }
    }
  }

  private static void setBalance(Connection connection, long account, long balance)
      throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE accounts SET balance = ? WHERE id = ?")) {
      update.setLong(1, balance);
      update.setLong(2, account);
      update.executeUpdate();
    }
  }

  @Test
  void scheduler() throws SQLException {
    // snippet: scheduler
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(8);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    try (HikariDataSource pool = new HikariDataSource(config);
        JdbcScheduler scheduler = JdbcScheduler.over(pool).start()) {
      long left =
          scheduler.execute(
              TransactionKeys.of().write("accounts", 1).write("accounts", 2),
              connection -> transfer(connection, 1, 2, 50));
      System.out.println("left: " + left);
    }
    // end
    assertEquals(450, balance(1));
    assertEquals(550, balance(2));
  }

  // snippet: procedure
  /** The arguments of a transfer between two accounts. */
  record Transfer(long payer, long payee, long amount) {}

  static final JdbcProcedure<Transfer, Long> TRANSFER =
      new JdbcProcedure<>() {
        @Override
        public TransactionKeys keys(Transfer asked) {
          return TransactionKeys.of()
              .write("accounts", asked.payer())
              .write("accounts", asked.payee());
        }

        @Override
        public Long run(Connection connection, Transfer asked) throws SQLException {
          return transfer(connection, asked.payer(), asked.payee(), asked.amount());
        }
      };

  // end

  @Test
  @SuppressWarnings("FutureReturnValueIgnored") // The guide's program ignores the future, too.
  void procedures() throws SQLException {
    try (JdbcScheduler scheduler = JdbcScheduler.over(pool).start()) {
      // snippet: submit
      CompletableFuture<Long> left = scheduler.submit(TRANSFER, new Transfer(1, 2, 50));
      left.thenAccept(balance -> System.out.println("left: " + balance));
      // end
      assertEquals(450, left.join());

      // snippet: sql
      SqlProcedure<Integer> transfer =
          SqlProcedure.update(
              "UPDATE accounts SET balance = balance - ? WHERE id = ?",
              "UPDATE accounts SET balance = balance + ? WHERE id = ?");
      int updated = scheduler.execute(transfer, List.of(50, 1, 50, 2));
      // end
      assertEquals(2, updated);
      assertEquals(400, balance(1));

      // snippet: function
      SqlProcedure<Long> function =
          SqlProcedure.query(
                  "SELECT transfer(?, ?, ?)",
                  rows -> {
                    rows.next();
                    return rows.getLong(1);
                  })
              .writes("accounts", 1)
              .writes("accounts", 2);
      long balance = scheduler.execute(function, List.of(1L, 2L, 50L));
      // end
      assertEquals(350, balance);
      assertEquals(650, balance(2));

      // snippet: sharing
      SqlProcedure<Long> sharing = function.joining(JoinPolicy.WITHOUT_SAVEPOINT);
      // end
      assertEquals(650, scheduler.execute(sharing, List.of(2L, 1L, 0L)));

      // snippet: statementKeys
      TransactionKeys keys =
          TransactionKeys.of()
              .statement("UPDATE accounts SET balance = ? WHERE id IN (?, ?)", 0, 1, 2)
              .read("rates", "EUR");
      // end
      scheduler.execute(keys, connection -> null);

      // snippet: figures
      SchedulerFigures figures = scheduler.figures();
      double abortsPerCommit = (double) figures.aborted() / figures.committed();
      // end
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      // snippet: schedulerMeters
      new SchedulerMeters(scheduler, "bank").bindTo(registry);
      // end
      assertEquals(
          5, registry.get("yardmaster.jdbc.scheduler.committed").functionCounter().count());
      assertEquals(5, figures.committed());
      assertEquals(0, abortsPerCommit);
    }
  }

  private static String outcome(JdbcScheduler scheduler, TransactionLogic<Long> logic) {
    TransactionKeys keys = TransactionKeys.of();
    // snippet: errors
    try {
      return "left: " + scheduler.execute(keys, logic);
    } catch (NotStartedException late) {
      return "nothing took place: " + late.reason();
    } catch (RetriesExhaustedException aborted) {
      return "nothing took place, after attempts: " + aborted.attempts();
    } catch (AmbiguousCommitException unknown) {
      return "it took place or it did not: look";
    } catch (SQLException failure) {
      return "nothing took place, the database says: " + failure.getSQLState();
    }
    // end
  }

  @Test
  void errors() {
    FailureClassifier classifier =
        // snippet: classifier
        FailureClassifier.standard()
            .or(
                (failure, committing) ->
                    failure instanceof SQLException database
                            && "YB001".equals(database.getSQLState())
                        ? FailureKind.RETRY
                        : FailureKind.OTHER);
    // end
    JdbcScheduler scheduler =
        // snippet: builder
        JdbcScheduler.over(pool)
            .connections(4)
            .classifier(classifier)
            .maxAttempts(3)
            .deadline(Duration.ofSeconds(5))
            .pause(Duration.ofMillis(1), Duration.ofMillis(20))
            .start();
    // end
    assertEquals("left: 7", outcome(scheduler, connection -> 7L));
    assertEquals(
        "nothing took place, after attempts: 3",
        outcome(
            scheduler,
            connection -> {
              throw new SQLException("try again", "YB001");
            }));
    assertEquals(
        "nothing took place, the database says: 23505",
        outcome(
            scheduler,
            connection -> {
              throw new SQLException("twice", "23505");
            }));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            scheduler.execute(
                TransactionKeys.of(), connection -> transfer(connection, 1, 2, 1_000)));
    scheduler.close();
    assertEquals("nothing took place: CLOSED", outcome(scheduler, connection -> 7L));
  }

  @Test
  void earlyRelease() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(4);
    config.setConnectionInitSql("SET synchronous_commit = on");
    try (HikariDataSource pool = new HikariDataSource(config)) {
      JdbcScheduler scheduler =
          // snippet: earlyRelease
          JdbcScheduler.over(pool).earlyRelease(true).start();
      // end
      TransactionKeys keys = TransactionKeys.of().write("accounts", 1).write("accounts", 2);
      TransactionLogic<Long> logic = connection -> transfer(connection, 1, 2, 50);
      try {
        // snippet: synchronous
        scheduler.execute(keys, logic.synchronous());
        // end
      } finally {
        scheduler.close();
      }
    }
    assertEquals(450, balance(1));
  }

  @Test
  void joining() throws Exception {
    try (JdbcScheduler scheduler = JdbcScheduler.over(pool).start()) {
      TransactionKeys keys = TransactionKeys.of().write("accounts", 1).write("accounts", 2);
      TransactionLogic<Long> logic = connection -> transfer(connection, 1, 2, 50);
      CompletableFuture<Long> outcome =
          // snippet: joining
          scheduler.submit(keys, logic.joining(JoinPolicy.WITH_SAVEPOINT));
      // end
      outcome.get(60, TimeUnit.SECONDS);
    }
    assertEquals(450, balance(1));
  }

  @Test
  void once() throws SQLException {
    UUID id = new UUID(8, 1);
    // snippet: once
    TransactionLogic<Boolean> once =
        connection -> {
          try (PreparedStatement note =
              connection.prepareStatement(
                  "INSERT INTO transfers (id, amount) VALUES (?, ?) ON CONFLICT DO NOTHING")) {
            note.setObject(1, id);
            note.setLong(2, 50);
            if (note.executeUpdate() == 0) {
              return false; // The transfer took place in the first run.
            }
          }
          transfer(connection, 1, 2, 50);
          return true;
        };
    // end
    try (JdbcScheduler scheduler = JdbcScheduler.over(pool).start()) {
      TransactionKeys keys =
          TransactionKeys.of().write("transfers", id).write("accounts", 1).write("accounts", 2);
      assertEquals(true, scheduler.execute(keys, once));
      assertEquals(false, scheduler.execute(keys, once));
    }
    assertEquals(450, balance(1));
  }

  @Test
  void belowAPool() throws SQLException {
    // snippet: below
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(yardmasterUrl);
    config.addDataSourceProperty("yardmaster.max-wait-ms", "500");
    config.setMaximumPoolSize(8);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    DataSource bank = new HikariDataSource(config);
    // end
    transferWithRetry(bank);
    assertEquals(450, balance(1));
    assertInstanceOf(HikariDataSource.class, bank).close();
  }

  @Test
  void aboveAPool() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(4);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    HikariDataSource pool = new HikariDataSource(config);
    // snippet: above
    Properties settings = new Properties();
    settings.setProperty("yardmaster.keys", "accounts(id), lines(order_id, number)");
    YardmasterDataSource bank = YardmasterDataSource.wrap(pool, settings);
    // end
    transferWithRetry(bank);
    assertEquals(450, balance(1));
    bank.close();
    assertTrue(pool.isClosed());
  }

  @Test
  void figuresSwitchAndAdvice() throws SQLException {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    ObservationRegistry observationRegistry = ObservationRegistry.create();
    // snippet: meters
    new JdbcMeters().bindTo(registry);
    new JdbcObservations(observationRegistry).start();
    // end
    Properties settings = new Properties();
    settings.setProperty("yardmaster.name", "guide");
    YardmasterDataSource bank = YardmasterDataSource.wrap(TestPostgres.plain(url), settings);
    transferWithRetry(bank);
    // snippet: switch
    ScheduledDatabase scheduled = bank.scheduled().orElseThrow();
    DatabaseFigures figures = scheduled.figures();
    System.out.println(figures.committed() + " committed, " + figures.abortsBySqlState());
    scheduled.switchTo(false);
    scheduled.switchTo(true);
    scheduled.advise();
    // end
    assertEquals(1, figures.committed());
    assertTrue(ScheduledDatabases.all().contains(scheduled));
    assertEquals(
        1,
        registry
            .get("yardmaster.jdbc.committed")
            .tag("database", "guide")
            .functionCounter()
            .count());
    bank.close();
    assertFalse(ScheduledDatabases.all().contains(scheduled));
  }

  private static long transferWithRetry(DataSource bank) throws SQLException {
    // snippet: retry
    TransactionRetry retry = TransactionRetry.of(RetryRule.defaults().withMaxAttempts(20));
    return retry.execute(
        () -> {
          try (Connection connection = bank.getConnection()) {
            connection.setAutoCommit(false);
            try {
              long left = transfer(connection, 1, 2, 50);
              connection.commit();
              return left;
            } catch (SQLException | RuntimeException failure) {
              connection.rollback();
              throw failure;
            }
          }
        });
    // end
  }

  @Configuration
  static class SpringApplication {
    @Bean
    HikariDataSource pool() {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(url());
      config.setMaximumPoolSize(2);
      config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
      return new HikariDataSource(config);
    }

    // snippet: spring
    @Bean
    static BeanPostProcessor yardmaster() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          return bean instanceof HikariDataSource pool ? YardmasterDataSource.wrap(pool) : bean;
        }
      };
    }
    // end
  }

  @Test
  void spring() throws SQLException {
    HikariDataSource pool;
    try (AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(SpringApplication.class)) {
      DataSource bank = context.getBean(DataSource.class);
      pool = bank.unwrap(HikariDataSource.class);
      assertInstanceOf(YardmasterDataSource.class, bank);
      transferWithRetry(bank);
    }
    assertEquals(450, balance(1));
    assertTrue(pool.isClosed());
  }

  @Test
  void thePageShowsThisCode() throws IOException {
    Map<String, String> snippets = new HashMap<>();
    Matcher here =
        Pattern.compile("// snippet: (\\w+)\n(.*?)// end", Pattern.DOTALL)
            .matcher(Files.readString(THIS_FILE));
    while (here.find()) {
      snippets.put(here.group(1), words(here.group(2)));
    }
    Matcher block =
        Pattern.compile("(?:<!-- snippet: (\\w+) -->\n)?```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    int shown = 0;
    while (block.find()) {
      assertNotNull(block.group(1), "a Java block has no snippet name: " + block.group(2));
      assertEquals(snippets.get(block.group(1)), words(block.group(2)), block.group(1));
      shown++;
    }
    assertEquals(snippets.size(), shown, "the guide must show every snippet once");
  }

  /**
   * Returns the code without white space, because the indentation differs between the test and the
   * guide.
   */
  private static String words(String code) {
    return code.replaceAll("\\s+", "");
  }
}

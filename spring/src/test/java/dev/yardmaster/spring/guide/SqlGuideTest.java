package dev.yardmaster.spring.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.YardmasterDataSource;
import dev.yardmaster.jdbc.figures.ScheduledDatabase;
import dev.yardmaster.jdbc.figures.ScheduledDatabases;
import dev.yardmaster.spring.guide.sql.SqlApplication;
import dev.yardmaster.spring.guide.sql.Transfers;
import io.micrometer.core.instrument.MeterRegistry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Runs the guide's application on a real PostgreSQL, with the guide's properties. */
@Timeout(120)
class SqlGuideTest {

  private static final int THREADS = 4;
  private static final int TRANSFERS_EACH = 20;
  private static final int ACCOUNTS = 3;
  private static final long SEED = 64;

  private static EmbeddedPostgres server;
  private static JdbcTemplate direct;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().setServerConfig("deadlock_timeout", "10ms").start();
    direct = new JdbcTemplate(new DriverManagerDataSource(url()));
    direct.execute("CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL)");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void fill() {
    direct.execute("TRUNCATE accounts");
    direct.execute("INSERT INTO accounts SELECT id, 1000 FROM generate_series(1, 3) id");
  }

  private static String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  private static void run(Consumer<ConfigurableApplicationContext> use, String... more)
      throws IOException {
    Properties properties = GuideText.properties("sql");
    properties.put("spring.datasource.url", url());
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(SqlApplication.class)
            .web(WebApplicationType.NONE)
            .properties(properties)
            .properties(more)
            .run()) {
      use.accept(context);
    }
  }

  @Test
  void moneyIsConservedUnderContention() throws IOException {
    run(
        context -> {
          transferConcurrently(context.getBean(Transfers.class));
          assertEquals(
              ACCOUNTS * 1000L,
              direct.queryForObject("SELECT sum(balance) FROM accounts", Long.class));
          MeterRegistry registry = context.getBean(MeterRegistry.class);
          assertEquals(
              THREADS * TRANSFERS_EACH,
              registry.get("yardmaster.jdbc.retry.committed").functionCounter().count());
          assertTrue(
              registry.get("yardmaster.jdbc.committed").functionCounter().count()
                  >= THREADS * TRANSFERS_EACH);
          assertTrue(registry.get("hikaricp.connections.max").gauge().value() > 0);
        });
  }

  private static void transferConcurrently(Transfers transfers) {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(SEED + i);
        clients.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < TRANSFERS_EACH; n++) {
                    int payer = 1 + random.nextInt(ACCOUNTS);
                    transfers.transfer(payer, 1 + payer % ACCOUNTS, random.nextInt(100));
                  }
                }));
      }
      for (Future<?> client : clients) {
        client.get(60, TimeUnit.SECONDS);
      }
    } catch (Exception e) {
      throw new AssertionError("a client failed; seed=" + SEED, e);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void thePoolIsInsideAndEndsWithItsWrapper() throws IOException {
    List<DataSource> seen = new ArrayList<>();
    run(
        context -> {
          DataSource bank = context.getBean(DataSource.class);
          seen.add(assertInstanceOf(YardmasterDataSource.class, bank));
          seen.add(unwrap(bank));
          context.getBean(Transfers.class).transfer(1, 2, 5);
          assertEquals(List.of("bank"), shown());
        });
    assertTrue(((HikariDataSource) seen.get(1)).isClosed());
    assertEquals(List.of(), shown());
  }

  private static List<String> shown() {
    return ScheduledDatabases.all().stream().map(ScheduledDatabase::name).toList();
  }

  private static HikariDataSource unwrap(DataSource bank) {
    try {
      return bank.unwrap(HikariDataSource.class);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * A trigger aborts the first two updates. The trigger counts updates with a sequence, because a
   * rollback does not reset a sequence.
   */
  @Test
  void theRetryIsOutsideOfTheTransactionAndNeedsNoWrapper() throws IOException {
    direct.execute("CREATE SEQUENCE updates");
    direct.execute(
        """
        CREATE FUNCTION abort_twice() RETURNS trigger AS $$
        BEGIN
          IF nextval('updates') <= 2 THEN
            RAISE EXCEPTION 'aborted by the test' USING ERRCODE = 'serialization_failure';
          END IF;
          RETURN NEW;
        END $$ LANGUAGE plpgsql
        """);
    direct.execute(
        "CREATE TRIGGER abort_twice BEFORE UPDATE ON accounts"
            + " FOR EACH ROW EXECUTE FUNCTION abort_twice()");
    try {
      run(
          context -> {
            assertInstanceOf(HikariDataSource.class, context.getBean(DataSource.class));
            assertEquals(995, context.getBean(Transfers.class).transfer(1, 2, 5));
            assertEquals(
                2,
                context
                    .getBean(MeterRegistry.class)
                    .get("yardmaster.jdbc.retry.aborted")
                    .functionCounter()
                    .count());
          },
          "yardmaster.jdbc.wrap=false");
    } finally {
      direct.execute("DROP TRIGGER abort_twice ON accounts");
    }
  }
}

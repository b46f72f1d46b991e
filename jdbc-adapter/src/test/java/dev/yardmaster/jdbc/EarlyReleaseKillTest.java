package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.durability.DelayedCommits;
import dev.yardmaster.jdbc.durability.DelayedDurability;
import dev.yardmaster.jdbc.durability.ForceSession;
import dev.yardmaster.jdbc.durability.SessionId;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.retry.RetryRule;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.sql.KeyColumns;
import dev.yardmaster.jdbc.sql.RowHash;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kills a PostgreSQL that loses its asynchronous commits, while transactions on hot rows release
 * their locks early. Each transaction inserts a row with its number, and adds 1 to the count of a
 * hot row. No transaction that was acknowledged may be missing afterwards, and no number that a
 * transaction has read from a hot row may be greater than the row's count.
 */
@Timeout(480)
class EarlyReleaseKillTest {
  private static final int CLIENTS = 24;
  private static final int HOT_ROWS = 2;

  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicLong[] toldCounts = {new AtomicLong(), new AtomicLong()};
  private final AtomicLong numbers = new AtomicLong();
  private KilledPostgres postgres;

  @BeforeEach
  void start() throws IOException, SQLException {
    postgres = new KilledPostgres();
    try (Connection connection = postgres.awaitConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE done (number bigint PRIMARY KEY)");
      statement.execute("CREATE TABLE hot (id int PRIMARY KEY, count bigint NOT NULL)");
      statement.execute("INSERT INTO hot VALUES (0, 0), (1, 0)");
      statement.execute(
          """
          CREATE FUNCTION add(hot_id int, number bigint) RETURNS bigint AS $$
            INSERT INTO done VALUES (number);
            UPDATE hot SET count = count + 1 WHERE id = hot_id RETURNING count;
          $$ LANGUAGE SQL
          """);
    }
  }

  @AfterEach
  void stop() throws IOException {
    postgres.close();
  }

  /**
   * A database whose forces do nothing, so callers learn the outcome before the commit is flushed.
   */
  private record WithoutForces(DelayedDurability real) implements DelayedDurability {
    @Override
    public ForceSession forces(Connection connection) throws SQLException {
      ForceSession session = real.forces(connection);
      return new ForceSession() {
        @Override
        public SessionId id() {
          return session.id();
        }

        @Override
        public void force() {}

        @Override
        public void check() throws SQLException {
          session.check();
        }

        @Override
        public void abort() {
          session.abort();
        }

        @Override
        public void close() {
          session.close();
        }
      };
    }

    @Override
    public DelayedCommits commits(Connection connection) throws SQLException {
      return real.commits(connection);
    }
  }

  private static HikariDataSource pool(KilledPostgres postgres) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(postgres.dataSource());
    config.setMaximumPoolSize(6);
    config.setInitializationFailTimeout(-1);
    config.setConnectionTimeout(1_000);
    return new HikariDataSource(config);
  }

  private static JdbcScheduler withoutForces(HikariDataSource pool) throws SQLException {
    WithoutForces vendor;
    try (Connection connection = pool.getConnection()) {
      vendor = new WithoutForces(DelayedDurability.of(connection));
    }
    RetryRule rule =
        new RetryRule(FailureClassifier.standard(), 20, TimeUnit.SECONDS.toNanos(30), 0, 1_000_000);
    return new JdbcScheduler(
        new RunningLanes(
            pool,
            -1,
            new ScheduleConfig(50, 5, 1_000, 1_000),
            rule,
            TimeUnit.SECONDS.toNanos(10),
            null,
            SystemNanoClock.INSTANCE,
            1,
            new DelayedFlush(vendor, vendor.forces(pool.getConnection()))),
        new RowFingerprints(RowHash.secret(), KeyColumns.none(), pool),
        "kill",
        0);
  }

  /**
   * Clients without threads. Each client submits its next transaction when its previous transaction
   * completes.
   */
  private final class Clients {
    private final JdbcScheduler scheduler;
    private final Phaser running = new Phaser(1);
    private volatile boolean isOver;

    Clients(JdbcScheduler scheduler) {
      this.scheduler = scheduler;
      for (int i = 0; i < CLIENTS; i++) {
        running.register();
        next(i);
      }
    }

    private void next(int client) {
      if (isOver) {
        running.arriveAndDeregister();
        return;
      }
      long number = numbers.incrementAndGet();
      int row = client % HOT_ROWS;
      var unused =
          submit(client, row, number)
              .whenComplete(
                  (count, failure) -> {
                    if (failure == null) {
                      acknowledged.add(number);
                      toldCounts[row].accumulateAndGet(count, Math::max);
                    }
                    next(client);
                  });
    }

    /**
     * A third of the transactions are single function calls, and another third only read the row.
     * Some transactions share a database transaction.
     */
    private java.util.concurrent.CompletableFuture<Long> submit(int client, int row, long number) {
      return switch (client / HOT_ROWS % 3) {
        case 0 -> scheduler.submit(ADD.joining(policy(number)), List.of(row, number));
        case 1 ->
            scheduler.submit(
                TransactionKeys.of().write("hot", row), add(row, number).joining(policy(number)));
        default ->
            scheduler.submit(
                TransactionKeys.of(),
                connection -> {
                  try (PreparedStatement select =
                      connection.prepareStatement("SELECT count FROM hot WHERE id = ?")) {
                    acknowledgedIsNotExpected(number);
                    return count(select, row);
                  }
                });
      };
    }

    private static JoinPolicy policy(long number) {
      return JoinPolicy.values()[(int) (number % JoinPolicy.values().length)];
    }

    private static TransactionLogic<Long> add(int row, long number) {
      return connection -> {
        try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO done VALUES (?)")) {
          insert.setLong(1, number);
          insert.executeUpdate();
        }
        try (PreparedStatement update =
            connection.prepareStatement(
                "UPDATE hot SET count = count + 1 WHERE id = ? RETURNING count")) {
          return count(update, row);
        }
      };
    }

    private static long count(PreparedStatement statement, int row) throws SQLException {
      statement.setInt(1, row);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }

    void end() {
      isOver = true;
      running.arriveAndAwaitAdvance();
    }
  }

  private final Set<Long> readers = ConcurrentHashMap.newKeySet();

  private void acknowledgedIsNotExpected(long number) {
    readers.add(number);
  }

  private static final SqlProcedure<Long> ADD =
      SqlProcedure.query(
              "SELECT add(?, ?)",
              rows -> {
                rows.next();
                return rows.getLong(1);
              })
          .writes("hot", 1);

  /**
   * Returns the number of acknowledged transactions, and of counts that were returned to callers,
   * that the database has lost.
   */
  private long lost() throws SQLException {
    Set<Long> there = new HashSet<>();
    long lost = 0;
    try (Connection connection = postgres.awaitConnection();
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("SELECT number FROM done")) {
        while (rows.next()) {
          there.add(rows.getLong(1));
        }
      }
      for (long number : acknowledged) {
        lost += there.contains(number) || readers.contains(number) ? 0 : 1;
      }
      for (int row = 0; row < HOT_ROWS; row++) {
        try (ResultSet rows = statement.executeQuery("SELECT count FROM hot WHERE id = " + row)) {
          rows.next();
          lost += Math.max(0, toldCounts[row].get() - rows.getLong(1));
        }
      }
    }
    return lost;
  }

  private void awaitAcknowledged(int more) {
    int target = acknowledged.size() + more;
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (acknowledged.size() < target) {
      assertTrue(System.nanoTime() - deadlineNs < 0, "acknowledged=" + acknowledged.size());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private long lostAfter(int kills, boolean isControl, long seed) throws Exception {
    Random random = new Random(seed);
    long lost = 0;
    try (HikariDataSource pool = pool(postgres);
        JdbcScheduler scheduler =
            isControl ? withoutForces(pool) : JdbcScheduler.over(pool).earlyRelease(true).start()) {
      Clients clients = new Clients(scheduler);
      for (int kill = 0; kill < kills && lost == 0; kill++) {
        awaitAcknowledged(100 + random.nextInt(200));
        if (kill % 5 == 4) {
          postgres.killServer();
        } else {
          postgres.killBackend();
        }
        awaitAcknowledged(1);
        if (isControl) {
          lost += lost();
          acknowledged.clear();
          toldCounts[0].set(0);
          toldCounts[1].set(0);
        }
      }
      clients.end();
      assertTrue(scheduler.figures().releasedEarly() > 0, () -> scheduler.figures().toString());
      assertEquals(0, scheduler.figures().held());
    }
    return lost + lost();
  }

  @Test
  void killsLoseNothingThatWasAcknowledged() throws Exception {
    assertEquals(0, lostAfter(5, false, 1));
  }

  /** A kill loses nothing if the database has just flushed its log, so further kills follow. */
  @Test
  void whatIsAcknowledgedAtTheCommitIsLost() throws Exception {
    assertTrue(lostAfter(20, true, 2) > 0);
  }

  @Tag("slow")
  @Test
  void manyKillsLoseNothingThatWasAcknowledged() throws Exception {
    assertEquals(0, lostAfter(60, false, 3));
  }
}

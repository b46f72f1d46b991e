package dev.yardmaster.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.CoordinatorConfig;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.retry.RetryRule;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.sql.KeyColumns;
import dev.yardmaster.jdbc.sql.RowHash;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link JdbcScheduler}. This class is not thread-safe. */
public final class JdbcSchedulerBuilder {
  private static final int AS_POOLED = -1;
  private static final List<Integer> LEVELS =
      List.of(
          Connection.TRANSACTION_READ_UNCOMMITTED,
          Connection.TRANSACTION_READ_COMMITTED,
          Connection.TRANSACTION_REPEATABLE_READ,
          Connection.TRANSACTION_SERIALIZABLE);
  private static final int DEFAULT_CONNECTIONS = 10;
  private static final Duration MAX_TIME = Duration.ofDays(1);
  private static final Duration MIN_LOG_INTERVAL = Duration.ofSeconds(1);
  private static final int MAX_NAME = 100;

  private final DataSource pool;
  private int connections;
  private int batchSize = ScheduleConfig.DEFAULT_BATCH_SIZE;
  private int maxQueued = ScheduleConfig.DEFAULT_MAX_QUEUED;
  private int maxQueuedPerRow = 5_000;
  private int isolation = AS_POOLED;
  private RetryRule retries = RetryRule.defaults();
  private Duration closeTimeout = Duration.ofSeconds(10);
  private KeyColumns keys = KeyColumns.none();
  private boolean earlyRelease;
  private boolean connectionsAreSet;
  private @Nullable CoordinatorConfig coordinator;
  private long seed;
  private String name = "scheduler";
  private Duration logInterval = Duration.ofMinutes(1);

  JdbcSchedulerBuilder(DataSource pool) {
    if (pool == null) {
      throw new IllegalArgumentException("pool=null: a scheduler needs a pool of connections");
    }
    this.pool = pool;
    connections =
        pool instanceof HikariDataSource hikari ? hikari.getMaximumPoolSize() : DEFAULT_CONNECTIONS;
  }

  /**
   * Sets the maximum number of connections that run transactions at the same time, 1 to 10,000. The
   * scheduler starts one thread for each connection. The default is the maximum size of a HikariCP
   * pool, and 10 for any other pool. Start with one or two connections for each core of the
   * database. More connections slow down each transaction on a contended row.
   */
  public JdbcSchedulerBuilder connections(int count) {
    ScheduleConfig.requireRange("connections", count, 10_000);
    connections = count;
    connectionsAreSet = true;
    return this;
  }

  /** Sets the maximum number of transactions in a batch, 1 to 1,024; 50 by default. */
  public JdbcSchedulerBuilder batchSize(int transactions) {
    ScheduleConfig.requireRange("batchSize", transactions, ScheduleConfig.MAX_BATCH_SIZE);
    batchSize = transactions;
    return this;
  }

  /**
   * Sets the maximum number of waiting transactions; 10,000 by default. While this number of
   * transactions wait, the scheduler refuses further transactions with {@link NotStartedException}.
   */
  public JdbcSchedulerBuilder maxQueued(int transactions) {
    ScheduleConfig.requireRange("maxQueued", transactions, ScheduleConfig.MAX_BOUND);
    maxQueued = transactions;
    return this;
  }

  /** Sets the maximum number of transactions that wait for one row; 5,000 by default. */
  public JdbcSchedulerBuilder maxQueuedPerRow(int transactions) {
    ScheduleConfig.requireRange("maxQueuedPerRow", transactions, ScheduleConfig.MAX_BOUND);
    maxQueuedPerRow = transactions;
    return this;
  }

  /**
   * Sets the isolation level, a constant of {@link java.sql.Connection}, to which each borrowed
   * connection is set. By default the scheduler keeps the pool's level, which saves a round trip.
   */
  public JdbcSchedulerBuilder isolation(int level) {
    if (!LEVELS.contains(level)) {
      throw new IllegalArgumentException("isolation=" + level + " must be one of " + LEVELS);
    }
    isolation = level;
    return this;
  }

  /** Sets the classifier of failures; {@link FailureClassifier#standard} by default. */
  public JdbcSchedulerBuilder classifier(FailureClassifier other) {
    if (other == null) {
      throw new IllegalArgumentException("classifier=null");
    }
    retries = retries.withClassifier(other);
    return this;
  }

  /** Sets the maximum number of runs of one transaction, 1 to 10,000; 20 by default. */
  public JdbcSchedulerBuilder maxAttempts(int count) {
    retries = retries.withMaxAttempts(count);
    return this;
  }

  /**
   * Sets the time after a transaction's arrival during which the scheduler may start or retry the
   * transaction; 1 ms to a day, 30 s by default. The scheduler does not interrupt a run that is
   * under way. To limit the time of a run, set the database's own timeouts.
   */
  public JdbcSchedulerBuilder deadline(Duration afterArrival) {
    retries = retries.withDeadline(requireValue("deadline", afterArrival));
    return this;
  }

  /**
   * Sets the pause before an aborted transaction runs again. The pause is a random time of at most
   * {@code first}. This maximum doubles with each further run, up to {@code most}. The defaults are
   * 1 ms and 100 ms.
   */
  public JdbcSchedulerBuilder pause(Duration first, Duration most) {
    retries = retries.withPause(requireValue("pause", first), requireValue("maxPause", most));
    return this;
  }

  /**
   * Sets the time for which {@link JdbcScheduler#close} waits for transactions; 10 s by default.
   */
  public JdbcSchedulerBuilder closeTimeout(Duration wait) {
    if (wait == null || wait.isNegative() || wait.compareTo(MAX_TIME) > 0) {
      throw new IllegalArgumentException(
          "closeTimeout=" + wait + " must be from " + Duration.ZERO + " to " + MAX_TIME);
    }
    closeTimeout = wait;
    return this;
  }

  /**
   * Declares the key columns of tables, for example {@code accounts(id), lines(order_id, number)}.
   * The scheduler needs the key columns to derive rows from statements. The scheduler reads the key
   * columns of other tables from the database.
   */
  public JdbcSchedulerBuilder keys(String tables) {
    keys = KeyColumns.parse(tables);
    return this;
  }

  /**
   * Sets whether transactions may release their rows before the database has flushed their commits
   * to disk; false by default. The caller still gets the outcome only after a flush. With early
   * release, the scheduler needs one more connection from the pool, for the flushes. With a
   * HikariCP pool, the default number of connections for transactions is therefore one lower. The
   * database must be PostgreSQL or SQL Server.
   *
   * @see TransactionLogic#synchronous
   */
  public JdbcSchedulerBuilder earlyRelease(boolean on) {
    earlyRelease = on;
    return this;
  }

  /**
   * Sets the coordinator, a Yardmaster server that orders the transactions of several processes on
   * hot rows. The server is reached without TLS and without a token. By default there is no
   * coordinator.
   *
   * @param address {@code host:port}
   * @param database the name of the database, which is the same in all processes
   */
  public JdbcSchedulerBuilder coordinator(String address, String database) {
    return coordinator(address, database, "", false);
  }

  /**
   * Sets the coordinator and its credentials.
   *
   * @param address {@code host:port}
   * @param database the name of the database, which is the same in all processes
   * @param tokenFile a file whose first line is the token, which needs the role {@code lease};
   *     empty for no token
   * @param tls whether the connection uses TLS, with the authorities of the JVM's trust store
   */
  public JdbcSchedulerBuilder coordinator(
      String address, String database, String tokenFile, boolean tls) {
    coordinator = CoordinatorConfig.of(address, database, tokenFile, tls);
    return this;
  }

  /** Sets the seed of the random pauses, so that a run can be repeated with the same pauses. */
  public JdbcSchedulerBuilder seed(long start) {
    seed = start;
    return this;
  }

  /**
   * Sets the name under which JMX, the log and observations of waits show the scheduler, 1 to 100
   * characters; {@code scheduler} by default. If another scheduler of the process has the same
   * name, a number is appended.
   */
  public JdbcSchedulerBuilder name(String shown) {
    if (shown == null || shown.isEmpty() || shown.length() > MAX_NAME) {
      throw new IllegalArgumentException("name=" + shown + " must have 1 to 100 characters");
    }
    name = shown;
    return this;
  }

  /**
   * Sets the time between two lines of figures in the log, 1 s to a day; zero for no lines. The
   * default is a minute. The scheduler writes no line for an interval in which no transaction
   * ended.
   */
  public JdbcSchedulerBuilder logInterval(Duration interval) {
    requireValue("logInterval", interval);
    if (!interval.isZero()
        && (interval.compareTo(MIN_LOG_INTERVAL) < 0 || interval.compareTo(MAX_TIME) > 0)) {
      throw new IllegalArgumentException(
          "logInterval="
              + interval
              + " must be zero, or from "
              + MIN_LOG_INTERVAL
              + " to "
              + MAX_TIME);
    }
    logInterval = interval;
    return this;
  }

  /**
   * Starts the scheduler. The scheduler borrows connections from the pool when it has transactions
   * to run.
   *
   * @throws IllegalStateException if early release is on, and the database cannot be reached to
   *     check that early release is possible
   * @throws IllegalArgumentException if early release is on, but is impossible with this database,
   *     user or pool
   */
  public JdbcScheduler start() {
    int lanes = connections;
    @Nullable DelayedFlush forcing = null;
    if (earlyRelease) {
      lanes = lanesBesideForces();
      forcing = DelayedFlush.open(pool);
    }
    ScheduleConfig config = new ScheduleConfig(batchSize, lanes, maxQueued, maxQueuedPerRow);
    return new JdbcScheduler(
        new RunningLanes(
            pool,
            isolation,
            config,
            retries,
            closeTimeout.toNanos(),
            coordinator == null ? null : new Coordinator(coordinator, SystemNanoClock.INSTANCE),
            SystemNanoClock.INSTANCE,
            seed,
            forcing),
        new RowFingerprints(hash(), keys, pool),
        name,
        logInterval.toNanos());
  }

  private RowHash hash() {
    return coordinator == null
        ? RowHash.secret()
        : RowHash.shared(coordinator.database(), coordinator.token());
  }

  /**
   * Returns the number of connections for transactions; with early release, the pool needs one more
   * for the forces.
   */
  private int lanesBesideForces() {
    if (!(pool instanceof HikariDataSource hikari)) {
      return connections;
    }
    int most = hikari.getMaximumPoolSize() - 1;
    int lanes = connectionsAreSet ? connections : most;
    if (lanes < 1 || lanes > most) {
      throw new IllegalArgumentException(
          "connections="
              + lanes
              + " must be from 1 to "
              + most
              + " with earlyRelease=true, which uses one connection of a pool with maximumPoolSize="
              + hikari.getMaximumPoolSize());
    }
    return lanes;
  }

  private static Duration requireValue(String name, Duration value) {
    if (value == null) {
      throw new IllegalArgumentException(name + "=null");
    }
    return value;
  }
}

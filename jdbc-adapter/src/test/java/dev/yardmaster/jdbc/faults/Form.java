package dev.yardmaster.jdbc.faults;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.AmbiguousCommitException;
import dev.yardmaster.jdbc.JdbcScheduler;
import dev.yardmaster.jdbc.TransactionKeys;
import dev.yardmaster.jdbc.YardmasterDataSource;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import dev.yardmaster.jdbc.faults.Transfer.Outcome;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** The four ways in which an application uses Yardmaster, and the vendor's driver alone. */
enum Form {
  VENDOR {
    @Override
    Bank open(String url, int connections) {
      return new RetryingBank(() -> DriverManager.getConnection(url), null, () -> {});
    }
  },
  PLAIN {
    @Override
    Bank open(String url, int connections) {
      return new RetryingBank(() -> DriverManager.getConnection(dropIn(url)), null, () -> {});
    }
  },
  BELOW_A_POOL {
    @Override
    Bank open(String url, int connections) {
      HikariDataSource pool = pool(dropIn(url), connections);
      return new RetryingBank(pool::getConnection, pool, pool::close);
    }
  },
  ABOVE_A_POOL {
    @Override
    Bank open(String url, int connections) {
      HikariDataSource pool = pool(url, connections);
      Properties settings = new Properties();
      settings.setProperty("yardmaster.scheduling", "always");
      YardmasterDataSource ours = YardmasterDataSource.wrap(pool, settings);
      return new RetryingBank(ours::getConnection, pool, ours::close);
    }
  },
  SCHEDULER {
    @Override
    Bank open(String url, int connections) {
      return new ScheduledBank(pool(url, connections), connections);
    }
  };

  private static final FailureClassifier FAILURES = FailureClassifier.standard();
  private static final long CONNECTION_TIMEOUT_MS = 250;

  /** Opens the application on a database. */
  abstract Bank open(String url, int connections);

  /** Returns the name of the form's database. */
  String database() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static String dropIn(String url) {
    return url.replace("jdbc:", "jdbc:yardmaster:") + "&yardmaster.scheduling=always";
  }

  private static HikariDataSource pool(String url, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(connections);
    config.setConnectionTimeout(CONNECTION_TIMEOUT_MS);
    config.setValidationTimeout(CONNECTION_TIMEOUT_MS);
    // On a busy machine the first connection may take longer than this timeout.
    config.setInitializationFailTimeout(TimeUnit.SECONDS.toMillis(20));
    return new HikariDataSource(config);
  }

  /** An application that makes transfers. */
  interface Bank extends AutoCloseable {
    /** Makes a transfer, and repeats it while the database aborts it. */
    Outcome transfer(Transfer transfer);

    /** Returns a connection, opened as the application opens its own connections. */
    Connection connection() throws SQLException;

    /** Returns the pool; null if there is none. */
    DataSource pool();

    @Override
    void close() throws SQLException;
  }

  private interface Closing {
    void close() throws SQLException;
  }

  private interface Connections {
    Connection get() throws SQLException;
  }

  /** An application that retries its transactions. */
  private record RetryingBank(Connections connections, DataSource pool, Closing resource)
      implements Bank {
    @Override
    public Outcome transfer(Transfer transfer) {
      FailureKind kind = FailureKind.RETRY;
      while (kind == FailureKind.RETRY) {
        boolean committing = false;
        try (Connection connection = connections.get()) {
          connection.setAutoCommit(false);
          transfer.run(connection);
          committing = true;
          connection.commit();
          return Outcome.COMMITTED;
        } catch (SQLException failure) {
          kind = FAILURES.classify(failure, committing);
        }
      }
      return kind == FailureKind.AMBIGUOUS ? Outcome.UNKNOWN : Outcome.NOTHING;
    }

    @Override
    public Connection connection() throws SQLException {
      return connections.get();
    }

    @Override
    public void close() throws SQLException {
      resource.close();
    }
  }

  /** An application that lets the scheduler retry. */
  private static final class ScheduledBank implements Bank {
    private final HikariDataSource pool;
    private final JdbcScheduler scheduler;

    ScheduledBank(HikariDataSource pool, int connections) {
      this.pool = pool;
      this.scheduler = JdbcScheduler.over(pool).connections(connections - 1).start();
    }

    @Override
    public Outcome transfer(Transfer transfer) {
      TransactionKeys keys =
          TransactionKeys.of()
              .write("accounts", transfer.payer())
              .write("accounts", transfer.payee());
      try {
        scheduler.execute(keys, transfer::run);
        return Outcome.COMMITTED;
      } catch (AmbiguousCommitException unknown) {
        return Outcome.UNKNOWN;
      } catch (SQLException nothing) {
        return Outcome.NOTHING;
      }
    }

    @Override
    public Connection connection() throws SQLException {
      return pool.getConnection();
    }

    @Override
    public DataSource pool() {
      return pool;
    }

    @Override
    public void close() {
      scheduler.close();
      pool.close();
    }
  }
}

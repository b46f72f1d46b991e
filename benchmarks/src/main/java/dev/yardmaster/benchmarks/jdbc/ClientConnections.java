package dev.yardmaster.benchmarks.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Semaphore;

/** The connections for clients that run transactions without a scheduler. */
public interface ClientConnections extends AutoCloseable {

  /** Opens a connection. */
  @FunctionalInterface
  interface Opening {
    /** Opens a connection, and sets its isolation level and auto-commit mode. */
    Connection open() throws SQLException;
  }

  /** Returns the connection for one attempt of a client. The client's thread calls this method. */
  Connection take(int client) throws SQLException, InterruptedException;

  /**
   * Takes back a connection after an attempt of a client. The client's thread calls this method.
   */
  void giveBack(Connection connection) throws SQLException;

  /**
   * Closes the connections. The coordinator's thread calls this method after the clients have
   * ended.
   */
  @Override
  void close();

  /**
   * Opens a connection for each client. The client keeps the connection for all its transactions.
   */
  static ClientConnections kept(int clients, Opening opening) throws SQLException {
    List<Connection> connections = new ArrayList<>();
    try {
      for (int i = 0; i < clients; i++) {
        connections.add(opening.open());
      }
    } catch (SQLException e) {
      closeAll(connections);
      throw e;
    }
    return new ClientConnections() {
      @Override
      public Connection take(int client) {
        return connections.get(client);
      }

      @Override
      public void giveBack(Connection connection) {
        // Does nothing, because the client keeps its connection.
      }

      @Override
      public void close() {
        closeAll(connections);
      }
    };
  }

  /**
   * Opens a HikariCP pool with a connection for each client. Each attempt borrows a connection. The
   * connections are not in auto-commit mode, and their isolation is SERIALIZABLE.
   *
   * @param url the URL by which the pool's driver connects
   * @param properties the driver's properties
   */
  static ClientConnections pooled(int clients, String url, Properties properties) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setDataSourceProperties(properties);
    config.setMaximumPoolSize(clients);
    config.setAutoCommit(false);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    HikariDataSource pool = new HikariDataSource(config);
    return new ClientConnections() {
      @Override
      public Connection take(int client) throws SQLException {
        return pool.getConnection();
      }

      @Override
      public void giveBack(Connection connection) throws SQLException {
        connection.close();
      }

      @Override
      public void close() {
        pool.close();
      }
    };
  }

  /**
   * Limits the number of concurrent attempts: at most {@code limit} attempts hold a connection at
   * any time, and further attempts wait in the order of arrival.
   */
  default ClientConnections limitedTo(int limit) {
    Semaphore permits = new Semaphore(limit, true);
    ClientConnections all = this;
    return new ClientConnections() {
      @Override
      public Connection take(int client) throws SQLException, InterruptedException {
        permits.acquire();
        return all.take(client);
      }

      @Override
      public void giveBack(Connection connection) throws SQLException {
        permits.release();
        all.giveBack(connection);
      }

      @Override
      public void close() {
        all.close();
      }
    };
  }

  private static void closeAll(List<Connection> connections) {
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        // The exception is ignored, because the connection is lost in any case.
      }
    }
  }
}

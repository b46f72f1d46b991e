package dev.yardmaster.jdbc.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.PGConnection;

/**
 * A PostgreSQL that can be disturbed. Applications connect through {@link #network()}; the test
 * itself connects directly. The server's port and data survive a restart.
 */
final class FaultyPostgres implements AutoCloseable {
  private static final String APPLICATION = "faults";
  private static final long TIMEOUT_S = 30;
  private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Path data;
  private final FaultyNetwork network;
  private EmbeddedPostgres server;

  FaultyPostgres(Path folder) throws IOException {
    this.data = folder.resolve("data");
    this.server = start(0);
    this.network = new FaultyNetwork(server.getPort());
  }

  /** Starts the server on a port, or on any free port if the port is 0. */
  private EmbeddedPostgres start(int port) throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setServerConfig("deadlock_timeout", "10ms")
            // Otherwise a killed process could lose commits that are only in memory.
            .setServerConfig("synchronous_commit", "on");
    if (port > 0) {
      builder.setPort(port);
    }
    return builder.start();
  }

  FaultyNetwork network() {
    return network;
  }

  /** Returns the URL of a database, through the network, for an application. */
  String url(String database) {
    return "jdbc:postgresql://localhost:%d/%s?user=postgres&ApplicationName=%s"
            .formatted(network.port(), database, APPLICATION)
        + "&connectTimeout=2&options=-c%20default_transaction_isolation%3Dserializable"
        // A scan of a small table would read, and lock, all rows.
        + "%20-c%20enable_seqscan%3Doff";
  }

  private Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(server.getJdbcUrl("postgres", database));
  }

  void execute(String database, String... texts) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    }
  }

  long number(String database, String query) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      assertTrue(result.next(), query);
      return result.getLong(1);
    }
  }

  /** Returns the first column of all rows. */
  Set<Long> numbers(String database, String query) throws SQLException {
    Set<Long> numbers = new HashSet<>();
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        numbers.add(result.getLong(1));
      }
    }
    return numbers;
  }

  /** Returns the number of the applications' sessions. */
  long sessions() throws SQLException {
    return number("postgres", "SELECT count(*) FROM " + ofApplications());
  }

  private static String ofApplications() {
    return "pg_stat_activity WHERE application_name = '" + APPLICATION + "'";
  }

  /** Terminates all sessions of the applications, as an administrator does. */
  void terminateSessions() throws SQLException {
    number("postgres", "SELECT count(pg_terminate_backend(pid)) FROM " + ofApplications());
  }

  /** Terminates one session, and waits for its end. */
  void terminate(int pid) throws SQLException {
    number("postgres", "SELECT pg_terminate_backend(" + pid + ", 20000)::int");
  }

  /**
   * Kills one process of the server, which then ends all sessions and restarts itself. The killed
   * process belongs to the test's own session. An application's session might end by itself before
   * the kill, and then the server would not notice the kill.
   */
  void killBackend() throws SQLException {
    try (Connection victim = connect("postgres");
        Connection witness = connect("postgres")) {
      int pid = victim.unwrap(PGConnection.class).getBackendPID();
      assertTrue(ProcessHandle.of(pid).orElseThrow().destroyForcibly(), () -> "kill " + pid);
      // The server first has to notice the kill; until then, other sessions continue.
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
      while (witness.isValid(0)) {
        assertTrue(System.nanoTime() < deadlineNs, () -> "no restart after the kill of " + pid);
        LockSupport.parkNanos(POLL_NS);
      }
    }
    awaitAnswers();
  }

  /** Stops the server, which ends all sessions, and starts it again. */
  void restart() throws IOException {
    int port = server.getPort();
    server.close();
    server = start(port);
    awaitAnswers();
  }

  private void awaitAnswers() {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
    while (true) {
      try {
        sessions();
        return;
      } catch (SQLException starting) {
        assertTrue(System.nanoTime() < deadlineNs, starting::toString);
        LockSupport.parkNanos(POLL_NS);
      }
    }
  }

  @Override
  public void close() throws IOException {
    network.close();
    server.close();
  }
}

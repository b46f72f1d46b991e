package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.driver.RecordingSession;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A real PostgreSQL, which all tests of the JVM share, and wrapped DataSources for it. */
final class TestPostgres {
  private static final EmbeddedPostgres SERVER = start();

  private TestPostgres() {}

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Returns the vendor's URL, with user and password. */
  static String url() {
    return SERVER.getJdbcUrl("postgres", "postgres") + "&password=sesame";
  }

  /** Returns the URL for the drop-in driver. */
  static String ourUrl() {
    return url().replace("jdbc:", "jdbc:yardmaster:");
  }

  /** Returns the vendor's DataSource. */
  static PGSimpleDataSource plain() {
    return plain(url());
  }

  /** Returns the vendor's DataSource for a URL. */
  static PGSimpleDataSource plain(String url) {
    PGSimpleDataSource plain = new PGSimpleDataSource();
    plain.setUrl(url);
    return plain;
  }

  /**
   * Wraps a DataSource. The sessions of the DataSource's connections write to the log, and wait as
   * the test prescribes.
   */
  static YardmasterDataSource recorded(
      DataSource behind, List<String> log, RecordingSession.Wait wait) {
    return YardmasterDataSource.wrap(
        behind,
        new Properties(),
        (database, settings) ->
            vendor -> {
              RecordingSession session = new RecordingSession(log);
              session.wait = wait;
              return session;
            });
  }

  /** Terminates a connection on the server, and waits for its end. */
  static void terminate(int pid) throws SQLException {
    try (Connection other = plain().getConnection();
        Statement statement = other.createStatement();
        ResultSet result =
            statement.executeQuery("SELECT pg_terminate_backend(" + pid + ", 20000)")) {
      assertTrue(
          result.next() && result.getBoolean(1),
          "the server did not end the connection: pid=" + pid);
    }
  }
}

package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL that loses its asynchronous commits when one of its processes is killed. Such
 * commits stay in the server's memory until a synchronous commit writes them, because the process
 * that would write them sleeps for 10 s, and the buffer is large. Such commits are lost when a
 * process is killed.
 */
final class KilledPostgres implements AutoCloseable {
  private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

  private final Path folder;
  private EmbeddedPostgres server;

  KilledPostgres() throws IOException {
    folder = Files.createTempDirectory("yardmaster-killed-");
    server = start(0);
  }

  private EmbeddedPostgres start(int port) throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(folder.resolve("data"))
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPGStartupWait(Duration.ofSeconds(60))
            .setErrorRedirector(output())
            .setOutputRedirector(output())
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("wal_writer_delay", "10s")
            .setServerConfig("wal_writer_flush_after", "1GB")
            .setServerConfig("wal_buffers", "64MB")
            .setServerConfig("bgwriter_lru_maxpages", "0")
            .setServerConfig("autovacuum", "off")
            .setServerConfig("checkpoint_timeout", "1h");
    if (port > 0) {
      builder.setPort(port);
    }
    try {
      return builder.start();
    } catch (IOException e) {
      String said = Files.readString(folder.resolve("output"));
      throw new IOException(
          e.getMessage() + ": " + said.substring(Math.max(0, said.length() - 2_000)), e);
    }
  }

  private ProcessBuilder.Redirect output() {
    return ProcessBuilder.Redirect.appendTo(folder.resolve("output").toFile());
  }

  PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(server.getJdbcUrl("postgres", "postgres"));
    return source;
  }

  /**
   * Kills the backend of one connection; the server then ends all other backends and restarts
   * itself.
   */
  void killBackend() throws SQLException {
    try (Connection connection = dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      kill(ProcessHandle.of(row.getLong(1)).orElseThrow());
    }
  }

  /** Kills all processes of the server, and starts it again on the same files and port. */
  void killServer() throws IOException, InterruptedException {
    int port = server.getPort();
    String pid = Files.readAllLines(folder.resolve("data").resolve("postmaster.pid")).get(0);
    ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
    // Otherwise it could start a process that is not in the list. This process would then keep the
    // shared memory, and the next server would refuse to start.
    assertEquals(0, new ProcessBuilder("kill", "-STOP", pid.strip()).start().waitFor());
    List<ProcessHandle> all =
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(KilledPostgres::awaitEnd);
    server.close();
    server = start(port);
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    awaitEnd(process);
  }

  private static void awaitEnd(ProcessHandle process) {
    long deadlineNs = System.nanoTime() + TIMEOUT_NS;
    while (process.isAlive()) {
      assertTrue(System.nanoTime() - deadlineNs < 0, "a killed process lives: " + process.pid());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  /** Connects as soon as the server has recovered. */
  Connection awaitConnection() throws SQLException {
    long deadlineNs = System.nanoTime() + TIMEOUT_NS;
    while (true) {
      try {
        Connection connection = dataSource().getConnection();
        try (Statement statement = connection.createStatement()) {
          statement.execute("SELECT 1");
        }
        return connection;
      } catch (SQLException recovering) {
        if (System.nanoTime() - deadlineNs > 0) {
          throw recovering;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      server.close();
    } finally {
      FileUtils.deleteQuietly(folder.toFile());
    }
  }
}

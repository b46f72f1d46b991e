package dev.yardmaster.benchmarks.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class PostgresServerTest {

  /** A server that does not force writes. */
  private static PostgresServer own;

  @BeforeAll
  static void start() {
    own = PostgresServer.embedded(false);
  }

  @AfterAll
  static void end() {
    own.close();
  }

  private static String query(PostgresServer server, String sql) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static void execute(PostgresServer server, String sql) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void writesAreForcedAndTheServerSaysSo() throws SQLException {
    Path data;
    try (PostgresServer server = PostgresServer.embedded(true)) {
      Map<String, String> settings = server.settings();
      assertEquals("on", settings.get("fsync"));
      assertEquals("on", settings.get("synchronous_commit"));
      assertEquals("on", settings.get("full_page_writes"));
      assertEquals("serializable", settings.get("default_transaction_isolation"));
      assertEquals(PostgresServer.SCHEMA, query(server, "select current_schema()"));
      data = Path.of(query(server, "show data_directory"));
      assertTrue(Files.isDirectory(data));
      server.checkpoint();
      assertEquals(1, server.processes().size());
      assertTrue(
          server.processes().get(0).descendants().findAny().isPresent(),
          "the server's processes are known, so their processor time is not a disturbance");
    }
    assertFalse(Files.exists(data.getParent()), data.toString());
  }

  /** Starts a server, and answers with its process id and its data directory. */
  static final class Owner {
    public static void main(String[] args) throws IOException {
      PostgresServer server = PostgresServer.embedded(false);
      MeasuredProcess.serve(
          0, sql -> server.processes().get(0).pid() + " " + query(server, "show data_directory"));
    }
  }

  @Test
  void aServerEndsWhenItsOwnerIsKilled() throws Exception {
    try (MeasuredProcess owner = MeasuredProcess.startSmall(Owner.class)) {
      owner.send("");
      String[] answer = owner.receive().split(" ", 2);
      ProcessHandle server = ProcessHandle.of(Long.parseLong(answer[0])).orElseThrow();
      Path folder = Path.of(answer[1]).getParent();
      assertTrue(Files.isDirectory(folder));
      owner.kill();
      server.onExit().get(60, TimeUnit.SECONDS);
      long beganNs = System.nanoTime();
      while (Files.exists(folder)) {
        assertTrue(System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(60), folder.toString());
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  @Test
  void writesAreNotForcedIfNotWanted() throws SQLException {
    Map<String, String> settings = own.settings();
    assertEquals("off", settings.get("fsync"));
    assertEquals("off", settings.get("synchronous_commit"));
    assertEquals("off", settings.get("full_page_writes"));
  }

  @Test
  void ofAGivenServerOnlyTheOwnSchemaIsTouched() throws SQLException {
    execute(own, "create database given");
    String url = own.url().replaceFirst("/postgres$", "/given");
    execute(own, "create table public.kept (n int)");
    try (PostgresServer given = PostgresServer.at(url, "postgres", null)) {
      execute(given, "create table mine (n int)");
      execute(given, "create table public.theirs (n int)");
      assertEquals("yardmaster_bench", query(given, "select current_schema()"));
      WorkloadFailure taken =
          assertThrows(WorkloadFailure.class, () -> PostgresServer.at(url, "postgres", "secret"));
      assertTrue(taken.getMessage().contains(PostgresServer.SCHEMA), taken.getMessage());
      assertFalse(taken.getMessage().contains("secret"), taken.getMessage());
      assertEquals(
          "0",
          query(given, "select count(*) from mine"),
          "a given server's own table must not be dropped");
    }
    try (PostgresServer again = PostgresServer.at(url, "postgres", null)) {
      assertEquals("0", query(again, "select count(*) from public.theirs"));
      assertEquals(
          "0",
          query(again, "select count(*) from information_schema.tables where table_name = 'mine'"));
    }
  }

  @Test
  void aUrlThatLeadsToOtherTablesIsRefused() throws SQLException {
    execute(own, "create database refusing");
    String url = own.url().replaceFirst("/postgres$", "/refusing");
    for (String more : List.of("?currentSchema=public", "?options=-c%20search_path=public")) {
      WorkloadFailure refused =
          assertThrows(
              WorkloadFailure.class, () -> PostgresServer.at(url + more, "postgres", null));
      assertTrue(refused.getMessage().contains("must leave"), refused.getMessage());
    }
    // The refused calls must not leave a schema in the database.
    PostgresServer.at(url, "postgres", null).close();
  }

  @Test
  void aServerThatDoesNotAnswerIsNamedWithoutItsPassword() {
    WorkloadFailure failure =
        assertThrows(
            WorkloadFailure.class,
            () ->
                PostgresServer.at(
                    "jdbc:postgresql://localhost:1/none?password=secret", "somebody", null));
    assertTrue(failure.getMessage().contains("localhost:1/none"), failure.getMessage());
    assertFalse(failure.getMessage().contains("secret"), failure.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> PostgresServer.at("jdbc:h2:mem:x", null, null));
  }
}

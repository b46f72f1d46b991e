package dev.yardmaster.jdbc.mariadb;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A mariadbd process on a free port of loopback, with its data in a folder of the test. */
final class MariaDbServer implements AutoCloseable {
  private static final String REQUIRED = "YARDMASTER_REQUIRE_MARIADB";
  private static final String SERVER = "mariadbd";
  private static final String INSTALLER = "mariadb-install-db";
  private static final long TIMEOUT_S = 60;

  private final Process process;
  private final int port;

  private MariaDbServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Fails or skips the test if MariaDB is not installed. */
  static void require() {
    boolean isInstalled = program(SERVER).isPresent() && program(INSTALLER).isPresent();
    if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
      assertTrue(isInstalled, REQUIRED + " is set, and " + SERVER + " is missing");
    }
    assumeTrue(isInstalled, SERVER + " is not installed");
  }

  private static Optional<Path> program(String name) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(
            Stream.of(path.split(File.pathSeparator, -1)), Stream.of("/usr/sbin", "/usr/bin"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts a server, and waits until it accepts connections. */
  static MariaDbServer start(Path folder) throws IOException, InterruptedException {
    String data = "--datadir=" + folder.resolve("data");
    String user = "--user=" + System.getProperty("user.name");
    Path log = folder.resolve("log");
    Process installer =
        launch(
            log,
            INSTALLER,
            "--no-defaults",
            data,
            user,
            "--skip-test-db",
            "--auth-root-authentication-method=normal");
    assertTrue(installer.waitFor(TIMEOUT_S, TimeUnit.SECONDS), INSTALLER + " does not end");
    assertTrue(installer.exitValue() == 0, Files.readString(log));
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Process process =
        launch(
            log,
            SERVER,
            "--no-defaults",
            data,
            user,
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=" + folder.resolve("socket"),
            "--skip-log-bin",
            "--innodb-flush-log-at-trx-commit=0");
    MariaDbServer server = new MariaDbServer(process, port);
    try {
      server.awaitConnections(log);
      return server;
    } catch (IOException | InterruptedException | RuntimeException | Error failure) {
      server.close();
      throw failure;
    }
  }

  private static Process launch(Path log, String program, String... arguments) throws IOException {
    List<String> command =
        Stream.concat(Stream.of(program(program).orElseThrow().toString()), Stream.of(arguments))
            .toList();
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private void awaitConnections(Path log) throws IOException, InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
    while (true) {
      try (Connection connection = DriverManager.getConnection(url("mysql"))) {
        assertTrue(connection.isValid(0));
        return;
      } catch (SQLException notYet) {
        String text = notYet + "\n" + Files.readString(log);
        assertTrue(process.isAlive() && System.nanoTime() < deadlineNs, text);
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }

  /** Returns the URL of a database for MariaDB's driver. */
  String url(String database) {
    return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root&sslMode=disable";
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}

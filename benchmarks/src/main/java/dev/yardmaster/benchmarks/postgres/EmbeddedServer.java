package dev.yardmaster.benchmarks.postgres;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/**
 * A PostgreSQL process with its own data directory. The process listens on a free port of loopback.
 * The process ends and its files are removed when the server is closed, or when this JVM ends
 * earlier, even if the JVM is killed.
 */
final class EmbeddedServer implements AutoCloseable {

  /**
   * The time, in seconds, for which a shutdown hook waits until the server's owner has closed the
   * server.
   */
  private static final long OWNER_TIMEOUT_S = 10;

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final String MAX_CONNECTIONS = "300";

  private final Path folder;
  private final EmbeddedPostgres process;
  private final ServerGuard guard;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread endWithProcess = new Thread(this::endWithProcess, "postgres-end");

  private EmbeddedServer(Path folder, EmbeddedPostgres process, ServerGuard guard) {
    this.folder = folder;
    this.process = process;
    this.guard = guard;
  }

  /**
   * Starts a server and waits until it accepts connections.
   *
   * @param forcedWrites whether a commit waits for the disk
   * @throws WorkloadFailure if the server does not start
   */
  static EmbeddedServer start(boolean forcedWrites) {
    Path folder = null;
    ServerGuard guard = null;
    boolean started = false;
    try {
      folder = Files.createTempDirectory("yardmaster-postgres-");
      guard = ServerGuard.of(folder);
      Path data = folder.resolve("data");
      EmptyCluster.copyTo(data, START_TIMEOUT);
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setPGStartupWait(START_TIMEOUT)
              .setRegisterShutdownHook(false)
              .setErrorRedirector(output(folder))
              .setOutputRedirector(output(folder));
      config(forcedWrites).forEach(builder::setServerConfig);
      EmbeddedServer server = new EmbeddedServer(folder, builder.start(), guard);
      Runtime.getRuntime().addShutdownHook(server.endWithProcess);
      started = true;
      return server;
    } catch (IOException | RuntimeException e) {
      throw new WorkloadFailure(
          "cannot start PostgreSQL: " + e.getMessage() + lastWords(folder), e);
    } finally {
      if (!started) {
        delete(folder, guard);
      }
    }
  }

  /**
   * Returns the server's settings. The server's memory can hold all of the bank's data, and its log
   * space is so large that checkpoints occur only between rounds. All other settings are
   * PostgreSQL's defaults.
   */
  private static Map<String, String> config(boolean forcedWrites) {
    String forced = forcedWrites ? "on" : "off";
    Map<String, String> config = new LinkedHashMap<>();
    config.put("fsync", forced);
    config.put("synchronous_commit", forced);
    config.put("full_page_writes", forced);
    config.put("shared_buffers", "256MB");
    config.put("max_connections", MAX_CONNECTIONS);
    config.put("max_wal_size", "4GB");
    config.put("checkpoint_timeout", "1h");
    // The log level is high, because a log line for each conflict would cost time.
    config.put("log_min_messages", "fatal");
    return config;
  }

  private static ProcessBuilder.Redirect output(Path folder) {
    return ProcessBuilder.Redirect.appendTo(folder.resolve("output").toFile());
  }

  private static String lastWords(Path folder) {
    if (folder == null) {
      return "";
    }
    try {
      List<String> lines = Files.readAllLines(folder.resolve("output"));
      return lines.isEmpty() ? "" : "; its last output: " + lines.get(lines.size() - 1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns the port on which the server listens. */
  int port() {
    return process.getPort();
  }

  /**
   * Returns the processor time of the server's running processes, in ns. The resolution is a
   * hundredth of a second for each process. The time is 0 if the operating system does not report
   * it.
   */
  long cpuNs() {
    return processes().stream()
        .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
        .flatMap(each -> each.info().totalCpuDuration().stream())
        .mapToLong(Duration::toNanos)
        .sum();
  }

  /** Returns the process from which all other processes of the server descend. */
  List<ProcessHandle> processes() {
    return postmaster().stream().toList();
  }

  /**
   * Returns the server's main process. The first line of the file {@code postmaster.pid} is its
   * process id.
   */
  private Optional<ProcessHandle> postmaster() {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("data").resolve("postmaster.pid"));
      return ProcessHandle.of(Long.parseLong(lines.get(0).strip()));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the type of the data directory's file system. */
  String fileSystem() {
    try {
      return Files.getFileStore(folder).type();
    } catch (IOException e) {
      return "unknown";
    }
  }

  private void endWithProcess() {
    try {
      if (!closed.await(OWNER_TIMEOUT_S, TimeUnit.SECONDS)) {
        close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    // Clears the interrupt flag, which would otherwise end the wait below.
    boolean interrupted = Thread.interrupted();
    try {
      process.close();
    } catch (IOException e) {
      throw new WorkloadFailure("cannot end PostgreSQL: " + e.getMessage(), e);
    } finally {
      delete(folder, guard);
      closed.countDown();
      forgetHook();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void forgetHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(endWithProcess);
    } catch (IllegalStateException e) {
      // The exception is ignored, because this process is already ending.
    }
  }

  private static void delete(Path folder, ServerGuard guard) {
    if (folder != null) {
      FileUtils.deleteQuietly(folder.toFile());
    }
    if (guard != null) {
      guard.close();
    }
  }
}

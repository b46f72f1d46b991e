package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A redis-server process on a free port of loopback. The server runs without persistence. All other
 * settings are the defaults.
 */
public final class RedisProcess implements AutoCloseable {

  private static final String PROGRAM = "redis-server";
  private static final long START_TIMEOUT_MS = 10_000;
  private static final long PAUSE_MS = 10;
  private static final long END_TIMEOUT_S = 10;

  private final Process process;
  private final int port;

  private RedisProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Returns whether a redis-server is installed. */
  public static boolean isInstalled() {
    return program().isPresent();
  }

  private static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), Stream.of("/usr/bin"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, PROGRAM))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts a server and waits until it accepts connections.
   *
   * @throws WorkloadFailure if redis-server is not installed, or does not start
   */
  public static RedisProcess start() throws InterruptedException {
    Path program =
        program()
            .orElseThrow(
                () ->
                    new WorkloadFailure(
                        "redis-server is not installed: apt-get install redis-server, or leave its"
                            + " sides out with --sides"));
    RedisProcess redis = null;
    try {
      int port = freePort();
      redis = new RedisProcess(launch(program, port), port);
      redis.awaitConnections();
      return redis;
    } catch (IOException e) {
      close(redis);
      throw new WorkloadFailure("cannot start " + program + ": " + e.getMessage(), e);
    } catch (InterruptedException | RuntimeException e) {
      close(redis);
      throw e;
    }
  }

  private static void close(RedisProcess redis) {
    if (redis != null) {
      redis.close();
    }
  }

  private static Process launch(Path program, int port) throws IOException {
    return new ProcessBuilder(
            List.of(
                program.toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--save",
                "",
                "--appendonly",
                "no"))
        .directory(new File(System.getProperty("java.io.tmpdir")))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitConnections() throws InterruptedException {
    for (long waitedMs = 0;
        process.isAlive() && waitedMs < START_TIMEOUT_MS;
        waitedMs += PAUSE_MS) {
      try (Socket socket = new Socket()) {
        socket.connect(address());
        return;
      } catch (IOException e) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
    }
    throw new WorkloadFailure("redis-server does not accept connections on port " + port);
  }

  /** Returns the address on which the server listens. */
  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Returns whether the server is running. */
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}

package dev.yardmaster.benchmarks.postgres;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * A process that guards a PostgreSQL server. If the benchmark's process ends without stopping the
 * server, for example by SIGKILL, the guard ends the server and removes the server's files. The
 * guard notices the end of the benchmark's process because the operating system then closes the
 * guard's input.
 */
final class ServerGuard implements AutoCloseable {

  /** The first line of the file {@code postmaster.pid} is the process id of the server. */
  private static final String SCRIPT =
      """
      read -r line
      pid=$(head -n 1 "$0/data/postmaster.pid") && kill -QUIT "$pid"
      while kill -0 "$pid"; do sleep 0.1; done
      rm -rf "$0"
      """;

  private final Process process;

  private ServerGuard(Process process) {
    this.process = process;
  }

  /** Starts the guard of a server, which may start later. */
  static ServerGuard of(Path folder) throws IOException {
    return new ServerGuard(
        new ProcessBuilder("sh", "-c", SCRIPT, folder.toString())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start());
  }

  /** Ends the guard, which then neither ends the server nor removes files. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}

package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A coordinator in a separate process, which can be killed and started again. Only one thread may
 * use an instance.
 */
public final class CoordinatorProcess implements AutoCloseable {

  private MeasuredProcess process;
  private boolean isKilled;

  /** The processor time of processes that were killed, in ns. */
  private long endedCpuNs;

  /** Starts a coordinator on a free port. */
  public CoordinatorProcess() throws InterruptedException {
    process = started(0);
  }

  private static MeasuredProcess started(int port) throws InterruptedException {
    return MeasuredProcess.startSmall(CoordinatorProcess.class, Integer.toString(port));
  }

  /** Runs the server. The argument is the port; 0 for a free port. */
  public static void main(String[] args) throws IOException {
    ServerConfig config =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:" + args[0])
            .set("admin.listen", "none")
            .build();
    try (YardmasterServer server = YardmasterServer.start(config, List.of())) {
      MeasuredProcess.serveUntilParentEnds(server.address().getPort());
    }
  }

  /** Returns {@code host:port}, which stays the same after a kill. */
  public String address() {
    return "127.0.0.1:" + process.port();
  }

  /** Kills the process without an orderly close of its connections. */
  public void kill() {
    endedCpuNs = cpuNs();
    isKilled = true;
    process.kill();
  }

  /** Returns the processor time of this process and of all killed processes, in ns. */
  public long cpuNs() {
    return endedCpuNs + (isKilled ? 0 : process.cpuTime().map(Duration::toNanos).orElse(0L));
  }

  /** Returns the id of the process. */
  public long pid() {
    return process.pid();
  }

  /** Kills the process, and starts the coordinator again on the same port. */
  public void restart() throws InterruptedException {
    if (!isKilled) {
      kill();
    }
    process.close();
    process = started(process.port());
    isKilled = false;
  }

  @Override
  public void close() {
    process.close();
  }
}

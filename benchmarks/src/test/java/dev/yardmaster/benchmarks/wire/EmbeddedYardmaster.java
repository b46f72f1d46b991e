package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts pipelines in this process instead of servers, and records the connections to them. */
public final class EmbeddedYardmaster implements ServerLauncher {

  private static final int PORT = 1;

  /** The number of servers that were started and not closed. */
  public int running;

  /** The servers to which clients have connected, each with the number of connections. */
  public final List<String> connected = new ArrayList<>();

  @Override
  public Running start(int maxInFlight, List<Path> classPath) {
    return start(ServerKind.MEMORY, maxInFlight);
  }

  @Override
  public Running start(ServerKind kind, int maxInFlight) {
    running++;
    return new Running() {
      @Override
      public RemoteServer address() {
        return RemoteServer.onLoopback(PORT);
      }

      @Override
      public long pid() {
        return ProcessHandle.current().pid();
      }

      @Override
      public boolean isAlive() {
        return true;
      }

      @Override
      public void close() {
        running--;
      }
    };
  }

  /** Connects to a fresh pipeline; this is possible because every round loads its data. */
  @Override
  public TransactionService connect(RemoteServer server, int connections) {
    connected.add(server.address() + " by " + connections);
    return Pipeline.start(PipelineConfig.builder().concurrency(100).build());
  }
}

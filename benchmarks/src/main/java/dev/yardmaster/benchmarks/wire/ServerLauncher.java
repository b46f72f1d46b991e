package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts Yardmaster servers and connects to them. Tests use another launcher. */
public interface ServerLauncher {

  /** The folder of the data directories of durable servers. */
  Path DATA = Path.of("reports", "data");

  /** The least concurrency of durable servers. It is the default of a cluster. */
  int DURABLE_CONCURRENCY = 2_400;

  /** A started server; {@link #close} ends the server. */
  interface Running extends AutoCloseable {

    /** Returns the address of the server. */
    RemoteServer address();

    /**
     * Returns the id of the server's process, whose memory the caller samples. If the server runs
     * in this process, the result is the id of this process.
     */
    long pid();

    /** Returns whether the server is running. */
    boolean isAlive();

    @Override
    void close();
  }

  /**
   * Starts a server that knows the bank's procedures.
   *
   * @param maxInFlight number of transactions in flight that the server must accept
   */
  Running start(ServerKind kind, int maxInFlight) throws InterruptedException;

  /**
   * Starts a server with data in memory, and with the procedures of all workloads of a class path.
   *
   * @param maxInFlight number of transactions in flight that the server must accept
   * @param classPath directories and jars, in addition to the class path of this process
   */
  Running start(int maxInFlight, List<Path> classPath) throws InterruptedException;

  /**
   * Connects to a server, over at most the given number of connections. Closing the returned
   * service closes the connections.
   */
  TransactionService connect(RemoteServer server, int connections);

  /** Returns a launcher of servers in child processes, with the SDK's client. */
  static ServerLauncher childProcess() {
    return new ServerLauncher() {
      @Override
      public Running start(ServerKind kind, int maxInFlight) throws InterruptedException {
        String most = Integer.toString(maxInFlight);
        return switch (kind) {
          case MEMORY -> new ChildServer(MeasuredProcess.start(ServedBank.class, most), null);
          case DURABLE -> {
            ScratchDirectory data = ScratchDirectory.in(DATA);
            yield new ChildServer(
                MeasuredProcess.start(
                    ServedBank.class,
                    most,
                    "data=" + data.path(),
                    "pipeline.concurrency=" + Math.max(maxInFlight, DURABLE_CONCURRENCY)),
                data);
          }
          case CLUSTER -> ChildCluster.start(maxInFlight, ScratchDirectory.in(DATA));
        };
      }

      @Override
      public Running start(int maxInFlight, List<Path> classPath) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(maxInFlight)));
        classPath.forEach(path -> arguments.add(ServedBank.CLASS_PATH + '=' + path));
        return new ChildServer(
            MeasuredProcess.start(ServedBank.class, arguments.toArray(String[]::new)), null);
      }

      @Override
      public TransactionService connect(RemoteServer server, int connections) {
        return ServedBank.connect(server, connections);
      }
    };
  }
}

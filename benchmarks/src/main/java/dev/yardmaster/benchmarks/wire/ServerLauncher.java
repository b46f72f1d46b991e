package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.process.ChildProcess;

/**
 * How a ServerLauncher server is run and reached; tests put a service of their own in its place.
 */
public interface ServerLauncher {

  /** A server that was started to be measured. Closing it ends it. */
  interface Running extends AutoCloseable {

    /** Where it is. */
    RemoteServer address();

    /** The number of its process, to look at its memory; this process's if it has none. */
    long pid();

    /** Whether it runs. */
    boolean isAlive();

    @Override
    void close();
  }

  /**
   * Starts a server that knows the bank's procedures.
   *
   * @param maxInFlight transactions that it must take at once
   */
  Running start(int maxInFlight) throws InterruptedException;

  /** Connects to a server, over at most so many connections; closing the service closes them. */
  TransactionService connect(RemoteServer server, int connections);

  /** The server in a child process, and the client of the SDK. */
  static ServerLauncher childProcess() {
    return new ServerLauncher() {
      @Override
      public Running start(int maxInFlight) throws InterruptedException {
        return new ChildServer(ChildProcess.start(ServedBank.class, Integer.toString(maxInFlight)));
      }

      @Override
      public TransactionService connect(RemoteServer server, int connections) {
        return ServedBank.connect(server, connections);
      }
    };
  }
}

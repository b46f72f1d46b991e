package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.process.ChildProcess;

/** Starts Yardmaster servers and connects to them; tests use a service of their own instead. */
public interface ServerLauncher {

  /** A started server. Closing it ends it. */
  interface Running extends AutoCloseable {

    /** Returns the address. */
    RemoteServer address();

    /** Returns the id of its process, for reading its memory; this process's id if it has none. */
    long pid();

    /** Returns whether it runs. */
    boolean isAlive();

    @Override
    void close();
  }

  /**
   * Starts a server that knows the bank's procedures.
   *
   * @param maxInFlight transactions that it must accept at once
   */
  Running start(int maxInFlight) throws InterruptedException;

  /**
   * Connects to a server, over at most the given number of connections; closing the service closes
   * them.
   */
  TransactionService connect(RemoteServer server, int connections);

  /** Returns a launcher of servers in child processes, with the SDK's client. */
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

package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.process.ChildProcess;

/** Starts Yardmaster servers and connects to them; tests use a launcher of their own instead. */
public interface ServerLauncher {

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
  Running start(int maxInFlight) throws InterruptedException;

  /**
   * Connects to a server, over at most the given number of connections. Closing the returned
   * service closes the connections.
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

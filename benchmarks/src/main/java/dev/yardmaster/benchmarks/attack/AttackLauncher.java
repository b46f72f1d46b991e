package dev.yardmaster.benchmarks.attack;

import java.nio.file.Path;
import java.util.List;

/**
 * Starts servers and attackers. Tests replace this launcher by a launcher that starts both in the
 * test's process.
 */
public interface AttackLauncher {

  /** A started server; {@link #close} ends the server. */
  interface Running extends AutoCloseable {

    /** Returns the server's addresses and credentials. */
    AttackTarget target();

    /** Returns whether the server is running. */
    boolean isAlive();

    /**
     * Returns the processor time that the server's process has used, in s; NaN if it is unknown.
     */
    double cpuSeconds();

    @Override
    void close();
  }

  /**
   * Starts a server that has the default limits and the bank's procedures. The client and the
   * attackers are different principals of the server.
   *
   * @param folder a folder for the server's files
   * @param isTls whether clients connect by TLS
   * @param settings settings that differ from the default, as {@code name=value}
   */
  Running startServer(Path folder, boolean isTls, List<String> settings)
      throws InterruptedException;

  /** Starts attackers. Returns when the attack is active. */
  Attack startAttack(AttackKind kind, AttackTarget target) throws InterruptedException;

  /** Returns a launcher of servers and attackers in child processes. */
  static AttackLauncher childProcesses() {
    return new ChildProcessLauncher();
  }
}

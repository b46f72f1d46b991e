package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.postgres.PostgresServer;
import org.agrona.concurrent.NanoClock;

/**
 * An elapsed time, and the processor time spent during it.
 *
 * @param elapsedNs elapsed time by the clock, in ns
 * @param clientCpuNs processor time of the processes of the clients and of their coordinator; it
 *     includes the schedulers and the JVM's own threads
 * @param serverCpuNs processor time of the server's processes; 0 for a server that the command did
 *     not start
 */
record TimeSpent(long elapsedNs, long clientCpuNs, long serverCpuNs) {

  /**
   * Returns the times since an arbitrary moment; only the difference between two results has a
   * meaning.
   */
  static TimeSpent until(NanoClock clock, PostgresServer server, LoadClients clients) {
    // Reading the server's processor time takes milliseconds, so it is read before the clock.
    long serverCpuNs = server.cpuNs();
    return new TimeSpent(clock.nanoTime(), clients.cpuNs(), serverCpuNs);
  }

  TimeSpent since(TimeSpent earlier) {
    return new TimeSpent(
        elapsedNs - earlier.elapsedNs,
        clientCpuNs - earlier.clientCpuNs,
        serverCpuNs - earlier.serverCpuNs);
  }
}

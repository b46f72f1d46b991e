package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.load.CpuTime;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import org.agrona.concurrent.NanoClock;

/**
 * Time that has passed, and time that processors have spent meanwhile.
 *
 * @param elapsedNs by the clock, in ns
 * @param clientCpuNs of this process: clients, schedulers and the virtual machine's own threads
 * @param serverCpuNs of the server's processes; 0 of a server that is not the command's own
 */
record TimeSpent(long elapsedNs, long clientCpuNs, long serverCpuNs) {

  /** From some moment in the past until now. */
  static TimeSpent until(NanoClock clock, PostgresServer server) {
    long serverCpuNs = server.cpuNs(); // takes milliseconds, which are not the interval's
    return new TimeSpent(clock.nanoTime(), CpuTime.ofThisProcess(), serverCpuNs);
  }

  TimeSpent since(TimeSpent earlier) {
    return new TimeSpent(
        elapsedNs - earlier.elapsedNs,
        clientCpuNs - earlier.clientCpuNs,
        serverCpuNs - earlier.serverCpuNs);
  }
}

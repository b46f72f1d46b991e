package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.load.CpuTime;
import java.sql.SQLException;

/**
 * The running clients of a load, in this process or in child processes. The coordinator's thread
 * calls the methods.
 */
public interface LoadClients {

  /** Begins the recorded interval. */
  void record();

  /**
   * Ends the recorded interval. After this call, the clients complete their transactions in flight
   * and begin no new transactions.
   */
  void drain();

  /** Waits until the clients have ended, after {@link #drain}. */
  void end() throws SQLException, InterruptedException;

  /** Returns the number of commits since the clients started. */
  long committed();

  /** Returns whether a client has failed, so that the load ends early. */
  boolean hasFailed();

  /** Returns the processor time of the clients' and the coordinator's processes, in ns. */
  long cpuNs();

  /**
   * Returns the counts and latencies of the clients, after {@link #end}.
   *
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a client failed
   */
  LoadFigures figures();

  /** Returns clients that were started in this process. */
  static LoadClients of(SqlLoad<?> load, JdbcSide.Running running) {
    return new LoadClients() {
      @Override
      public void record() {
        load.enter(SqlLoad.Phase.RECORDED);
      }

      @Override
      public void drain() {
        load.enter(SqlLoad.Phase.DRAINING);
      }

      @Override
      public void end() throws SQLException, InterruptedException {
        running.end();
      }

      @Override
      public long committed() {
        return load.committed();
      }

      @Override
      public boolean hasFailed() {
        return load.hasFailed();
      }

      @Override
      public long cpuNs() {
        return CpuTime.ofThisProcess();
      }

      @Override
      public LoadFigures figures() {
        load.throwIfFailed();
        return LoadFigures.of(load);
      }
    };
  }
}

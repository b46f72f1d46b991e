package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.Backoff;
import dev.yardmaster.benchmarks.jdbc.ClientConnections;
import dev.yardmaster.benchmarks.jdbc.LoadClients;
import dev.yardmaster.benchmarks.jdbc.RecordedLoad;
import dev.yardmaster.benchmarks.jdbc.RetryingClients;
import dev.yardmaster.benchmarks.jdbc.SqlLoad;
import dev.yardmaster.benchmarks.jdbc.SqlWorkload;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * A side of a cell. In each round, the side runs one slice. Its connections stay open during the
 * whole cell. In each slice, a client continues with the drawn transaction after its last
 * transaction of the previous slice. All sides run the same transactions in the same code. Only the
 * connections and their processes differ.
 *
 * @param rehearsals number of slices in the unmeasured round. It is chosen so that the processes of
 *     all sides have run equally long before the first measured slice
 */
record SlicedSide(
    String label,
    Cell cell,
    PostgresServer server,
    CheckedTotal total,
    Slices slices,
    int rehearsals,
    NanoClock clock)
    implements Side {

  /** Starts the clients of a side's slices. */
  @FunctionalInterface
  interface Slices {

    /** Starts the clients of a slice. */
    LoadClients start(int repeat) throws InterruptedException;
  }

  /**
   * Returns slices whose clients run in this process.
   *
   * @param connections open connections, one for each client
   * @param walks the drawn transactions of each client
   */
  static <A> Slices here(
      SqlWorkload<A> workload,
      ClientConnections connections,
      List<DrawnCalls.Walk<A>> walks,
      long seed,
      NanoClock clock) {
    return repeat -> {
      SqlLoad<A> load =
          new SqlLoad<>(workload.server(), workload.transaction(), walks, false, clock);
      return LoadClients.of(
          load, new RetryingClients(connections, Backoff.STANDARD, seed + repeat).start(load));
    };
  }

  @Override
  public Map<String, Object> settings() {
    return cell.settings();
  }

  @Override
  public List<ProcessHandle> processes() {
    return server.processes();
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    try {
      List<String> findings = new ArrayList<>();
      RecordedLoad recorded = null;
      for (int i = 0; i < (repeat == 0 ? rehearsals : 1); i++) {
        recorded = RecordedLoad.run(slices.start(repeat), server, clock, 0, recordedNs, progress);
        findings.addAll(total.check(recorded.figures()));
      }
      return new Round(recorded.values(), findings, List.of());
    } catch (SQLException | WorkloadFailure e) {
      throw new WorkloadFailure(label + ", " + cell.label() + ": " + e.getMessage(), e);
    }
  }
}

package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.Backoff;
import dev.yardmaster.benchmarks.jdbc.ClientConnections;
import dev.yardmaster.benchmarks.jdbc.RecordedLoad;
import dev.yardmaster.benchmarks.jdbc.RetryingClients;
import dev.yardmaster.benchmarks.jdbc.SqlLoad;
import dev.yardmaster.benchmarks.jdbc.SqlWorkload;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * A side of a cell, which runs a slice in each round. Its connections are open during the whole
 * cell, and each client continues with its next drawn transaction in the next slice. All sides run
 * the same transactions in the same code; only the connections differ.
 *
 * @param connections open connections, one for each client
 * @param walks the drawn transactions of each client of this side
 */
record SlicedSide<A>(
    String label,
    Cell cell,
    SqlWorkload<A> workload,
    CheckedTotal total,
    ClientConnections connections,
    List<DrawnCalls.Walk<A>> walks,
    long seed,
    NanoClock clock)
    implements Side {

  @Override
  public Map<String, Object> settings() {
    return cell.settings();
  }

  @Override
  public List<ProcessHandle> processes() {
    return workload.server().processes();
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    SqlLoad<A> load = new SqlLoad<>(workload.server(), workload.transaction(), walks, false, clock);
    RetryingClients clients = new RetryingClients(connections, Backoff.STANDARD, seed + repeat);
    try {
      MetricValues values =
          new RecordedLoad(load).run(() -> clients.start(load), 0, recordedNs, progress);
      return new Round(values, total.check(load), List.of());
    } catch (SQLException | WorkloadFailure e) {
      throw new WorkloadFailure(label + ", " + cell.label() + ": " + e.getMessage(), e);
    }
  }
}

package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.ClientConnections;
import dev.yardmaster.benchmarks.jdbc.SqlWorkload;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * Compares the plain driver with the drop-in driver in every cell of a plan. Each cell has a new
 * server with a new URL, so neither the server nor the drop-in driver has any state from earlier
 * cells. If the user names a running server, all cells use this server, and the driver keeps the
 * knowledge about transactions from earlier cells.
 */
public final class SlicesComparison {

  /** The label of the side with the database's own driver, in all processes of the cell. */
  static final String PLAIN = "plain";

  /** The label of the side with the drop-in driver at its default settings, in one process. */
  static final String DROP_IN = "drop-in";

  /** The label of the side with several processes that have no coordinator. */
  static final String ALONE = "alone";

  /** The label of the side with several processes and a coordinator. */
  static final String COORDINATED = "coordinated";

  /** The label of the side with several processes whose coordinator is killed in each slice. */
  static final String KILLED = "killed";

  static final String YARDMASTER = "yardmaster:";

  /** The number of sides that share child processes for their clients. */
  private static final int SIDES_IN_PROCESSES = 4;

  private static final double NS_PER_SECOND = 1e9;

  /** Provides the servers of the cells; this comparison closes these servers. */
  @FunctionalInterface
  public interface Servers {

    /** Starts a server, or returns a running server. */
    PostgresServer open(boolean forcedWrites);
  }

  /** Receives the results of each cell as soon as it is measured. */
  @FunctionalInterface
  public interface CellListener {

    /** Accepts the results of a cell. */
    void measured(Results results);
  }

  /**
   * The results of a comparison.
   *
   * @param cells the results of each cell
   * @param servers for each value of forced writes, the settings of the last server that was
   *     started with this value
   */
  public record Found(List<Results> cells, Map<String, Map<String, String>> servers) {}

  private final SlicesPlan plan;
  private final Servers servers;
  private final NanoClock clock;
  private final ProgressListener progress;
  private final CellListener listener;

  /** Creates a comparison, which has not run yet. */
  public SlicesComparison(
      SlicesPlan plan,
      Servers servers,
      NanoClock clock,
      ProgressListener progress,
      CellListener listener) {
    this.plan = plan;
    this.servers = servers;
    this.clock = clock;
    this.progress = progress;
    this.listener = listener;
  }

  /**
   * Runs the comparison. Call this method at most once.
   *
   * @throws WorkloadFailure if the database or a client failed
   */
  public Found run() throws InterruptedException {
    List<Results> found = new ArrayList<>();
    Map<String, Map<String, String>> settings = new LinkedHashMap<>();
    int left = plan.cells().size();
    double cellSeconds =
        (plan.processes() > 1 ? 5.0 : 2.0)
            * (plan.warmUpNs() + (double) plan.pairs() * plan.sliceNs())
            / NS_PER_SECOND;
    for (Cell planned : plan.cells()) {
      left--;
      try (PostgresServer server = servers.open(planned.forcedWrites())) {
        Map<String, String> ofServer = server.settings();
        Cell cell =
            new Cell(
                planned.workload(),
                "on".equals(ofServer.get("fsync")),
                planned.connections(),
                planned.skew(),
                planned.pool());
        settings.put("forced writes " + ofServer.get("fsync"), ofServer);
        Results results =
            SlicesReport.withRatios(compare(cell, server, left * cellSeconds).orInterrupted());
        listener.measured(results);
        found.add(results);
      } catch (SQLException e) {
        throw new WorkloadFailure(planned.label() + ": " + e.getMessage(), e);
      }
    }
    return new Found(found, settings);
  }

  private Results compare(Cell cell, PostgresServer server, double secondsAfterwards)
      throws SQLException, InterruptedException {
    SqlWorkload<?> workload =
        cell.workload()
            .on(server, plan.size(cell.workload()), plan.lockOrder(), cell.skew(), plan.seed());
    workload.load();
    CheckedTotal total = new CheckedTotal(workload);
    if (plan.processes() > 1) {
      return compareProcesses(cell, server, total, secondsAfterwards);
    }
    try (ClientConnections plain = connect(cell, server, "");
        ClientConnections dropIn = connect(cell, server, YARDMASTER)) {
      return compare(
          cell,
          List.of(
              side(PLAIN, cell, server, total, here(cell, workload, plain)),
              side(DROP_IN, cell, server, total, here(cell, workload, dropIn))),
          server,
          secondsAfterwards);
    }
  }

  /**
   * Compares sides whose clients run in child processes. The side {@link #DROP_IN} has its own
   * single process. In the unmeasured round, that process runs as many slices as the shared
   * processes run for all other sides together.
   */
  private Results compareProcesses(
      Cell cell, PostgresServer server, CheckedTotal total, double secondsAfterwards)
      throws InterruptedException {
    try (CoordinatorProcess coordinator = new CoordinatorProcess();
        CoordinatorProcess killed = new CoordinatorProcess();
        ClientProcesses one = ClientProcesses.start(cell, 1, plan, server);
        ClientProcesses several = ClientProcesses.start(cell, plan.processes(), plan, server)) {
      return compare(
          cell,
          List.of(
              side(PLAIN, cell, server, total, several.open(PLAIN, "")),
              new SlicedSide(
                  DROP_IN,
                  cell,
                  server,
                  total,
                  one.open(DROP_IN, YARDMASTER),
                  SIDES_IN_PROCESSES,
                  clock),
              side(ALONE, cell, server, total, several.open(ALONE, YARDMASTER)),
              side(
                  COORDINATED,
                  cell,
                  server,
                  total,
                  several.open(COORDINATED, YARDMASTER, coordinator)),
              new KillSide(
                  side(KILLED, cell, server, total, several.open(KILLED, YARDMASTER, killed)),
                  killed,
                  clock)),
          server,
          secondsAfterwards);
    }
  }

  private Results compare(
      Cell cell, List<Side> sides, PostgresServer server, double secondsAfterwards) {
    return new Comparison(
            cell.label(), sides, slices(server), clock, progress.before(secondsAfterwards))
        .run();
  }

  /**
   * Returns the plan of a cell: one unmeasured slice of each side, then the measured slices. A
   * disturbed slice is reported but does not run again, because a repeated slice would break the
   * alternation of sides.
   */
  private Plan slices(PostgresServer server) {
    Plan slices =
        new Plan(
            0, plan.sliceNs(), plan.pairs(), plan.warmUpNs() > 0, plan.warmUpNs(), true, false);
    return server.processes().isEmpty() ? slices.unjudged() : slices;
  }

  private Side side(
      String label,
      Cell cell,
      PostgresServer server,
      CheckedTotal total,
      SlicedSide.Slices slices) {
    return new SlicedSide(label, cell, server, total, slices, 1, clock);
  }

  private <A> SlicedSide.Slices here(
      Cell cell, SqlWorkload<A> workload, ClientConnections connections) {
    return SlicedSide.here(
        workload, connections, workload.walks(cell.connections()), plan.seed(), clock);
  }

  private static ClientConnections connect(Cell cell, PostgresServer server, String prefix)
      throws SQLException {
    return cell.pool() == PoolKind.HIKARI
        ? ClientConnections.pooled(
            cell.connections(), server.urlThrough(prefix), server.properties())
        : ClientConnections.kept(cell.connections(), () -> connect(server, prefix, Map.of()));
  }

  /** Opens a connection of a client. */
  static Connection connect(PostgresServer server, String prefix, Map<String, String> settings)
      throws SQLException {
    Connection connection = server.connectThrough(prefix, settings);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    connection.setAutoCommit(false);
    return connection;
  }
}

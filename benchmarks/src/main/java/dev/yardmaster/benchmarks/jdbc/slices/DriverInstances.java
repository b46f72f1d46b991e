package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.ClientConnections;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections of the sides with several instances of the drop-in driver, and their coordinator.
 * An instance knows only its own connections, as in a process of its own; all instances run in this
 * process. The driver keeps a state for each combination of settings, so that each instance has
 * another bound of waiting transactions, which none reaches.
 *
 * @param coordinator the coordinator; null if there is one instance
 * @param alone the connections of instances without a coordinator; null if there is one instance
 * @param coordinated the connections of instances with the coordinator; null if there is one
 *     instance
 */
record DriverInstances(
    YardmasterServer coordinator, ClientConnections alone, ClientConnections coordinated)
    implements AutoCloseable {

  private static final int FIRST_MAX_QUEUED = 20_000;

  /** Opens the connections of a cell, and starts the coordinator. */
  static DriverInstances open(Cell cell, int instances, PostgresServer server) throws SQLException {
    if (instances == 1) {
      return new DriverInstances(null, null, null);
    }
    YardmasterServer coordinator =
        YardmasterServer.start(
            ServerConfig.builder().set("listen", "127.0.0.1:0").set("admin.listen", "none").build(),
            List.of());
    ClientConnections alone = null;
    try {
      alone = connect(cell, instances, server, Map.of());
      String address = "127.0.0.1:" + coordinator.address().getPort();
      ClientConnections coordinated =
          connect(
              cell,
              instances,
              server,
              Map.of(
                  "yardmaster.coordinator", address, "yardmaster.coordinator-database", "bench"));
      return new DriverInstances(coordinator, alone, coordinated);
    } catch (SQLException | RuntimeException failure) {
      if (alone != null) {
        alone.close();
      }
      coordinator.close();
      throw failure;
    }
  }

  private static ClientConnections connect(
      Cell cell, int instances, PostgresServer server, Map<String, String> settings)
      throws SQLException {
    int[] next = new int[1];
    return ClientConnections.kept(
        cell.connections(),
        () -> {
          Map<String, String> own = new HashMap<>(settings);
          int instance = next[0]++ % instances;
          own.put("yardmaster.max-queued", Integer.toString(FIRST_MAX_QUEUED + instance));
          return SlicesComparison.connect(server, SlicesComparison.YARDMASTER, own);
        });
  }

  @Override
  public void close() {
    if (coordinator != null) {
      alone.close();
      coordinated.close();
      coordinator.close();
    }
  }
}

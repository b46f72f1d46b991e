package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import java.util.List;

/**
 * The plan of a comparison.
 *
 * @param sides at least one
 * @param logic of the sides that can run either
 * @param cap limit of the side of that name; 0 to try several first
 * @param lanes connections of the sides with a scheduler, at most one for each client; 0 to try
 *     several first
 * @param queued transactions that the sides whose clients have no threads have in flight besides
 *     one for each connection, so that some wait to be ordered
 * @param lockOrder the order in which transactions of two customers write
 * @param customers number of customers
 * @param skews theta of Zipf's law; each skew is compared with every number of connections
 * @param connections upper bounds of the transactions in flight, and numbers of open connections
 * @param seed of every random choice
 * @param warmUpNs time that a side runs before it is recorded, in ns
 * @param recordedNs time that a side is recorded in each repeat, in ns
 * @param repeats number of repeats
 * @param isChecked whether histories are recorded and checked, which slows all sides down
 */
public record JdbcPlan(
    List<JdbcSideName> sides,
    BankLogic logic,
    int cap,
    int lanes,
    int queued,
    LockOrder lockOrder,
    int customers,
    List<Double> skews,
    List<Integer> connections,
    long seed,
    long warmUpNs,
    long recordedNs,
    int repeats,
    boolean isChecked) {

  /** Copies the lists. */
  public JdbcPlan {
    sides = List.copyOf(sides);
    skews = List.copyOf(skews);
    connections = List.copyOf(connections);
  }

  /**
   * Returns how many transactions a side with a limit runs at once; 0 if several limits are tried
   * first.
   */
  int limit(JdbcSideName side) {
    return side == JdbcSideName.CAP ? cap : lanes;
  }

  /**
   * Returns how many transactions a side has in flight where others have one for each connection.
   */
  int inFlight(JdbcSideName side, int connections) {
    return side.hasClientThreads() ? connections : connections + queued;
  }

  /** Returns whether several limits of a side are tried before the comparison. */
  boolean tunes(JdbcSideName side) {
    return side.hasLimit() && limit(side) == 0;
  }
}

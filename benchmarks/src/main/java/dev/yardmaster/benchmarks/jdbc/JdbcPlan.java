package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import java.util.List;

/**
 * The settings of a comparison of sides on PostgreSQL.
 *
 * @param sides the compared sides; at least one
 * @param logic the form of transactions (statements or function calls) on sides that support both
 *     forms
 * @param cap limit of the side {@code cap}; 0 if several limits are tried first
 * @param lanes number of connections of the sides with a scheduler, at most one for each client; 0
 *     if several numbers are tried first
 * @param queued number of transactions in flight in addition to one for each connection, on sides
 *     whose clients have no threads. These additional transactions wait in the scheduler, so that
 *     the scheduler can order them
 * @param lockOrder the order in which a transaction of two customers writes the two accounts
 * @param customers number of customers
 * @param skews theta of Zipf's law; each skew is compared with every number of connections
 * @param connections numbers of connections; a side opens this number of connections and has at
 *     most this number of transactions in flight
 * @param seed seed of all random choices
 * @param warmUpNs time, in ns, for which a side runs before the recorded interval
 * @param recordedNs time for which a side is recorded in each repeat, in ns
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
   * Returns the limit of concurrent transactions of a side with a limit; 0 if the comparison first
   * tries several limits.
   */
  int limit(JdbcSideName side) {
    return side == JdbcSideName.CAP ? cap : lanes;
  }

  /**
   * Returns the number of transactions that a side has in flight: one for each connection and, if
   * the side's clients have no threads, the queued transactions.
   */
  int inFlight(JdbcSideName side, int connections) {
    return side.hasClientThreads() ? connections : connections + queued;
  }

  /** Returns whether several limits of a side are to be tried before the comparison. */
  boolean tunes(JdbcSideName side) {
    return side.hasLimit() && limit(side) == 0;
  }
}

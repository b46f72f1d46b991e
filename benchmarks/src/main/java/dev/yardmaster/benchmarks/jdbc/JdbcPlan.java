package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import java.util.List;

/**
 * What is compared.
 *
 * @param sides at least one
 * @param logic of the sides that can run either
 * @param cap limit of the side of that name; 0 to try several first
 * @param lanes connections of the sides with a scheduler, at most one for each client; 0 to try
 *     several first
 * @param queued how many transactions the sides whose clients have no threads have in flight
 *     besides one for each connection, so that some wait to be ordered
 * @param lockOrder in which transactions of two customers write
 * @param customers how many there are
 * @param skews Zipf's exponents, each of which is a comparison with every number of connections
 * @param connections how many transactions are in flight at most, and connections open
 * @param seed of every random choice
 * @param warmUpNs how long a side runs before it is recorded, in ns
 * @param recordedNs how long a side is recorded in each repeat, in ns
 * @param repeats how often
 * @param isChecked whether histories are recorded and checked, which costs all sides dearly
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

  /** How many transactions a side with a limit runs at once; 0 if that is tried first. */
  int limit(JdbcSideName side) {
    return side == JdbcSideName.CAP ? cap : lanes;
  }

  /** How many transactions a side has in flight where others have one for each connection. */
  int inFlight(JdbcSideName side, int connections) {
    return side.hasClientThreads() ? connections : connections + queued;
  }

  /** Whether a side's limits are tried before the comparison. */
  boolean tunes(JdbcSideName side) {
    return side.hasLimit() && limit(side) == 0;
  }
}

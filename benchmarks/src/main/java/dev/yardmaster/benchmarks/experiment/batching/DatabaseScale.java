package dev.yardmaster.benchmarks.experiment.batching;

import java.util.List;

/**
 * The sizes of the experiments on PostgreSQL.
 *
 * @param customers number of customers of SmallBank
 * @param connections numbers of connections to the database, ascending
 */
record DatabaseScale(int customers, List<Integer> connections) {

  /** Copies the list. */
  DatabaseScale {
    connections = List.copyOf(connections);
  }

  /** Returns this scale with at most the given number of customers. */
  DatabaseScale atMost(int most) {
    return new DatabaseScale(Math.min(customers, most), connections);
  }
}

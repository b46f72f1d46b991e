package dev.yardmaster.benchmarks.experiment.batching;

import java.util.List;

/**
 * How large the experiments on PostgreSQL are run.
 *
 * @param customers of SmallBank
 * @param connections numbers of connections to the database, ascending
 */
record DatabaseScale(int customers, List<Integer> connections) {

  /** Copies the list. */
  DatabaseScale {
    connections = List.copyOf(connections);
  }

  /** The same with no more customers. */
  DatabaseScale atMost(int most) {
    return new DatabaseScale(Math.min(customers, most), connections);
  }
}

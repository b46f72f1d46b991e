package dev.yardmaster.benchmarks.load;

/**
 * The counts of the clients, either so far or between two moments.
 *
 * @param committed transactions whose commit the clients received
 * @param answered transactions that committed or were aborted by their own logic
 * @param restarts restarts of the answered transactions
 * @param overloaded submissions that the service refused because it was full
 * @param offered transactions that arrived; 0 in a closed loop
 * @param dropped arrived transactions that were not submitted because the upper bound of
 *     outstanding transactions was reached
 */
public record ClientCounts(
    long committed, long answered, long restarts, long overloaded, long offered, long dropped) {

  ClientCounts since(ClientCounts earlier) {
    return new ClientCounts(
        committed - earlier.committed,
        answered - earlier.answered,
        restarts - earlier.restarts,
        overloaded - earlier.overloaded,
        offered - earlier.offered,
        dropped - earlier.dropped);
  }
}

package dev.yardmaster.benchmarks.load;

/**
 * What clients have counted, as totals, or between two moments.
 *
 * @param committed transactions whose commit the clients learned
 * @param answered transactions that committed or that their own logic ended
 * @param restarts runs of the answered that were discarded and begun again
 * @param overloaded submissions that were refused for want of room
 * @param offered transactions that were due; 0 unless they come by a clock
 * @param dropped those of them that were not submitted, because too many were outstanding
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

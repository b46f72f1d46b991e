package dev.yardmaster.proof.torture.cluster;

import java.util.List;

/**
 * The totals of a cluster's torture run so far.
 *
 * @param faults number of faults that the cluster has survived
 * @param terms the highest term of a leader
 * @param committed number of committed transactions
 * @param aborted number of transactions that their logic aborted
 * @param resubmitted number of transactions that were submitted again
 * @param silences for each kind of fault, a line with the times without a commit, followed by lines
 *     with the times until the throughput was back
 */
public record ClusterTotals(
    int faults, long terms, long committed, long aborted, long resubmitted, List<String> silences) {

  /** Copies the list. */
  public ClusterTotals {
    silences = List.copyOf(silences);
  }
}

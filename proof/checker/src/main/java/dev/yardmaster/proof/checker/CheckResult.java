package dev.yardmaster.proof.checker;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The result of a check.
 *
 * @param transactions number of transactions
 * @param reads number of reads
 * @param writes number of writes
 * @param keys number of keys
 * @param anomalies the anomalies: at most one for each kind of bad access, followed by at most one
 *     cycle. The cycle belongs to the worst level (set of edge kinds) in which a cycle exists
 */
public record CheckResult(
    long transactions, long reads, long writes, long keys, List<Anomaly> anomalies) {

  /** Copies the list of anomalies. */
  public CheckResult {
    anomalies = List.copyOf(anomalies);
  }

  /**
   * Returns whether the history has no anomaly. Without an anomaly, the history has the {@link
   * Guarantee} that was checked. By default, this is strict serializability.
   */
  public boolean isSerializable() {
    return anomalies.isEmpty();
  }

  /** Returns a text for users with the counts and all anomalies. */
  public String inWords() {
    String counts =
        transactions
            + " transactions, "
            + reads
            + " reads, "
            + writes
            + " writes, "
            + keys
            + " keys: ";
    return counts
        + (isSerializable()
            ? "no anomaly"
            : anomalies.stream()
                .map(Anomaly::inWords)
                .collect(Collectors.joining("\n", "anomalies\n", "")));
  }
}

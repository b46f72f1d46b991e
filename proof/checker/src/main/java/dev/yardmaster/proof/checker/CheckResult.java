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
 *     cycle, which is from the worst level (set of edge kinds) that has a cycle
 */
public record CheckResult(
    long transactions, long reads, long writes, long keys, List<Anomaly> anomalies) {

  /** Copies the list of anomalies. */
  public CheckResult {
    anomalies = List.copyOf(anomalies);
  }

  /**
   * Returns whether the history has no anomaly. It then has the {@link Guarantee} that was checked:
   * it is strictly serializable, unless the options required less.
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

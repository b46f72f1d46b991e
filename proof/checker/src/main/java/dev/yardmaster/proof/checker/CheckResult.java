package dev.yardmaster.proof.checker;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a check found.
 *
 * @param transactions how many were checked
 * @param reads how many accesses of theirs were reads
 * @param writes how many were writes
 * @param keys how many keys they touched
 * @param anomalies what is wrong: each kind of bad access at most once, then at most one cycle, of
 *     the worst level that has any
 */
public record CheckResult(
    long transactions, long reads, long writes, long keys, List<Anomaly> anomalies) {

  /** A result. */
  public CheckResult {
    anomalies = List.copyOf(anomalies);
  }

  /** Whether nothing is wrong; if real time was checked, the history is strictly serializable. */
  public boolean isSerializable() {
    return anomalies.isEmpty();
  }

  /** The counts and every anomaly, for people. */
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
            ? "serializable"
            : anomalies.stream()
                .map(Anomaly::inWords)
                .collect(Collectors.joining("\n", "not serializable\n", "")));
  }
}

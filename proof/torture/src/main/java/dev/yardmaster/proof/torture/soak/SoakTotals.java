package dev.yardmaster.proof.torture.soak;

import java.util.Locale;
import java.util.Map;

/**
 * The totals of a soak run so far.
 *
 * @param stretches number of complete stretches
 * @param committed number of committed transactions
 * @param aborted number of transactions whose answer was an abort
 * @param refused number of transactions that the server refused
 * @param repeated number of transactions that were submitted again, after an answer or because of
 *     an unknown outcome
 * @param checks number of checks
 * @param disturbances the number of disturbances of each kind that took effect
 * @param endedForSpace number of servers that ended because they ran out of space
 * @param figures the last measurement; null before the first
 */
public record SoakTotals(
    int stretches,
    long committed,
    long aborted,
    long refused,
    long repeated,
    int checks,
    Map<String, Integer> disturbances,
    int endedForSpace,
    Figures figures) {

  /** Copies the map, so that the record is immutable. */
  public SoakTotals {
    disturbances = Map.copyOf(disturbances);
  }

  /** Returns the totals as text for human readers. */
  String summary() {
    StringBuilder kinds = new StringBuilder();
    disturbances.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry ->
                kinds
                    .append(kinds.isEmpty() ? "" : ", ")
                    .append(String.format(Locale.ROOT, "%,d ", entry.getValue()))
                    .append(entry.getKey()));
    return String.format(
        Locale.ROOT,
        "stretch %d | %,d committed, %,d aborted, %,d refused, %,d submitted again | %s | %,d"
            + " servers ended for lack of space | %,d checks%s",
        stretches,
        committed,
        aborted,
        refused,
        repeated,
        kinds,
        endedForSpace,
        checks,
        figures == null ? "" : " | " + figures.summary());
  }
}

package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.LoadFigures;
import dev.yardmaster.benchmarks.jdbc.SqlWorkload;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Checks after each slice that the total in the cell's tables has changed by the sum of the changes
 * of the slice's committed transactions. Only the coordinator's thread uses an instance.
 */
final class CheckedTotal {

  private final SqlWorkload<?> workload;
  private long total;

  /** Reads the initial total, after the tables were loaded. */
  CheckedTotal(SqlWorkload<?> workload) throws SQLException {
    this.workload = workload;
    this.total = workload.total();
  }

  /** Returns a line for every failed check, given the figures of a load that has ended. */
  List<String> check(LoadFigures ended) throws SQLException {
    List<String> findings = new ArrayList<>();
    long unknown = ended.unknownOutcomes();
    if (unknown > 0) {
      findings.add("some transactions have an unknown outcome: unknown=" + unknown);
    }
    long expected = total + ended.changeCents();
    total = workload.total();
    if (total != expected) {
      findings.add(
          String.format(
              Locale.ROOT,
              "the tables hold a total of %,d, which differs by %,d from the expected total",
              total,
              total - expected));
    }
    return findings;
  }
}

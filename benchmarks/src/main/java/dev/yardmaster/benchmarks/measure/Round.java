package dev.yardmaster.benchmarks.measure;

import java.util.List;
import java.util.Optional;

/**
 * What one round of a side came to.
 *
 * @param values its figures
 * @param findings a line for everything that was not as it must be; none if all is well
 * @param samples figures taken again and again while it lasted; none for most sides
 */
public record Round(MetricValues values, List<String> findings, List<MetricValues> samples) {

  /** Copies the lists. */
  public Round {
    findings = List.copyOf(findings);
    samples = List.copyOf(samples);
  }

  /** A round without samples, with one finding at most. */
  public static Round of(MetricValues values, Optional<String> finding) {
    return new Round(values, finding.stream().toList(), List.of());
  }
}

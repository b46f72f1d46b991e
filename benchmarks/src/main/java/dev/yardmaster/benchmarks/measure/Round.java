package dev.yardmaster.benchmarks.measure;

import java.util.List;
import java.util.Optional;

/**
 * The results of one round of a side.
 *
 * @param values the metrics of the round
 * @param findings a line for every failed check; empty if all passed
 * @param samples values that were sampled repeatedly during the round; empty for most sides
 */
public record Round(MetricValues values, List<String> findings, List<MetricValues> samples) {

  /** Copies the lists. */
  public Round {
    findings = List.copyOf(findings);
    samples = List.copyOf(samples);
  }

  /** Returns a round without samples and with at most one finding. */
  public static Round of(MetricValues values, Optional<String> finding) {
    return new Round(values, finding.stream().toList(), List.of());
  }
}

package dev.yardmaster.benchmarks.wire;

import java.util.List;
import java.util.Optional;

/**
 * What an {@link Endurance} found.
 *
 * @param samples at least one, in their order
 */
public record EnduranceFindings(
    List<EnduranceSample> samples, WireFigures figures, Optional<String> brokenInvariant) {

  /** Copies the list. */
  public EnduranceFindings {
    samples = List.copyOf(samples);
  }

  /** The most that was resident. */
  public long mostResidentBytes() {
    return samples.stream().mapToLong(EnduranceSample::residentBytes).max().orElseThrow();
  }

  /** By how much the least of the last quarter is above the least of the second. */
  public long growthBytes() {
    int quarter = samples.size() / 4;
    return least(samples.subList(samples.size() - Math.max(1, quarter), samples.size()))
        - least(samples.subList(quarter, Math.max(quarter + 1, 2 * quarter)));
  }

  private static long least(List<EnduranceSample> some) {
    return some.stream().mapToLong(EnduranceSample::residentBytes).min().orElseThrow();
  }
}

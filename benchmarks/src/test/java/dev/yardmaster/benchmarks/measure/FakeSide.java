package dev.yardmaster.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A side that records its runs. In each round the side commits as many transactions as it has run
 * rounds.
 */
final class FakeSide implements Side {

  private final String label;
  private final List<String> ran;
  private int runs;

  FakeSide(String label, List<String> ran) {
    this.label = label;
    this.ran = ran;
  }

  static List<Side> sides(List<String> ran, String... labels) {
    List<Side> sides = new ArrayList<>();
    for (String each : labels) {
      sides.add(new FakeSide(each, ran));
    }
    return sides;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress) {
    progress.report(ComparisonStatus.Stage.RECORDING, 0);
    ran.add(label + repeat);
    runs++;
    return Round.of(
        new MetricValues().put(Metric.COMMITTED, runs),
        label.equals("broken") ? Optional.of("money is missing") : Optional.empty());
  }
}

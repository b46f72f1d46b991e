package dev.yardmaster.benchmarks.experiment;

/**
 * Where a measured value is found.
 *
 * @param point key of the point
 * @param side label of one of its sides
 * @param metric name of one of that side's figures
 */
public record Ref(String point, String side, String metric) {

  /** The same figure of another side of the point. */
  public Ref of(String otherSide) {
    return new Ref(point, otherSide, metric);
  }
}

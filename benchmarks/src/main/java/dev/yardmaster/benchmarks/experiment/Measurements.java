package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.run.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the points of an experiment came to, by their keys. For one thread. */
public final class Measurements {

  private final Map<String, Measured> byPoint = new LinkedHashMap<>();

  /** None yet. */
  public Measurements() {}

  /** Adds a point's, or takes it in place of what the point had. */
  public void put(String point, Measured measured) {
    byPoint.put(point, measured);
  }

  /** Whether a point was measured. */
  public boolean has(String point) {
    return byPoint.containsKey(point);
  }

  /** All, in the order in which they were measured. */
  public Map<String, Measured> all() {
    return new LinkedHashMap<>(byPoint);
  }

  private List<Double> values(Ref ref) {
    Measured measured = byPoint.get(ref.point());
    return measured == null ? List.of() : measured.values(ref.side(), ref.metric());
  }

  /** A figure over the repeats; empty if it was not measured. */
  public Optional<Spread> spread(Ref ref) {
    return spread(values(ref));
  }

  /**
   * One figure over another: repeat by repeat if both are of one point, whose sides alternate;
   * otherwise median by median, with no more of a spread than that. Empty if one was not measured,
   * or if all of both are 0: then there is nothing to compare.
   */
  public Optional<Spread> ratio(Ref figure, Ref base) {
    List<Double> values = values(figure);
    List<Double> bases = values(base);
    if (values.isEmpty() || bases.isEmpty() || (areZero(values) && areZero(bases))) {
      return Optional.empty();
    }
    if (figure.point().equals(base.point()) && values.size() == bases.size()) {
      double[] ratios = new double[values.size()];
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] = ratio(values.get(i), bases.get(i));
      }
      return Optional.of(Spread.of(ratios));
    }
    double ratio =
        ratio(spread(values).orElseThrow().median(), spread(bases).orElseThrow().median());
    return Optional.of(new Spread(ratio, ratio, ratio));
  }

  private static boolean areZero(List<Double> values) {
    return values.stream().allMatch(value -> value == 0);
  }

  private static double ratio(double value, double base) {
    return value == base ? 1 : value / base;
  }

  private static Optional<Spread> spread(List<Double> values) {
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(Spread.of(values.stream().mapToDouble(Double::doubleValue).toArray()));
  }
}

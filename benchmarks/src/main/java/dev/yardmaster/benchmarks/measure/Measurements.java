package dev.yardmaster.benchmarks.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of comparisons. Each comparison has its own key, a text. In an experiment, this is
 * the key of the point. An instance is for use by one thread.
 */
public final class Measurements {

  private final Map<String, Results> byPoint = new LinkedHashMap<>();

  /** Creates empty measurements. */
  public Measurements() {}

  /** Returns the measurements of some comparisons. */
  public static Measurements of(List<Results> comparisons) {
    Measurements measurements = new Measurements();
    comparisons.forEach(measurements::put);
    return measurements;
  }

  /** Adds a comparison, or replaces an earlier comparison with the same key. */
  public void put(Results results) {
    byPoint.put(results.at(), results);
  }

  /** Returns whether a point was measured. */
  public boolean has(String point) {
    return byPoint.containsKey(point);
  }

  /** Returns all comparisons, in the order of their measurement. */
  public List<Results> all() {
    return new ArrayList<>(byPoint.values());
  }

  /**
   * Returns the findings (errors that checks found) of all comparisons, each prefixed with the name
   * of its comparison.
   */
  public List<String> findings() {
    List<String> findings = new ArrayList<>();
    byPoint.forEach(
        (at, results) ->
            results
                .findings()
                .forEach(line -> findings.add(at.isEmpty() ? line : at + ": " + line)));
    return findings;
  }

  /** Returns the disturbances of all rounds. */
  public List<Disturbance> rounds() {
    return byPoint.values().stream()
        .flatMap(results -> results.rows().stream())
        .flatMap(row -> row.rounds().stream())
        .toList();
  }

  /** Returns the values of a figure in all repeats; empty if the figure was not measured. */
  public Optional<Measured> measured(MetricRef ref) {
    return Optional.ofNullable(byPoint.get(ref.point()))
        .flatMap(results -> results.row(ref.side()))
        .map(row -> row.figures().get(ref.metric()));
  }

  /**
   * Returns the median and the range of a figure over the repeats; empty if the figure was not
   * measured.
   */
  public Optional<Spread> spread(MetricRef ref) {
    return measured(ref).flatMap(Measured::spread);
  }

  /**
   * Returns the ratio of one figure to another. If the two figures belong to one point, the method
   * divides within each repeat, because the sides of a point alternate. It omits repeats with an
   * undefined ratio. If they belong to different points, the result is the ratio of the medians,
   * without a range. The result is empty if a figure was not measured, or if the ratio is undefined
   * in all repeats.
   *
   * @param base the figure to divide by; null for no division
   */
  public Optional<Spread> ratio(MetricRef figure, MetricRef base) {
    if (base == null) {
      return spread(figure);
    }
    Optional<Measured> values = measured(figure);
    Optional<Measured> bases = measured(base);
    if (values.isEmpty() || bases.isEmpty()) {
      return Optional.empty();
    }
    if (figure.point().equals(base.point())
        && values.get().repeats().size() == bases.get().repeats().size()) {
      return values.get().over(bases.get(), values.get().metric()).spread();
    }
    double ratio =
        values.get().spread().isEmpty() || bases.get().spread().isEmpty()
            ? Double.NaN
            : Measured.ratio(
                values.get().spread().get().median(), bases.get().spread().get().median());
    return Double.isNaN(ratio) ? Optional.empty() : Optional.of(new Spread(ratio, ratio, ratio));
  }
}

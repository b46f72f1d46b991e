package dev.yardmaster.benchmarks.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What comparisons came to, by what tells them apart: an experiment's by point. For one thread. */
public final class Measurements {

  private final Map<String, Results> byPoint = new LinkedHashMap<>();

  /** None yet. */
  public Measurements() {}

  /** Of some comparisons. */
  public static Measurements of(List<Results> comparisons) {
    Measurements measurements = new Measurements();
    comparisons.forEach(measurements::put);
    return measurements;
  }

  /** Adds a comparison, or takes it in place of what was there. */
  public void put(Results results) {
    byPoint.put(results.at(), results);
  }

  /** Whether a point was measured. */
  public boolean has(String point) {
    return byPoint.containsKey(point);
  }

  /** All, in the order in which they were measured. */
  public List<Results> all() {
    return new ArrayList<>(byPoint.values());
  }

  /** The lines that say what was not as it must be, each behind what tells its comparison. */
  public List<String> findings() {
    List<String> findings = new ArrayList<>();
    byPoint.forEach(
        (at, results) ->
            results
                .findings()
                .forEach(line -> findings.add(at.isEmpty() ? line : at + ": " + line)));
    return findings;
  }

  /** How disturbed all rounds were. */
  public List<Disturbance> rounds() {
    return byPoint.values().stream()
        .flatMap(results -> results.rows().stream())
        .flatMap(row -> row.rounds().stream())
        .toList();
  }

  /** A figure over the repeats; empty if it was not measured. */
  public Optional<Measured> measured(MetricRef ref) {
    return Optional.ofNullable(byPoint.get(ref.point()))
        .flatMap(results -> results.row(ref.side()))
        .map(row -> row.figures().get(ref.metric()));
  }

  /** Its spread over the repeats; empty if it was not measured. */
  public Optional<Spread> spread(MetricRef ref) {
    return measured(ref).flatMap(Measured::spread);
  }

  /**
   * One figure over another: repeat by repeat if both are of one point, whose sides alternate;
   * otherwise median by median, with no more of a spread than that. Repeats in which it is
   * undefined are left out. Empty if one was not measured, or if it is undefined in all.
   *
   * @param base null for the figure as it is
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

package dev.yardmaster.benchmarks.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The results of a comparison.
 *
 * @param at the name of the comparison within a report; empty if the report has only one comparison
 * @param rows a row for each side, in order; empty if there is no repeat that every side has
 *     completed
 * @param findings a line for every round in which a check failed
 * @param interrupted whether the comparison was ended before its last repeat
 */
public record Results(String at, List<Row> rows, List<String> findings, boolean interrupted) {

  private static final String BASE = "base";

  /** Copies the lists. */
  public Results {
    rows = List.copyOf(rows);
    findings = List.copyOf(findings);
  }

  /**
   * The results of one side.
   *
   * @param settings the settings that only this side has
   * @param figures the figures of the side, by their names
   * @param rounds the disturbance of each repeat; empty if time is virtual
   * @param findings a line for every round in which a check failed
   * @param samples the samples of the last round
   */
  public record Row(
      String label,
      Map<String, Object> settings,
      Map<String, Measured> figures,
      List<Disturbance> rounds,
      List<String> findings,
      List<MetricValues> samples) {

    /** Makes copies of the maps and lists. */
    public Row {
      settings = new LinkedHashMap<>(settings);
      figures = new LinkedHashMap<>(figures);
      rounds = List.copyOf(rounds);
      findings = List.copyOf(findings);
      samples = List.copyOf(samples);
    }

    /** Returns the row for one or more rounds of a side. */
    static Row of(
        Side side, List<Round> rounds, List<Disturbance> disturbances, List<String> findings) {
      Map<String, Metric> metrics = new LinkedHashMap<>();
      for (Round round : rounds) {
        round.values().metrics().forEach(metric -> metrics.put(metric.name(), metric));
      }
      Map<String, Measured> figures = new LinkedHashMap<>();
      metrics.forEach(
          (name, metric) ->
              figures.put(
                  name,
                  new Measured(
                      metric, rounds.stream().map(round -> round.values().get(metric)).toList())));
      List<MetricValues> samples = rounds.get(rounds.size() - 1).samples();
      return new Row(side.label(), side.settings(), figures, disturbances, findings, samples);
    }

    /**
     * Returns the row of a computed result, which is the same in all repeats.
     *
     * @param repeats number of repeats, 1 or more
     */
    public static Row computed(
        String label,
        Map<String, Object> settings,
        MetricValues values,
        int repeats,
        List<String> findings) {
      Map<String, Measured> figures = new LinkedHashMap<>();
      for (Metric metric : values.metrics()) {
        figures.put(
            metric.name(), new Measured(metric, Collections.nCopies(repeats, values.get(metric))));
      }
      return new Row(label, settings, figures, List.of(), findings, List.of());
    }

    /** Returns whether the row contains a figure. */
    public boolean has(Metric metric) {
      return figures.containsKey(metric.name());
    }

    /** Returns the value of a figure for all repeats; NaN if the row does not have the figure. */
    public double value(Metric metric) {
      return has(metric) ? figures.get(metric.name()).value() : Double.NaN;
    }

    /** Returns the value of a figure in a repeat, counted from 0; NaN if it is undefined. */
    public double value(Metric metric, int repeat) {
      return has(metric) ? figures.get(metric.name()).repeats().get(repeat) : Double.NaN;
    }

    /** Returns a figure's spread over the repeats; empty if it is undefined. */
    public Optional<Spread> spread(Metric metric) {
      return Optional.ofNullable(figures.get(metric.name())).flatMap(Measured::spread);
    }

    /** Returns the number of repeats that the side has completed. */
    public int repeats() {
      return figures.values().stream().mapToInt(each -> each.repeats().size()).max().orElse(0);
    }

    /** Returns whether all checks passed in every round. */
    public boolean isSound() {
      return findings.isEmpty();
    }

    private Row with(Measured figure) {
      Map<String, Measured> more = new LinkedHashMap<>(figures);
      more.put(figure.metric().name(), figure);
      return new Row(label, settings, more, rounds, findings, samples);
    }
  }

  /** Returns the number of repeats that every side has completed. */
  public int repeats() {
    return rows.stream().mapToInt(Row::repeats).max().orElse(0);
  }

  /**
   * Returns the base of the comparison: the side with the name base, or the first side if no side
   * has this name.
   */
  public Row base() {
    return row(BASE).orElseGet(() -> rows.get(0));
  }

  /** Returns the row of a side, if the results contain the side. */
  public Optional<Row> row(String label) {
    return rows.stream().filter(row -> row.label().equals(label)).findFirst();
  }

  /**
   * Returns these results with one more figure: in each repeat, the ratio of a figure of one side
   * to this figure of a second side.
   *
   * @param base returns the row of the side to divide by, given a side's row; empty for no ratio
   */
  public Results withRatio(Metric ratio, Metric of, Function<Row, Optional<Row>> base) {
    List<Row> related = new ArrayList<>();
    for (Row row : rows) {
      Optional<Measured> found =
          base.apply(row)
              .filter(other -> row.has(of) && other.has(of))
              .map(
                  other ->
                      row.figures().get(of.name()).over(other.figures().get(of.name()), ratio));
      related.add(found.map(row::with).orElse(row));
    }
    return new Results(at, related, findings, interrupted);
  }

  /** Returns these results with a ratio to the base side's figure. */
  public Results withRatioToBase(Metric ratio, Metric of) {
    return rows.isEmpty() ? this : withRatio(ratio, of, row -> Optional.of(base()));
  }

  /**
   * Returns these results with more figures of a side.
   *
   * @param side label of the side
   * @param values returns the figures of a repeat, counted from 0
   */
  public Results with(String side, IntFunction<MetricValues> values) {
    List<MetricValues> all = IntStream.range(0, repeats()).mapToObj(values).toList();
    Set<Metric> metrics = new LinkedHashSet<>();
    all.forEach(each -> metrics.addAll(each.metrics()));
    List<Row> extended = new ArrayList<>();
    for (Row row : rows) {
      Row more = row;
      for (Metric metric : row.label().equals(side) ? metrics : Set.<Metric>of()) {
        List<Double> repeats = all.stream().map(each -> each.get(metric)).toList();
        more = more.with(new Measured(metric, repeats));
      }
      extended.add(more);
    }
    return new Results(at, extended, findings, interrupted);
  }

  /** Returns these results under another name. */
  public Results named(String newAt) {
    return new Results(newAt, rows, findings, interrupted);
  }

  /** Returns these results if all repeats are complete, and throws an exception otherwise. */
  public Results orInterrupted() throws InterruptedException {
    if (interrupted) {
      throw new InterruptedException();
    }
    return this;
  }
}

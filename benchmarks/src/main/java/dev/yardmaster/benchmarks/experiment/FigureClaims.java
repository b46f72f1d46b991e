package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.experiment.Axis.Place;
import dev.yardmaster.benchmarks.experiment.FigureData.OfClaim;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.measure.Claim.Scope;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Creates the claims that the data file states for a figure. By default, a claim uses the figure's
 * sides and metric.
 */
record FigureClaims(PaperFigures figures, String sides, String usualMetric) {

  private static final Pattern TERM = Pattern.compile("(?:(\\S+) of )?(.+?)(?: at (\\S+))?");
  private static final Pattern BAR =
      Pattern.compile("(?:paper (\\S+), )?(up to|about|peaks|somewhere >=|>=|<=) (\\S+)");

  /** Returns the claims that an entry of the data makes on an axis. */
  Stream<Claim> of(OfClaim of, Axis axis) {
    if (of.each() == null) {
      return Stream.of(claim(of, axis, null));
    }
    return axis.places(of.each()).stream().map(place -> claim(of, axis, place));
  }

  private Claim claim(OfClaim of, Axis axis, Place only) {
    Map<String, String> here = axis.words();
    if (only != null) {
      here.put("x", only.name());
    }
    List<Ratio> compared =
        of.ratio().stream()
            .flatMap(ratio -> ratios(figures.text(ratio, here), of.as(), axis, only).stream())
            .toList();
    String reasons =
        Optional.ofNullable(of.because()).orElse(List.of()).stream()
            .map(figures::reason)
            .collect(Collectors.joining(" "));
    return judged(figures.text(of.words(), here), figures.text(of.bar(), here), compared)
        .because(reasons);
  }

  private List<Ratio> ratios(String ratio, String as, Axis axis, Place only) {
    String[] divided = ratio.split(" over ", 2);
    Ratio over = divided.length == 1 ? null : ratios(divided[1], "", axis, only).get(0);
    String[] terms = divided[0].split(" / ", 2);
    Matcher figure = term(terms[0]);
    String metric = figure.group(1) == null ? usualMetric : figure.group(1);
    List<String> tops = names(figure);
    if (terms.length == 1) {
      return undivided(figure, metric, axis, only);
    }
    Matcher base = term(terms[1]);
    String baseMetric = base.group(1) == null ? metric : base.group(1);
    String at = figure.group(3) == null ? base.group(3) : figure.group(3);
    List<String> bases = names(base);
    boolean single = tops.size() == 1 && bases.size() == 1 && (only != null || axis.isPlace(at));
    Map<String, String> names = figures.group(sides, axis.words());
    List<Ratio> all = new ArrayList<>();
    for (Place place : only == null ? axis.places(at) : List.of(only)) {
      Place under =
          figure.group(3) == null || base.group(3) == null
              ? place
              : axis.places(base.group(3)).get(0);
      for (String side : tops) {
        for (String other : bases) {
          String usual = single ? "" : "{side} over {base} at {x}";
          Map<String, String> called =
              Map.of(
                  "side", names.getOrDefault(side, side),
                  "base", names.getOrDefault(other, other),
                  "x", place.name(),
                  "label", place.label());
          all.add(
              new Ratio(
                  figures.text(as == null ? usual : as, called),
                  new MetricRef(place.key(), side, metric),
                  new MetricRef(under.key(), other, baseMetric),
                  over));
        }
      }
    }
    return all;
  }

  /**
   * Compares values of the metric itself. The values are not divided, because the metric is already
   * a ratio.
   */
  private static List<Ratio> undivided(Matcher figure, String metric, Axis axis, Place only) {
    return (only == null ? axis.places(figure.group(3)) : List.of(only))
        .stream()
            .flatMap(
                place ->
                    names(figure).stream()
                        .map(side -> new MetricRef(place.key(), side, metric))
                        .map(ref -> new Ratio("", ref, null)))
            .toList();
  }

  private static List<String> names(Matcher term) {
    return List.of(term.group(2).split(", ", -1));
  }

  private static Matcher term(String text) {
    return matched(TERM, text);
  }

  private static Matcher matched(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not of the form " + pattern + ": " + text);
    }
    return matcher;
  }

  private static Claim judged(String words, String text, List<Ratio> compared) {
    Matcher bar = matched(BAR, text);
    double paper = bar.group(1) == null ? Double.NaN : Double.parseDouble(bar.group(1));
    double ratio = Double.parseDouble(bar.group(3));
    return switch (bar.group(2)) {
      case "up to" -> Claim.upTo(words, ratio, compared);
      case "peaks" -> Claim.peaks(words, ratio, compared);
      case "about" -> Claim.ratio(words, ratio, compared.get(0).figure(), compared.get(0).base());
      case "<=" ->
          new Claim(words, Direction.AT_MOST, paper, ratio, Scope.EVERYWHERE, compared, "");
      case ">=" ->
          new Claim(words, Direction.AT_LEAST, paper, ratio, Scope.EVERYWHERE, compared, "");
      default -> new Claim(words, Direction.AT_LEAST, paper, ratio, Scope.SOMEWHERE, compared, "");
    };
  }
}

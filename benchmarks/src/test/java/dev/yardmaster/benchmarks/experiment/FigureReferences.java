package dev.yardmaster.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.names.PinnedNames;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks that figures refer only to figures that their own points measure. */
public final class FigureReferences {

  /** The names of the metrics for the commits in each interval of a long run. */
  private static final Pattern TICK = Pattern.compile("tick\\d+");

  private FigureReferences() {}

  private static List<MetricRef> drawn(Figure figure) {
    List<MetricRef> refs = new ArrayList<>();
    for (Panel panel : figure.panels()) {
      for (Series series : panel.series()) {
        for (Mark mark : series.marks()) {
          refs.add(mark.value());
          if (mark.base() != null) {
            refs.add(mark.base());
          }
        }
      }
    }
    return refs;
  }

  /**
   * Requires that a figure draws exactly its points and that its claims are about existing sides.
   * The figure's metrics must be metrics of reports, or the ticks of a long run.
   *
   * @param partial whether claims may be about points that do not exist
   */
  public static void require(Figure figure, boolean partial) throws IOException {
    Map<String, Set<String>> sides = new HashMap<>();
    for (Point point : figure.points()) {
      sides.put(point.key(), Set.copyOf(point.sides()));
      assertTrue(point.expectedSeconds() > 0, point.key());
    }
    Set<String> drawn = new HashSet<>();
    for (MetricRef ref : drawn(figure)) {
      assertTrue(sides.getOrDefault(ref.point(), Set.of()).contains(ref.side()), figure.id() + ref);
      drawn.add(ref.point());
    }
    assertEquals(
        sides.keySet(),
        drawn,
        "figure " + figure.id() + " measures exactly the sides that it draws");
    Set<String> metrics =
        PinnedNames.section("metrics of reports").stream()
            .map(line -> line.substring(0, line.indexOf(' ')))
            .collect(Collectors.toSet());
    Stream.concat(
            drawn(figure).stream(),
            figure.claims().stream()
                .flatMap(claim -> claim.compared().stream())
                .flatMap(compared -> Stream.of(compared.figure(), compared.base())))
        .map(MetricRef::metric)
        .filter(metric -> !TICK.matcher(metric).matches())
        .forEach(metric -> assertTrue(metrics.contains(metric), figure.id() + ' ' + metric));
    for (Claim claim : figure.claims()) {
      for (Ratio compared : claim.compared()) {
        for (MetricRef ref : List.of(compared.figure(), compared.base())) {
          boolean there = sides.getOrDefault(ref.point(), Set.of()).contains(ref.side());
          assertTrue(there || (partial && !sides.containsKey(ref.point())), claim.words());
        }
      }
    }
  }
}

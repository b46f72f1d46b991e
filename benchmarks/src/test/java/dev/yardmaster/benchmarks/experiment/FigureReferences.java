package dev.yardmaster.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
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
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that the panels and claims of a figure name only sides and metrics that its points have.
 */
public final class FigureReferences {

  /** The names of the metrics for each interval of a long run. */
  private static final Pattern TICK = Pattern.compile("(tick|over(Best|Mean|Worst))\\d+");

  private FigureReferences() {}

  private static Stream<MetricRef> compared(Ratio ratio) {
    return Stream.concat(
        Stream.of(ratio.figure(), ratio.base()).filter(Objects::nonNull),
        ratio.over() == null ? Stream.empty() : compared(ratio.over()));
  }

  private static List<MetricRef> drawn(Figure figure) {
    List<MetricRef> refs = new ArrayList<>();
    for (Panel panel : figure.panels()) {
      for (Series series : panel.series()) {
        for (Mark mark : series.marks()) {
          refs.add(mark.value());
          Stream.of(mark.base(), mark.across()).filter(Objects::nonNull).forEach(refs::add);
        }
      }
    }
    return refs;
  }

  /**
   * Requires that points with the same key run the same sides, and points with different keys run
   * different sides.
   */
  public static void requireOneMeaningOfEachKey(List<Figure> figures) {
    Map<String, String> meanings = new HashMap<>();
    Map<String, String> keys = new HashMap<>();
    for (Figure figure : figures) {
      for (Point point : figure.points()) {
        String meaning = point instanceof EnginePoint engine ? meaning(engine) : point.toString();
        String before = meanings.putIfAbsent(point.key(), meaning);
        assertTrue(before == null || before.equals(meaning), point.key());
        String sameAs = keys.putIfAbsent(meaning, point.key());
        assertTrue(sameAs == null || sameAs.equals(point.key()), point.key() + " is " + sameAs);
      }
    }
    assertFalse(meanings.isEmpty());
  }

  private static String meaning(EnginePoint point) {
    StringBuilder meaning = new StringBuilder();
    for (ConfiguredSide each : point.contenders()) {
      meaning
          .append(each.label())
          .append(each.side())
          .append(each.setup().workload().name())
          .append(each.setup().workload().description())
          .append(each.setup().workers())
          .append(each.setup().simulated())
          .append(each.setup().delayNs())
          .append(each.setup().recordedNs())
          .append(each.setup().repeats())
          .append(each.setup().timed())
          .append(each.setup().slackNs());
    }
    return meaning.toString();
  }

  /**
   * Requires that a figure draws exactly the points that it measures, and that its claims name only
   * existing sides. The figure's metrics must be metrics of reports, or the ticks of a long run.
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
                .flatMap(FigureReferences::compared))
        .map(MetricRef::metric)
        .filter(metric -> !TICK.matcher(metric).matches())
        .forEach(metric -> assertTrue(metrics.contains(metric), figure.id() + ' ' + metric));
    for (Claim claim : figure.claims()) {
      for (Ratio compared : claim.compared()) {
        for (MetricRef ref : compared(compared).toList()) {
          boolean there = sides.getOrDefault(ref.point(), Set.of()).contains(ref.side());
          assertTrue(there || (partial && !sides.containsKey(ref.point())), claim.words());
        }
      }
    }
  }
}

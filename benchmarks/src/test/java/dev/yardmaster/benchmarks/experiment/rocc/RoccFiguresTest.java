package dev.yardmaster.benchmarks.experiment.rocc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.Contender;
import dev.yardmaster.benchmarks.experiment.Claim;
import dev.yardmaster.benchmarks.experiment.Comparison;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Mark;
import dev.yardmaster.benchmarks.experiment.Panel;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.experiment.Ref;
import dev.yardmaster.benchmarks.experiment.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paper's figures are put together from points that are there. */
class RoccFiguresTest {

  private static List<Figure> figures(boolean quick) {
    return new RoccFigures(quick ? RoccScale.QUICK : RoccScale.FULL, 42).of(RoccFigures.IDS);
  }

  private static List<Ref> refs(Figure figure) {
    List<Ref> refs = new ArrayList<>();
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everythingThatIsDrawnIsMeasuredByTheFiguresOwnPoints(boolean quick) {
    for (Figure figure : figures(quick)) {
      Map<String, Set<String>> sides = new HashMap<>();
      for (Point point : figure.points()) {
        sides.put(point.key(), Set.copyOf(point.sides()));
      }
      Set<String> drawn = new HashSet<>();
      for (Ref ref : refs(figure)) {
        assertTrue(
            sides.getOrDefault(ref.point(), Set.of()).contains(ref.side()), figure.id() + ref);
        drawn.add(ref.point());
      }
      assertEquals(sides.keySet(), drawn, "figure " + figure.id() + " measures what it draws");
      for (Claim claim : figure.claims()) {
        for (Comparison compared : claim.compared()) {
          for (Ref ref : List.of(compared.figure(), compared.base())) {
            boolean there = sides.getOrDefault(ref.point(), Set.of()).contains(ref.side());
            assertTrue(there || (quick && !sides.containsKey(ref.point())), claim.words());
          }
        }
      }
    }
  }

  /** A key must tell points apart: what is measured under one is not measured under another. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pointsOfOneKeyRunTheSame(boolean quick) {
    Map<String, String> known = new HashMap<>();
    Map<String, String> keys = new HashMap<>();
    for (Figure figure : figures(quick)) {
      for (Point point : figure.points()) {
        StringBuilder what = new StringBuilder();
        List<Contender> contenders = List.of();
        if (point instanceof EnginePoint engine) {
          contenders = engine.contenders();
        } else {
          what.append(point);
        }
        for (Contender each : contenders) {
          what.append(each.label())
              .append(each.side())
              .append(each.setup().workload().name())
              .append(each.setup().workload().description())
              .append(each.setup().workers())
              .append(each.setup().simulated())
              .append(each.setup().timed());
        }
        String before = known.putIfAbsent(point.key(), what.toString());
        assertTrue(before == null || before.equals(what.toString()), point.key());
        String sameAs = keys.putIfAbsent(what.toString(), point.key());
        assertTrue(sameAs == null || sameAs.equals(point.key()), point.key() + " is " + sameAs);
        assertTrue(point.expectedSeconds() > 0, point.key());
      }
    }
    assertFalse(known.isEmpty());
  }

  @Test
  void tableIiIsThePapersInThePapersSize() {
    Figure table = new RoccFigures(RoccScale.FULL, 42).of(List.of("t2")).get(0);
    assertEquals("Table II", table.heading());
    assertEquals(List.of("16,384", "610", "16,384", "611"), table.facts().get(4));
    assertEquals(List.of("262,144", "38", "262,144", "39"), table.facts().get(5));
    Figure small = new RoccFigures(RoccScale.QUICK, 42).of(List.of("t2")).get(0);
    assertEquals(List.of("16,384", "610", "327", "612"), small.facts().get(2));
  }

  @Test
  void longScansGetLongerIntervals() {
    assertEquals(RoccScale.FULL.virtualSeconds(), RoccScale.FULL.virtualSeconds(1_500));
    assertEquals(2 * RoccScale.FULL.virtualSeconds(), RoccScale.FULL.virtualSeconds(3_000), 1e-9);
  }
}

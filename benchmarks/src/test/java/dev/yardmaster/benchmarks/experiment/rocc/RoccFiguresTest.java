package dev.yardmaster.benchmarks.experiment.rocc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.ConfiguredSide;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.FigureReferences;
import dev.yardmaster.benchmarks.experiment.Point;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the paper's figures consist of existing points. */
class RoccFiguresTest {

  private static List<Figure> figures(boolean quick) {
    return new RoccFigures(quick ? RoccScale.QUICK : RoccScale.FULL, 42).of(RoccFigures.IDS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everythingThatIsDrawnIsMeasuredByTheFiguresOwnPoints(boolean quick) throws IOException {
    for (Figure figure : figures(quick)) {
      FigureReferences.require(figure, quick);
    }
  }

  /** Checks that a key identifies a point: points with equal keys must run the same sides. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pointsOfOneKeyRunTheSame(boolean quick) {
    Map<String, String> known = new HashMap<>();
    Map<String, String> keys = new HashMap<>();
    for (Figure figure : figures(quick)) {
      for (Point point : figure.points()) {
        StringBuilder what = new StringBuilder();
        List<ConfiguredSide> contenders = List.of();
        if (point instanceof EnginePoint engine) {
          contenders = engine.contenders();
        } else {
          what.append(point);
        }
        for (ConfiguredSide each : contenders) {
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

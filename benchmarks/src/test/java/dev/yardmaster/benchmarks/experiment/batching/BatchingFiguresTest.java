package dev.yardmaster.benchmarks.experiment.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.FigureReferences;
import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the paper's figures refer only to existing points, and that each point runs with the
 * settings that the figure names.
 */
class BatchingFiguresTest {

  private static List<Figure> figures(boolean quick) {
    return new BatchingFigures(quick ? BatchingScale.QUICK : BatchingScale.FULL, 42)
        .of(BatchingFigures.IDS);
  }

  private static Figure figure(String id) {
    return new BatchingFigures(BatchingScale.FULL, 42).of(List.of(id)).get(0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everythingThatIsDrawnIsMeasuredByTheFiguresOwnPoints(boolean quick) throws IOException {
    List<Figure> figures = figures(quick);
    assertEquals(BatchingFigures.IDS, figures.stream().map(Figure::id).toList());
    for (Figure figure : figures) {
      assertFalse(figure.claims().isEmpty(), figure.id());
      assertFalse(figure.setting().isEmpty(), figure.id());
      FigureReferences.require(figure, quick);
    }
  }

  /** Checks that a key identifies a point: points with equal keys must run the same sides. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pointsOfOneKeyRunTheSame(boolean quick) {
    Map<String, String> known = new HashMap<>();
    for (Figure figure : figures(quick)) {
      for (Point point : figure.points()) {
        String what =
            point instanceof PipelinePoint pipeline
                ? pipeline.skew() + " " + pipeline.compared() + pipeline.pipeline()
                : point.sides().toString();
        String before = known.putIfAbsent(point.key(), what);
        assertTrue(before == null || before.equals(what), point.key());
      }
    }
  }

  @Test
  void figuresOfTheSameRunsShareTheirPoints() {
    for (List<String> ids :
        List.of(
            List.of("5", "6"),
            List.of("7", "8", "9"),
            List.of("10", "11", "12"),
            List.of("13", "14", "15"),
            List.of("16", "17", "18"),
            List.of("20", "21", "22"),
            List.of("24", "25"),
            List.of("26", "27", "28"))) {
      Set<Set<String>> keys = new HashSet<>();
      for (String id : ids) {
        keys.add(keys(id));
      }
      assertEquals(1, keys.size(), ids.toString());
    }
  }

  @Test
  void whatLosesIsMeasuredWithTheModesWhereItCanBe() {
    Set<String> loses = keys("loses");
    assertTrue(loses.containsAll(keys("10")), loses.toString());
    assertTrue(keys("24").stream().anyMatch(loses::contains), loses.toString());
  }

  private static Set<String> keys(String id) {
    return figure(id).points().stream().map(Point::key).collect(Collectors.toSet());
  }

  @Test
  void thePipelineRunsAsThePapersPrototype() {
    PipelinePoint point = (PipelinePoint) figure("10").points().get(0);
    PipelineConfig config = point.compared().get(4).configure(point.pipeline());
    assertEquals("srvc", point.compared().get(4).label());
    assertEquals(300, config.concurrency());
    assertEquals(40, config.batchSize());
    assertEquals(Solver.SORT, config.solver());
    assertEquals(Policy.PROD_DEGREE, config.policy());
    assertEquals(2, config.multiFactor());
    assertFalse(config.repair());
    assertEquals(Window.OPEN, config.window());
    assertEquals(0, config.hotKeyWaiting());
    assertEquals(0, config.attemptBound());
  }

  @Test
  void reorderWorkersHaveThreadsOfTheirOwn() {
    PipelinePoint point = (PipelinePoint) figure("20").points().get(0);
    List<Integer> workers =
        point.compared().stream()
            .map((PipelineSide side) -> side.configure(point.pipeline()).reorderWorkers())
            .toList();
    assertEquals(List.of(1, 2, 3, 4), workers);
    assertEquals(ThreadLayout.DEDICATED, point.pipeline().threads());
  }

  /** Checks that a claim with "up to" considers only the paper's skews. */
  @Test
  void claimsAreNotWonAtSkewsThatThePaperHasNot() {
    List<String> ids = new ArrayList<>(BatchingFigures.IDS);
    // The claims of these figures are this project's claims, not the paper's.
    ids.removeAll(List.of("loses", "tuning", "tuning-threads"));
    for (Figure figure : new BatchingFigures(BatchingScale.FULL, 42).of(ids)) {
      for (Claim claim : figure.claims()) {
        claim
            .compared()
            .forEach(
                each -> assertFalse(each.figure().point().matches(".*skew=1\\..*"), claim.words()));
      }
    }
  }

  @Test
  void selfTuningIsComparedWithNineFixedSettingsOnTwoThreads() {
    Figure figure = figure("tuning-threads");
    ChangingSkewPoint point = (ChangingSkewPoint) figure.points().get(0);
    List<PipelineConfig> configs = List.copyOf(point.settings().values());
    assertEquals(10, configs.size());
    for (int side = 0; side < configs.size(); side++) {
      PipelineConfig config = configs.get(side);
      assertEquals(ThreadLayout.SPLIT, config.threads());
      assertEquals(side == 0, config.tuned());
      assertEquals(side == 0, config.window().kind() == Window.Kind.ADAPTIVE);
    }
    assertEquals(TuningScale.FULL.phases(), point.skews());
    assertEquals(TuningScale.FULL.phases().size(), point.workload().get().begin(1).phases());
    assertEquals(
        point.skews().stream()
            .sorted()
            .map(skew -> ChangingSkewPoint.label("tuned", skew))
            .toList(),
        figure.claims().stream().map(claim -> claim.compared().get(0).figure().side()).toList());
  }

  @Test
  void otherFiguresAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> figure("19"));
  }
}

package dev.yardmaster.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.measure.Claim.Scope;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks figures whose drawings and claims come from a data file and whose axes come from code. */
class PaperFiguresTest {

  private record At(String key) implements Point {

    @Override
    public List<String> sides() {
      return List.of("ours", "theirs");
    }

    @Override
    public double expectedSeconds() {
      return 1;
    }

    @Override
    public Results measure(NanoClock clock, ProgressListener progress) {
      throw new UnsupportedOperationException();
    }
  }

  private static Figure figure(String id) {
    return new PaperFigures(PaperFiguresTest.class, "figures.yaml")
        .word("cores", 2)
        .axis(
            "skew",
            () ->
                Axis.over(List.of(0.5, 0.9, 1.1), skew -> new At("skew=" + skew))
                    .part("paper", skew -> skew < 1)
                    .part("high", skew -> skew > 1))
        .of(List.of(id))
        .get(0);
  }

  private static MetricRef ref(double skew, String side, String metric) {
    return new MetricRef("skew=" + skew, side, metric);
  }

  @Test
  void panelsAreOverPlacesMetricsOrSides() {
    Figure figure = figure("1");
    assertEquals("on 2 cores", figure.setting());
    assertEquals(3, figure.points().size());
    Panel scans = figure.panels().get(0);
    assertEquals("tx/s", scans.yLabel());
    assertEquals("ours (new)", scans.series().get(0).name());
    assertEquals(
        new Mark(0.9, "0.9", ref(0.9, "ours", "scans"), ref(0.9, "theirs", "scans")),
        scans.series().get(0).marks().get(1));
    Panel tails = figure.panels().get(1);
    assertEquals("tails at 1.1", tails.title());
    assertEquals(
        Mark.at(2, "99", ref(1.1, "theirs", "p99Us")), tails.series().get(1).marks().get(1));
    Panel sizes = figure.panels().get(2);
    assertEquals("skew 0.5", sizes.series().get(0).name());
    assertEquals(
        Mark.at(16, "16", ref(0.5, "0.5 of 16", "scans")), sizes.series().get(0).marks().get(1));
    Panel overAborts = figure.panels().get(3);
    assertEquals(
        new Mark(0.9, "0.9", ref(0.9, "theirs", "scans"), null, ref(0.9, "theirs", "aborts")),
        overAborts.series().get(1).marks().get(1));
  }

  @Test
  void aBarIsThePapersOrOurs() {
    List<Claim> claims = figure("1").claims();
    assertEquals(
        new Claim(
            "ours is best",
            Direction.AT_LEAST,
            Double.NaN,
            1.5,
            Scope.EVERYWHERE,
            List.of(
                new Ratio(
                    "ours (new) over theirs at 0.5",
                    ref(0.5, "ours", "scans"),
                    ref(0.5, "theirs", "scans")),
                new Ratio(
                    "ours (new) over theirs at 0.9",
                    ref(0.9, "ours", "scans"),
                    ref(0.9, "theirs", "scans"))),
            "Tables are small. There are 2 cores."),
        claims.get(0));
    assertEquals(
        new Claim(
            "at 1.1",
            Direction.AT_LEAST,
            3,
            2,
            ref(1.1, "theirs", "aborts"),
            ref(1.1, "ours", "aborts")),
        claims.get(1));
    assertEquals(
        Claim.ratio("from 0.5", 3, ref(1.1, "ours", "scans"), ref(0.5, "ours", "scans")),
        claims.get(2));
  }

  @Test
  void aClaimMayStandForEachPlaceOrForSeveralRatios() {
    List<Claim> claims = figure("1").claims();
    assertEquals(
        List.of("at 0.5", "at 0.9", "at 1.1"),
        claims.subList(3, 6).stream().map(Claim::words).toList());
    assertEquals(Direction.AT_MOST, claims.get(3).direction());
    assertEquals(0.75, claims.get(3).bar());
    assertEquals(Scope.SOMEWHERE, claims.get(6).scope());
    assertEquals(
        List.of("ours (new)", "theirs"), claims.get(6).compared().stream().map(Ratio::at).toList());
  }

  @Test
  void growthsAreCompared() {
    Claim claim = figure("1").claims().get(7);
    Ratio growth = claim.compared().get(0);
    assertEquals(ref(1.1, "ours", "scans"), growth.figure());
    assertEquals(ref(0.5, "ours", "scans"), growth.base());
    assertEquals(
        new Ratio("", ref(1.1, "theirs", "scans"), ref(0.5, "theirs", "scans")), growth.over());
    assertEquals(1, claim.compared().size());
  }

  @Test
  void aMetricThatIsARatioIsNotDivided() {
    assertEquals(
        List.of(
            new Ratio("", ref(1.1, "ours", "aborts"), null),
            new Ratio("", ref(1.1, "theirs", "aborts"), null)),
        figure("1").claims().get(8).compared());
  }

  @Test
  void figuresOfTheSameFormSayItOnce() {
    assertEquals(figure("1").panels(), figure("2").panels());
    assertEquals(figure("1").claims(), figure("2").claims());
    assertEquals("Figure 2", figure("2").heading());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"no such figure", "no such word", "no such axis", "no such bar", "no such sides"})
  void whatThereIsNotIsRefused(String id) {
    assertThrows(IllegalArgumentException.class, () -> figure(id));
  }
}

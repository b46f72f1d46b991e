package dev.yardmaster.benchmarks.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.benchmarks.measure.Claim.Direction;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks, with made-up results, that verdicts follow from the measured ratio. */
class ClaimTest {

  private static final MetricRef FIGURE = new MetricRef("p", "rocc", "scans");
  private static final MetricRef BASE = new MetricRef("p", "gwv", "scans");

  private static Measurements measured(List<Double> figure, List<Double> base) {
    return Measurements.of(
        List.of(
            Made.results(
                "p", Map.of("rocc", Map.of("scans", figure), "gwv", Map.of("scans", base)))));
  }

  private static Measurements ratio(double ratio) {
    return measured(List.of(100 * ratio), List.of(100.0));
  }

  @ParameterizedTest
  @CsvSource({
    "AT_LEAST, 1.6, EXCEEDS",
    "AT_LEAST, 1.53, EXCEEDS",
    "AT_LEAST, 1.4, HOLDS",
    "AT_LEAST, 1.3, HOLDS",
    "AT_LEAST, 1.29, FALLS_SHORT",
    "AT_LEAST, 0, FALLS_SHORT",
  })
  void ofRatiosThatAreToBeHigh(Direction direction, double ratio, ClaimVerdict verdict) {
    Claim claim = new Claim("more", direction, 1.53, 1.3, FIGURE, BASE);
    assertEquals(verdict, claim.judge(ratio(ratio)).verdict());
  }

  @ParameterizedTest
  @CsvSource({"0.5, EXCEEDS", "0.7, EXCEEDS", "0.8, HOLDS", "0.85, HOLDS", "0.9, FALLS_SHORT"})
  void ofRatiosThatAreToBeLow(double ratio, ClaimVerdict verdict) {
    assertEquals(verdict, Claim.ratio("less", 0.7, FIGURE, BASE).judge(ratio(ratio)).verdict());
  }

  @Test
  void aClaimWithoutVerdictHasARatioButIsNeverMet() {
    Claim.Judged judged =
        Claim.ratio("more", 1.5, FIGURE, BASE).because("noise").withoutVerdict().judge(ratio(50));
    assertEquals(ClaimVerdict.NOT_JUDGED, judged.verdict());
    assertEquals(50, judged.measured().orElseThrow().median());
    assertFalse(judged.isMet());
  }

  @Test
  void withoutANumberInThePaperNothingExceeds() {
    Claim more = Claim.atLeast("more", 1, FIGURE, BASE);
    assertEquals(ClaimVerdict.HOLDS, more.judge(ratio(50)).verdict());
    assertEquals(ClaimVerdict.HOLDS, more.judge(ratio(1)).verdict());
    assertEquals(ClaimVerdict.FALLS_SHORT, more.judge(ratio(0.99)).verdict());
    Claim less = Claim.atMost("less", 1, FIGURE, BASE);
    assertEquals(ClaimVerdict.HOLDS, less.judge(ratio(0.1)).verdict());
    assertEquals(ClaimVerdict.FALLS_SHORT, less.judge(ratio(1.01)).verdict());
  }

  @Test
  void halfOfTheEffectIsAskedForUnlessSaidOtherwise() {
    Claim claim = Claim.ratio("twice", 2, FIGURE, BASE);
    assertEquals(1.5, claim.bar());
    assertEquals(Direction.AT_LEAST, claim.direction());
    assertEquals(0.85, Claim.ratio("less", 0.7, FIGURE, BASE).bar(), 1e-9);
  }

  @Test
  void ratiosAreTakenWithinARepeat() {
    // The medians of the two sides are 100 and 90, but the median of the ratios is 1.5.
    Measurements drifting = measured(List.of(15.0, 100.0, 150.0), List.of(10.0, 90.0, 100.0));
    Claim.Judged judged = Claim.atLeast("more", 1, FIGURE, BASE).judge(drifting);
    assertEquals(1.5, judged.measured().orElseThrow().median());
    assertEquals(1.5, judged.measured().orElseThrow().max());
    assertEquals(100 / 90.0, judged.measured().orElseThrow().min(), 1e-9);
  }

  @Test
  void figuresOfDifferentPointsAreComparedByTheirMedians() {
    Measurements measurements = measured(List.of(10.0, 20.0, 90.0), List.of(1.0));
    measurements.put(Made.results("q", Map.of("rocc", Map.of("scans", List.of(5.0, 4.0, 6.0)))));
    MetricRef other = new MetricRef("q", "rocc", "scans");
    assertEquals(4, measurements.ratio(FIGURE, other).orElseThrow().median());
  }

  @Test
  void whatWasNotMeasuredHasNoVerdict() {
    Claim claim = Claim.atLeast("more", 1, FIGURE, new MetricRef("p", "lrv", "scans"));
    assertEquals(ClaimVerdict.NOT_MEASURED, claim.judge(ratio(2)).verdict());
    assertEquals(ClaimVerdict.NOT_MEASURED, claim.judge(new Measurements()).verdict());
    Claim aborts = Claim.atLeast("more", 1, FIGURE, BASE);
    assertEquals(
        ClaimVerdict.NOT_MEASURED, aborts.judge(measured(List.of(0.0), List.of(0.0))).verdict());
    assertEquals(
        ClaimVerdict.NOT_MEASURED, aborts.judge(measured(List.of(2.0), List.of(0.0))).verdict());
  }

  @Test
  void aBarOfOursMayBeAboutAFigureAsItIs() {
    Measurements measurements = measured(List.of(90.0, 100.0, 120.0), List.of(0.0, 0.0, 0.0));
    assertEquals(
        ClaimVerdict.HOLDS,
        Claim.atMost("at most", 100, FIGURE, null).judge(measurements).verdict());
    assertEquals(
        ClaimVerdict.FALLS_SHORT,
        Claim.atLeast("at least", 101, FIGURE, null).judge(measurements).verdict());
  }

  @Test
  void aBarAboveThePaperIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Claim("more than they had", Direction.AT_LEAST, 1.5, 1.6, FIGURE, BASE));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Claim("less", Direction.AT_MOST, 0.5, 0.4, FIGURE, BASE));
  }

  private static List<Ratio> several() {
    MetricRef high = new MetricRef("p", "high", "scans");
    MetricRef low = new MetricRef("p", "low", "scans");
    MetricRef missing = new MetricRef("q", "low", "scans");
    MetricRef base = new MetricRef("p", "base", "scans");
    return List.of(
        new Ratio("in the middle", base, base),
        new Ratio("high", high, base),
        new Ratio("low", low, base),
        new Ratio("missing", missing, base));
  }

  @ParameterizedTest
  @CsvSource({
    "AT_LEAST, SOMEWHERE, high, 3, HOLDS",
    "AT_LEAST, EVERYWHERE, low, 0.5, FALLS_SHORT",
    "AT_MOST, SOMEWHERE, low, 0.5, HOLDS",
    "AT_MOST, EVERYWHERE, high, 3, FALLS_SHORT"
  })
  void ofSeveralRatiosTheBestOrTheWorstDecides(
      Direction direction, Claim.Scope scope, String at, double ratio, ClaimVerdict verdict) {
    Measurements measurements = new Measurements();
    measurements.put(
        Made.results(
            "p",
            Map.of(
                "base", Map.of("scans", List.of(10.0)),
                "high", Map.of("scans", List.of(30.0)),
                "low", Map.of("scans", List.of(5.0)))));
    Claim claim = new Claim("several", direction, Double.NaN, 1, scope, several(), "");
    Claim.Judged judged = claim.judge(measurements);
    assertEquals(at, judged.at());
    assertEquals(ratio, judged.measured().orElseThrow().median());
    assertEquals(verdict, judged.verdict());
    assertEquals(ClaimVerdict.NOT_MEASURED, claim.judge(new Measurements()).verdict());
  }

  @Test
  void peaksAreComparedWhereverTheyAre() {
    Measurements measurements = new Measurements();
    measurements.put(sides("few", 30, 40));
    measurements.put(sides("many", 50, 20));
    List<Ratio> over =
        List.of(
            new Ratio(
                "few", new MetricRef("few", "own", "scans"), new MetricRef("few", "base", "scans")),
            new Ratio(
                "many",
                new MetricRef("many", "own", "scans"),
                new MetricRef("many", "base", "scans")));
    Claim claim = Claim.peaks("a higher peak", 1.5, over);
    assertEquals(1.25, claim.judge(measurements).measured().orElseThrow().median());
    assertEquals(ClaimVerdict.HOLDS, claim.judge(measurements).verdict());
    assertEquals(ClaimVerdict.NOT_MEASURED, claim.judge(new Measurements()).verdict());
  }

  @Test
  void aGrowthIsDividedByAnotherGrowth() {
    Measurements measurements = new Measurements();
    measurements.put(sides("few", 30, 40));
    measurements.put(sides("many", 90, 480));
    MetricRef own = new MetricRef("many", "own", "scans");
    Ratio theirs = new Ratio("", own.of("base"), new MetricRef("few", "base", "scans"));
    Ratio growth = new Ratio("", own, new MetricRef("few", "own", "scans"), theirs);
    Claim claim = Claim.everywhere("grows less", Direction.AT_MOST, 0.5, List.of(growth));
    assertEquals(0.25, claim.judge(measurements).measured().orElseThrow().median());
    measurements.put(sides("few", 30, 0));
    assertEquals(ClaimVerdict.NOT_MEASURED, claim.judge(measurements).verdict());
  }

  private static Results sides(String at, double own, double base) {
    return Made.results(
        at, Map.of("own", Map.of("scans", List.of(own)), "base", Map.of("scans", List.of(base))));
  }

  @Test
  void upToIsHalfOfTheBestAndAReasonChangesNoVerdict() {
    Claim claim = Claim.upTo("up to 60 % less", 0.4, several()).because("another machine");
    assertEquals(Direction.AT_MOST, claim.direction());
    assertEquals(0.7, claim.bar(), 1e-9);
    assertEquals("another machine", claim.reason());
    assertEquals(ClaimVerdict.NOT_MEASURED, claim.judge(new Measurements()).verdict());
  }
}

package dev.yardmaster.benchmarks.measure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A claim about measured figures: a figure, or a ratio of two figures, must reach a bar (the
 * required value). A claim of a paper also contains the paper's value.
 *
 * @param words the short text of the claim
 * @param direction whether greater or smaller ratios are better
 * @param paper the paper's ratio; NaN if there is none
 * @param bar lower or upper bound of the ratio
 * @param scope the rule that selects which ratio decides, if there are several
 * @param compared the ratios; at least one
 * @param reason a difference from the paper's system that may explain a different ratio; empty for
 *     none
 * @param isJudged whether the measurements are long enough for a verdict
 */
public record Claim(
    String words,
    Direction direction,
    double paper,
    double bar,
    Scope scope,
    List<Ratio> compared,
    String reason,
    boolean isJudged) {

  /** The direction of better ratios. */
  public enum Direction {
    /** Greater ratios are better. */
    AT_LEAST(">="),
    /** Smaller ratios are better. */
    AT_MOST("<=");

    private final String sign;

    Direction(String sign) {
      this.sign = sign;
    }

    /** Returns the comparison sign that reports print in front of the bar. */
    public String sign() {
      return sign;
    }
  }

  /** The rule that selects the ratio that decides a claim with several ratios. */
  public enum Scope {
    /** The best ratio decides: the paper says "up to". */
    SOMEWHERE,
    /** The worst ratio decides: the paper says "consistently". */
    EVERYWHERE,
    /**
     * The greatest figure, divided by the greatest figure of the base, decides: the paper says
     * "peak".
     */
    PEAKS
  }

  /**
   * Checks that the paper's ratio reaches the bar. If it did not, a ratio between the paper's ratio
   * and the bar would have no verdict.
   */
  public Claim {
    compared = List.copyOf(compared);
    if (compared.isEmpty()) {
      throw new IllegalArgumentException("nothing is compared: claim=" + words);
    }
    if (!Double.isNaN(paper) && paper != bar && !reaches(direction, paper, bar)) {
      throw new IllegalArgumentException(
          "the paper itself misses the bar: paper=" + paper + ", bar=" + bar + ", claim=" + words);
    }
  }

  /** Creates a claim that gets a verdict. */
  public Claim(
      String words,
      Direction direction,
      double paper,
      double bar,
      Scope scope,
      List<Ratio> compared,
      String reason) {
    this(words, direction, paper, bar, scope, compared, reason, true);
  }

  /** Creates a claim about one ratio. */
  public Claim(
      String words,
      Direction direction,
      double paper,
      double bar,
      MetricRef figure,
      MetricRef base) {
    this(words, direction, paper, bar, Scope.EVERYWHERE, List.of(new Ratio("", figure, base)), "");
  }

  /**
   * Returns a claim that states the paper's ratio. The bar is half of the paper's effect (the
   * distance of the ratio from 1): if the paper's ratio is 2, the bar is 1.5.
   */
  public static Claim ratio(String words, double paper, MetricRef figure, MetricRef base) {
    return new Claim(words, directionOf(paper), paper, half(paper), figure, base);
  }

  /** Returns a claim with a lower bound that this project sets. */
  public static Claim atLeast(String words, double bar, MetricRef figure, MetricRef base) {
    return new Claim(words, Direction.AT_LEAST, Double.NaN, bar, figure, base);
  }

  /** Returns a claim with an upper bound that this project sets. */
  public static Claim atMost(String words, double bar, MetricRef figure, MetricRef base) {
    return new Claim(words, Direction.AT_MOST, Double.NaN, bar, figure, base);
  }

  /**
   * Returns a claim about the best of several ratios, with the paper's value; the bar is half of
   * the paper's effect.
   */
  public static Claim upTo(String words, double paper, List<Ratio> compared) {
    return new Claim(words, directionOf(paper), paper, half(paper), Scope.SOMEWHERE, compared, "");
  }

  /** Returns a claim about the worst of several ratios, for which the paper gives no value. */
  public static Claim everywhere(
      String words, Direction direction, double bar, List<Ratio> compared) {
    return new Claim(words, direction, Double.NaN, bar, Scope.EVERYWHERE, compared, "");
  }

  /**
   * Returns a claim about the greatest figure divided by the greatest figure of the base, with the
   * paper's value.
   */
  public static Claim peaks(String words, double paper, List<Ratio> compared) {
    return new Claim(words, directionOf(paper), paper, half(paper), Scope.PEAKS, compared, "");
  }

  /** Returns this claim with a reason why the ratio may differ from the paper's. */
  public Claim because(String newReason) {
    return new Claim(words, direction, paper, bar, scope, compared, newReason, isJudged);
  }

  /** Returns this claim for measurements that are too short for a verdict. */
  public Claim withoutVerdict() {
    return new Claim(words, direction, paper, bar, scope, compared, reason, false);
  }

  private static Direction directionOf(double paper) {
    return paper >= 1 ? Direction.AT_LEAST : Direction.AT_MOST;
  }

  private static double half(double paper) {
    return (1 + paper) / 2;
  }

  /**
   * A claim with the ratio that was measured for it.
   *
   * @param at the name of the measurement to which the deciding ratio belongs; empty if the claim
   *     has only one ratio
   * @param measured the deciding ratio; empty if none was measured
   */
  public record Judged(Claim claim, String at, Optional<Spread> measured, ClaimVerdict verdict) {

    /** Returns whether the ratio reaches the bar. */
    public boolean isMet() {
      return verdict == ClaimVerdict.EXCEEDS || verdict == ClaimVerdict.HOLDS;
    }

    /**
     * Returns whether the median of the repeats reaches the bar, although the ratio of the worst
     * repeat does not.
     */
    public boolean isMissedInWorstRepeat() {
      return isMet()
          && !reaches(
              claim.direction,
              claim.direction == Direction.AT_LEAST
                  ? measured.orElseThrow().min()
                  : measured.orElseThrow().max(),
              claim.bar);
    }
  }

  private static boolean reaches(Direction direction, double ratio, double bar) {
    return direction == Direction.AT_LEAST ? ratio >= bar : ratio <= bar;
  }

  private record Measured(String at, Spread ratio) {}

  /**
   * Compares the median of the deciding ratio with the bar; ratios that were not measured are
   * ignored.
   */
  public Judged judge(Measurements measurements) {
    return (scope == Scope.PEAKS ? peaks(measurements) : deciding(measurements))
        .map(
            found ->
                new Judged(
                    this, found.at(), Optional.of(found.ratio()), verdict(found.ratio().median())))
        .orElseGet(() -> new Judged(this, "", Optional.empty(), ClaimVerdict.NOT_MEASURED));
  }

  private Optional<Measured> peaks(Measurements measurements) {
    OptionalDouble figure = greatest(measurements, Ratio::figure);
    OptionalDouble base = greatest(measurements, Ratio::base);
    if (figure.isEmpty() || base.isEmpty() || base.getAsDouble() == 0) {
      return Optional.empty();
    }
    return Optional.of(new Measured("peaks", Spread.of(figure.getAsDouble() / base.getAsDouble())));
  }

  private OptionalDouble greatest(Measurements measurements, Function<Ratio, MetricRef> which) {
    return compared.stream()
        .flatMap(each -> measurements.spread(which.apply(each)).stream())
        .mapToDouble(Spread::median)
        .max();
  }

  private Optional<Measured> deciding(Measurements measurements) {
    Comparator<Measured> byRatio = Comparator.comparingDouble(each -> each.ratio().median());
    boolean greatest = (direction == Direction.AT_LEAST) == (scope == Scope.SOMEWHERE);
    return compared.stream()
        .flatMap(
            each -> each.of(measurements).stream().map(ratio -> new Measured(each.at(), ratio)))
        .min(greatest ? byRatio.reversed() : byRatio);
  }

  private ClaimVerdict verdict(double ratio) {
    if (!isJudged) {
      return ClaimVerdict.NOT_JUDGED;
    }
    if (!Double.isNaN(paper) && reaches(direction, ratio, paper)) {
      return ClaimVerdict.EXCEEDS;
    }
    return reaches(direction, ratio, bar) ? ClaimVerdict.HOLDS : ClaimVerdict.FALLS_SHORT;
  }
}

package dev.yardmaster.benchmarks.measure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A bar: what is asked for of a figure, or of a ratio of two, and what a paper says about it if it
 * is a paper's claim.
 *
 * @param words as the paper has it, in short
 * @param direction which ratios are better
 * @param paper the paper's ratio; NaN if there is none
 * @param bar what the ratio is to be at least, or at most
 * @param scope which of several ratios decides
 * @param compared the ratios; at least one
 * @param reason what is different here from the paper's system, and so may make the ratio another;
 *     empty for nothing
 */
public record Claim(
    String words,
    Direction direction,
    double paper,
    double bar,
    Scope scope,
    List<Ratio> compared,
    String reason) {

  /** Which ratios are better. */
  public enum Direction {
    /** Greater ones. */
    AT_LEAST(">="),
    /** Smaller ones. */
    AT_MOST("<=");

    private final String sign;

    Direction(String sign) {
      this.sign = sign;
    }

    /** How it is written before a bar. */
    public String sign() {
      return sign;
    }
  }

  /** Which of several ratios decides. */
  public enum Scope {
    /** The best: the paper says "up to". */
    SOMEWHERE,
    /** The worst: the paper says "consistently". */
    EVERYWHERE,
    /** None of them but the greatest figure over the greatest base: the paper says "peak". */
    PEAKS
  }

  /** A bar that is above what the paper reached would have no verdict between. */
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

  /** A claim about one ratio. */
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
   * A ratio of which the paper gives the number. What is asked for is half of the effect: with
   * twice as much in the paper, one and a half times as much.
   */
  public static Claim ratio(String words, double paper, MetricRef figure, MetricRef base) {
    return new Claim(words, directionOf(paper), paper, half(paper), figure, base);
  }

  /** A bar of ours: at least so much. */
  public static Claim atLeast(String words, double bar, MetricRef figure, MetricRef base) {
    return new Claim(words, Direction.AT_LEAST, Double.NaN, bar, figure, base);
  }

  /** A bar of ours: at most so much. */
  public static Claim atMost(String words, double bar, MetricRef figure, MetricRef base) {
    return new Claim(words, Direction.AT_MOST, Double.NaN, bar, figure, base);
  }

  /** The best of several ratios, of which the paper gives the number; half of it is asked for. */
  public static Claim upTo(String words, double paper, List<Ratio> compared) {
    return new Claim(words, directionOf(paper), paper, half(paper), Scope.SOMEWHERE, compared, "");
  }

  /** All of several ratios, of which the paper gives no number. */
  public static Claim everywhere(
      String words, Direction direction, double bar, List<Ratio> compared) {
    return new Claim(words, direction, Double.NaN, bar, Scope.EVERYWHERE, compared, "");
  }

  /** The greatest of several over the greatest of others, of which the paper gives the number. */
  public static Claim peaks(String words, double paper, List<Ratio> compared) {
    return new Claim(words, directionOf(paper), paper, half(paper), Scope.PEAKS, compared, "");
  }

  /** The same with a reason. */
  public Claim because(String newReason) {
    return new Claim(words, direction, paper, bar, scope, compared, newReason);
  }

  private static Direction directionOf(double paper) {
    return paper >= 1 ? Direction.AT_LEAST : Direction.AT_MOST;
  }

  private static double half(double paper) {
    return (1 + paper) / 2;
  }

  /**
   * A claim beside what was measured.
   *
   * @param at where the ratio that decides was measured; empty if there is but one
   * @param measured that ratio; empty if none was measured
   */
  public record Judged(Claim claim, String at, Optional<Spread> measured, ClaimVerdict verdict) {

    /** Whether it is what was asked for. */
    public boolean isMet() {
      return verdict == ClaimVerdict.EXCEEDS || verdict == ClaimVerdict.HOLDS;
    }
  }

  private static boolean reaches(Direction direction, double ratio, double bar) {
    return direction == Direction.AT_LEAST ? ratio >= bar : ratio <= bar;
  }

  private record Measured(String at, Spread ratio) {}

  /** Judges it by the median of the ratio that decides, among those that were measured. */
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
            each ->
                measurements.ratio(each.figure(), each.base()).stream()
                    .map(ratio -> new Measured(each.at(), ratio)))
        .min(greatest ? byRatio.reversed() : byRatio);
  }

  private ClaimVerdict verdict(double ratio) {
    if (!Double.isNaN(paper) && reaches(direction, ratio, paper)) {
      return ClaimVerdict.EXCEEDS;
    }
    return reaches(direction, ratio, bar) ? ClaimVerdict.HOLDS : ClaimVerdict.FALLS_SHORT;
  }
}

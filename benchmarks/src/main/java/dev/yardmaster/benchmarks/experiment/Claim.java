package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.run.Spread;
import java.util.Optional;

/**
 * What a paper says about a ratio of two figures, and what is asked for here.
 *
 * @param words as the paper has it, in short
 * @param direction which ratios are better
 * @param paper the paper's ratio; NaN if it gives no number
 * @param bar what the ratio is to be at least, or at most
 */
public record Claim(
    String words, Direction direction, double paper, double bar, Ref figure, Ref base) {

  /** Which ratios are better. */
  public enum Direction {
    /** Greater ones. */
    AT_LEAST,
    /** Smaller ones. */
    AT_MOST
  }

  /** A bar that is above what the paper reached would have no verdict between. */
  public Claim {
    if (!Double.isNaN(paper) && paper != bar && !reaches(direction, paper, bar)) {
      throw new IllegalArgumentException(
          "the paper itself misses the bar: paper=" + paper + ", bar=" + bar + ", claim=" + words);
    }
  }

  /**
   * A ratio of which the paper gives the number. What is asked for is half of the effect: with
   * twice as much in the paper, one and a half times as much.
   */
  public static Claim ratio(String words, double paper, Ref figure, Ref base) {
    Direction direction = paper >= 1 ? Direction.AT_LEAST : Direction.AT_MOST;
    return new Claim(words, direction, paper, (1 + paper) / 2, figure, base);
  }

  /** As much or more, of which the paper gives no number. */
  public static Claim more(String words, Ref figure, Ref base) {
    return new Claim(words, Direction.AT_LEAST, Double.NaN, 1, figure, base);
  }

  /** As much or less, of which the paper gives no number. */
  public static Claim less(String words, Ref figure, Ref base) {
    return new Claim(words, Direction.AT_MOST, Double.NaN, 1, figure, base);
  }

  /** A ratio of which the paper gives the number, and we ask for another. */
  public static Claim atLeast(String words, double paper, double bar, Ref figure, Ref base) {
    return new Claim(words, Direction.AT_LEAST, paper, bar, figure, base);
  }

  /**
   * A claim beside what was measured.
   *
   * @param measured the ratio; empty if it was not measured
   */
  public record Judged(Claim claim, Optional<Spread> measured, Verdict verdict) {}

  private static boolean reaches(Direction direction, double ratio, double bar) {
    return direction == Direction.AT_LEAST ? ratio >= bar : ratio <= bar;
  }

  /** Judges it by the median ratio. */
  public Judged judge(Measurements measurements) {
    Optional<Spread> ratio = measurements.ratio(figure, base);
    Verdict verdict =
        ratio.isEmpty() ? Verdict.NOT_MEASURED : verdict(ratio.orElseThrow().median());
    return new Judged(this, ratio, verdict);
  }

  private Verdict verdict(double ratio) {
    if (!Double.isNaN(paper) && reaches(direction, ratio, paper)) {
      return Verdict.EXCEEDS;
    }
    return reaches(direction, ratio, bar) ? Verdict.HOLDS : Verdict.FALLS_SHORT;
  }
}

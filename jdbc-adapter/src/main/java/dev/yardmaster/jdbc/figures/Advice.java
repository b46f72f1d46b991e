package dev.yardmaster.jdbc.figures;

/**
 * The result of the advisor's measurements.
 *
 * @param verdict the answer
 * @param gain the gain of scheduling: 0.4 if 40 % more transactions complete in the same time with
 *     scheduling; 0 if the verdict needed no comparison
 * @param least the lower end of the range that contains the true median of the gains with a
 *     probability of at least 93 %
 * @param greatest the upper end of this range
 * @param text the answer in words, for example {@code on gains 40% (31 to 47%)}
 */
public record Advice(Verdict verdict, double gain, double least, double greatest, String text) {

  /** The possible answers. */
  public enum Verdict {
    /** More transactions complete with scheduling. */
    ON_GAINS,
    /** More transactions complete without scheduling. */
    OFF_GAINS,
    /**
     * Scheduling makes no difference, or aborts cost so little time that scheduling cannot make a
     * difference.
     */
    NOTHING_TO_GAIN,
    /**
     * Scheduling saves more than half of the aborts per commit. The measured gain is not negative,
     * but the intervals differ too much to be certain of a gain.
     */
    ON_SAVES_ABORTS,
    /** The intervals differ more from each other than scheduling could explain. */
    UNCLEAR,
    /** Too few transactions have ended. */
    TOO_LITTLE_TRAFFIC
  }

  @Override
  public String toString() {
    return text;
  }
}

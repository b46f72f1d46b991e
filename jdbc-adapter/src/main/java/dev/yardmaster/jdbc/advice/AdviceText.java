package dev.yardmaster.jdbc.advice;

import dev.yardmaster.jdbc.advice.AdvisedSystem.Totals;
import dev.yardmaster.jdbc.figures.Advice;
import dev.yardmaster.jdbc.figures.Advice.Verdict;
import java.util.Locale;

/** Writes the text of the advice. */
final class AdviceText {
  private static final double NS_PER_S = 1e9;

  private AdviceText() {}

  static Advice tooLittleTraffic(long ended, long ns) {
    return withoutComparison(
        Verdict.TOO_LITTLE_TRAFFIC,
        format("not enough traffic to tell: %,d transactions in %.0f s", ended, ns / NS_PER_S));
  }

  static Advice tooManyTexts() {
    return withoutComparison(
        Verdict.UNCLEAR, "not clear: the texts of the transactions change too fast");
  }

  private static Advice withoutComparison(Verdict verdict, String text) {
    return new Advice(verdict, 0, 0, 0, text);
  }

  /** Returns the advice that aborts cost too little for a comparison. */
  static Advice nothingToGain(Totals seen) {
    return withoutComparison(
        Verdict.NOTHING_TO_GAIN,
        seen.unprotected() * 2 > seen.ended()
            ? format(
                "off: nothing to gain: %,d of %,d transactions are read-only or READ COMMITTED",
                seen.unprotected(), seen.ended())
            : format(
                "off: nothing to gain: aborts cost %.1f%% of the time of %,d transactions",
                100.0 * seen.lostNs() / Math.max(1, seen.busyNs()), seen.ended()));
  }

  static Advice compared(PairedTrials pairs, SideTotals on, SideTotals off) {
    Verdict seen = pairs.verdict(off.lostShare());
    Verdict verdict =
        seen == Verdict.UNCLEAR && pairs.gain() >= 0 && on.hasFewConflictsBeside(off)
            ? Verdict.ON_SAVES_ABORTS
            : seen;
    String rates =
        format(
            ": %,.0f commits/s on, %,.0f off; %.1f conflicts per 100 commits on, %.1f off, which cost"
                + " %.1f%% of the time",
            on.commitsPerSecond(),
            off.commitsPerSecond(),
            on.conflictsPer100Commits(),
            off.conflictsPer100Commits(),
            100 * off.lostShare());
    return new Advice(
        verdict,
        pairs.gain(),
        pairs.least(),
        pairs.greatest(),
        answer(verdict, pairs.gain(), pairs.least(), pairs.greatest()) + rates);
  }

  private static String answer(Verdict verdict, double gain, double least, double greatest) {
    return switch (verdict) {
      case ON_GAINS -> "on gains " + percent(gain) + " " + range(least, greatest);
      case OFF_GAINS ->
          "off gains " + percent(reverse(gain)) + " " + range(reverse(greatest), reverse(least));
      case NOTHING_TO_GAIN -> "off: nothing to gain " + range(least, greatest);
      case ON_SAVES_ABORTS ->
          "on saves aborts, but its gain is not clear " + range(least, greatest);
      case UNCLEAR, TOO_LITTLE_TRAFFIC ->
          "not clear: the intervals differ by more than the scheduling changes "
              + range(least, greatest);
    };
  }

  /** Returns the advice with the addition that the advisor has switched scheduling. */
  static Advice andSwitched(Advice found, boolean on) {
    return new Advice(
        found.verdict(),
        found.gain(),
        found.least(),
        found.greatest(),
        found.text() + (on ? "; switched on" : "; switched off"));
  }

  private static double reverse(double gain) {
    return 1 / (1 + gain) - 1;
  }

  private static String percent(double share) {
    return Math.round(100 * share) + "%";
  }

  private static String range(double least, double greatest) {
    return "(" + Math.round(100 * least) + " to " + percent(greatest) + ")";
  }

  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }
}

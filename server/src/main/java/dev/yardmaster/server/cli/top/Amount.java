package dev.yardmaster.server.cli.top;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers for human readers. */
final class Amount {

  private static final double US_PER_MS = 1e3;
  private static final double US_PER_SECOND = 1e6;
  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  private Amount() {}

  /**
   * Formats a rate or a count: 10 and above as a whole number, smaller values with three
   * significant digits.
   */
  static String of(double value) {
    return value >= 10 || value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,d", Math.round(value))
        : threeDigits(value);
  }

  /** Formats a whole number. */
  static String of(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Formats a share of 1 in percent. */
  static String ofShare(double share) {
    return Math.round(100 * share) + "%";
  }

  /** Formats a duration in s, ms or µs. */
  static String ofUs(double us) {
    if (us >= US_PER_SECOND) {
      return threeDigits(us / US_PER_SECOND) + " s";
    }
    return us >= US_PER_MS ? threeDigits(us / US_PER_MS) + " ms" : threeDigits(us) + " µs";
  }

  /** Formats a number of bytes, in MiB or KiB. */
  static String ofBytes(double bytes) {
    return bytes >= 1 << 20
        ? threeDigits(bytes / (1 << 20)) + " MiB"
        : threeDigits(bytes / (1 << 10)) + " KiB";
  }

  private static String threeDigits(double value) {
    return BigDecimal.valueOf(value).round(THREE_DIGITS).stripTrailingZeros().toPlainString();
  }

  /** Formats an elapsed time in its largest two units. */
  static String ofSeconds(long seconds) {
    long minutes = seconds / 60;
    long hours = minutes / 60;
    if (hours >= 24) {
      return hours / 24 + " d " + hours % 24 + " h";
    }
    if (hours > 0) {
      return hours + " h " + minutes % 60 + " min";
    }
    return minutes > 0 ? minutes + " min" : seconds + " s";
  }
}

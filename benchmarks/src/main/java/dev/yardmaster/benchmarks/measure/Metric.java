package dev.yardmaster.benchmarks.measure;

import java.util.Locale;

/**
 * A figure that a round of a side comes to.
 *
 * @param name in reports for scripts; unique within a side
 * @param unit of its values: 1/s, us, ns, bytes, or 1 for shares and numbers
 * @param over which value stands for several repeats
 * @param better which values are better
 * @param shown how it is written for people
 */
public record Metric(String name, String unit, Over over, Better better, Shown shown) {

  /** Transactions committed in a second. */
  public static final Metric COMMITTED = rate("committedPerSecond");

  /** What a side did in a second, over what the side did that others are compared with. */
  public static final Metric RATIO_TO_BASE = ratio("ratioToBase");

  /** Which value stands for several repeats. */
  public enum Over {
    /** The median. */
    MEDIAN,
    /** The greatest of all, as for the longest latency. */
    GREATEST,
    /** The least of all, as for what must hold in every repeat: 1 if it does, 0 if not. */
    LEAST
  }

  /** Which values are better. */
  public enum Better {
    /** Greater ones. */
    HIGHER,
    /** Smaller ones. */
    LOWER,
    /** Neither: it explains other figures. */
    NEITHER
  }

  /** How a value is written for people. */
  public enum Shown {
    /** Without decimals. */
    WHOLE("%,.0f", 1),
    /** With one decimal. */
    ONE("%,.1f", 1),
    /** With two. */
    TWO("%,.2f", 1),
    /** With three. */
    THREE("%,.3f", 1),
    /** With four, for what is counted for each commit. */
    FOUR("%.4f", 1),
    /** A share, in percent. */
    PERCENT("%.1f%%", 100),
    /** Bytes, in millions. */
    MEGA("%,.1f", 1e-6),
    /** Bytes, in MiB. */
    MEBI("%,.1f", 1.0 / (1 << 20)),
    /** With as many decimals as its size wants. */
    BY_SIZE("", 1),
    /** A ratio within a repeat: its median and from the least to the greatest. */
    RATIO("%.2f", 1);

    private final String pattern;
    private final double scale;

    Shown(String pattern, double scale) {
      this.pattern = pattern;
      this.scale = scale;
    }

    /** A value. */
    public String text(double value) {
      return String.format(Locale.ROOT, this == BY_SIZE ? bySize(value) : pattern, scale * value);
    }

    /** A value over several repeats, with its least and greatest if they differ. */
    public String text(Spread spread) {
      return spread.min() == spread.max()
          ? text(spread.median())
          : text(spread.median()) + " (" + text(spread.min()) + "-" + text(spread.max()) + ")";
    }

    private static String bySize(double value) {
      double size = Math.abs(value);
      if (size >= 100) {
        return "%,.0f";
      }
      return size >= 10 ? "%.1f" : size >= 0.1 || size == 0 ? "%.2f" : "%.4f";
    }
  }

  /** A figure whose median stands for several repeats. */
  public static Metric of(String name, String unit, Better better, Shown shown) {
    return new Metric(name, unit, Over.MEDIAN, better, shown);
  }

  /** What is done in a second: the more the better. */
  public static Metric rate(String name) {
    return of(name, "1/s", Better.HIGHER, Shown.WHOLE);
  }

  /** A latency: the shorter the better. */
  public static Metric latency(String name) {
    return of(name, "us", Better.LOWER, Shown.BY_SIZE);
  }

  /** Time spent for each of something: the less the better. */
  public static Metric cost(String name) {
    return of(name, "ns", Better.LOWER, Shown.WHOLE);
  }

  /** What goes wrong for each of something: the less the better. */
  public static Metric per(String name) {
    return of(name, "1", Better.LOWER, Shown.FOUR);
  }

  /** A figure that explains others. */
  public static Metric fact(String name, String unit, Shown shown) {
    return of(name, unit, Better.NEITHER, shown);
  }

  /** A figure over the same of another side in the same repeat. */
  public static Metric ratio(String name) {
    return of(name, "1", Better.NEITHER, Shown.RATIO);
  }

  /** The same, of which the greatest of all stands for several repeats. */
  public Metric greatest() {
    return new Metric(name, unit, Over.GREATEST, better, shown);
  }

  /** The same, of which the least of all stands for several repeats. */
  public Metric least() {
    return new Metric(name, unit, Over.LEAST, better, shown);
  }
}

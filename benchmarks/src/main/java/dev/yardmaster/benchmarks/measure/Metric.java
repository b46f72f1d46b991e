package dev.yardmaster.benchmarks.measure;

import java.util.Locale;

/**
 * A kind of figure that a round of a side yields.
 *
 * @param name in reports for scripts; unique within a side
 * @param unit of its values: 1/s, us, ns, bytes, or 1 for shares and numbers
 * @param over which value stands for several repeats
 * @param better which values are better
 * @param shown how readers see a value
 */
public record Metric(String name, String unit, Over over, Better better, Shown shown) {

  /** The transactions committed per second. */
  public static final Metric COMMITTED = rate("committedPerSecond");

  /** The throughput of a side over that of the base side. */
  public static final Metric RATIO_TO_BASE = ratio("ratioToBase");

  /** Which value stands for several repeats. */
  public enum Over {
    /** The median. */
    MEDIAN,
    /** The greatest of all, as for the longest latency. */
    GREATEST,
    /**
     * The least of all, as for a condition that must hold in every repeat: 1 if it holds, 0 if not.
     */
    LEAST
  }

  /** Which values are better. */
  public enum Better {
    /** Greater values. */
    HIGHER,
    /** Smaller values. */
    LOWER,
    /** Neither: the figure explains others. */
    NEITHER
  }

  /** How readers see a value. */
  public enum Shown {
    /** Without decimals. */
    WHOLE("%,.0f", 1),
    /** With one decimal. */
    ONE("%,.1f", 1),
    /** With two decimals. */
    TWO("%,.2f", 1),
    /** With three decimals. */
    THREE("%,.3f", 1),
    /** With four decimals, for figures per commit. */
    FOUR("%.4f", 1),
    /** A share, in percent. */
    PERCENT("%.1f%%", 100),
    /** Bytes, in millions. */
    MEGA("%,.1f", 1e-6),
    /** Bytes, in MiB. */
    MEBI("%,.1f", 1.0 / (1 << 20)),
    /** With decimals that depend on the size. */
    BY_SIZE("", 1),
    /** A ratio within a repeat: its median with the least and the greatest. */
    RATIO("%.2f", 1);

    private final String pattern;
    private final double scale;

    Shown(String pattern, double scale) {
      this.pattern = pattern;
      this.scale = scale;
    }

    /** Returns a value as text. */
    public String text(double value) {
      return String.format(Locale.ROOT, this == BY_SIZE ? bySize(value) : pattern, scale * value);
    }

    /** Returns a value over several repeats as text, with its least and greatest if they differ. */
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

  /** Returns a metric whose median stands for several repeats. */
  public static Metric of(String name, String unit, Better better, Shown shown) {
    return new Metric(name, unit, Over.MEDIAN, better, shown);
  }

  /** Returns a rate per second: greater is better. */
  public static Metric rate(String name) {
    return of(name, "1/s", Better.HIGHER, Shown.WHOLE);
  }

  /** Returns a latency: smaller is better. */
  public static Metric latency(String name) {
    return of(name, "us", Better.LOWER, Shown.BY_SIZE);
  }

  /** Returns a time for each unit of work: smaller is better. */
  public static Metric cost(String name) {
    return of(name, "ns", Better.LOWER, Shown.WHOLE);
  }

  /** Returns a number of failures for each unit of work: smaller is better. */
  public static Metric per(String name) {
    return of(name, "1", Better.LOWER, Shown.FOUR);
  }

  /** Returns a metric that explains others. */
  public static Metric fact(String name, String unit, Shown shown) {
    return of(name, unit, Better.NEITHER, shown);
  }

  /** Returns a metric divided by that of another side in the same repeat. */
  public static Metric ratio(String name) {
    return of(name, "1", Better.NEITHER, Shown.RATIO);
  }

  /** Returns this metric with the greatest value standing for several repeats. */
  public Metric greatest() {
    return new Metric(name, unit, Over.GREATEST, better, shown);
  }

  /** Returns this metric with the least value standing for several repeats. */
  public Metric least() {
    return new Metric(name, unit, Over.LEAST, better, shown);
  }
}

package dev.yardmaster.benchmarks.measure;

import java.util.Locale;
import java.util.Optional;

/**
 * A metric that is measured in each round of a side.
 *
 * @param name the name in JSON reports; unique within a side
 * @param unit the unit of the values: 1/s, us, ns, bytes, or 1 for shares and numbers
 * @param over the value that represents several repeats
 * @param better whether greater or smaller values are better
 * @param shown the format of a value in tables and charts
 */
public record Metric(String name, String unit, Over over, Better better, Shown shown) {

  /** The number of transactions committed per second. */
  public static final Metric COMMITTED = rate("committedPerSecond");

  /** The throughput of a side, divided by the throughput of the base side. */
  public static final Metric RATIO_TO_BASE = ratio("ratioToBase");

  private static final String BY_TYPE = "ByType.";

  /** The rule that combines the values of several repeats into one value. */
  public enum Over {
    /** The result is the median of the repeats. */
    MEDIAN,
    /**
     * The result is the greatest value of all repeats. It is used, for example, for the longest
     * latency.
     */
    GREATEST,
    /**
     * The result is the least value of all repeats. A condition that must hold in every repeat is
     * such a metric: the value is 1 if the condition holds, and 0 otherwise.
     */
    LEAST
  }

  /** The direction of better values. */
  public enum Better {
    /** Greater values are better. */
    HIGHER,
    /** Smaller values are better. */
    LOWER,
    /**
     * Neither greater nor smaller values are better, because the metric only explains other
     * metrics.
     */
    NEITHER
  }

  /** The format of a value in tables and charts. */
  public enum Shown {
    /** The value has no decimals. */
    WHOLE("%,.0f", 1),
    /** The value has one decimal. */
    ONE("%,.1f", 1),
    /** The value has two decimals. */
    TWO("%,.2f", 1),
    /** The value has three decimals. */
    THREE("%,.3f", 1),
    /** The value has four decimals, for figures per commit. */
    FOUR("%.4f", 1),
    /** The value is a share, shown in percent. */
    PERCENT("%.1f%%", 100),
    /** The value is a number of bytes, shown in millions. */
    MEGA("%,.1f", 1e-6),
    /** The value is a number of bytes, shown in MiB. */
    MEBI("%,.1f", 1.0 / (1 << 20)),
    /** The number of decimals depends on the size of the value. */
    BY_SIZE("", 1),
    /**
     * The value is a ratio within a repeat, shown as the median together with the least and the
     * greatest value.
     */
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

    /**
     * Returns the median of several repeats as text, with the least and the greatest value if they
     * differ.
     */
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

  /** Returns a metric whose median represents several repeats. */
  public static Metric of(String name, String unit, Better better, Shown shown) {
    return new Metric(name, unit, Over.MEDIAN, better, shown);
  }

  /** Returns a metric for a rate per second. Greater values are better. */
  public static Metric rate(String name) {
    return of(name, "1/s", Better.HIGHER, Shown.WHOLE);
  }

  /**
   * Returns the metric for the number of transactions committed per second in a tick of a recorded
   * interval. A recorded interval is divided into ticks of equal length.
   *
   * @param number number of the tick, counted from 0
   */
  public static Metric tick(int number) {
    return rate("tick" + number);
  }

  /** Returns a metric for a latency. Smaller values are better. */
  public static Metric latency(String name) {
    return of(name, "us", Better.LOWER, Shown.BY_SIZE);
  }

  /** Returns a metric for a time for each unit of work. Smaller values are better. */
  public static Metric cost(String name) {
    return of(name, "ns", Better.LOWER, Shown.WHOLE);
  }

  /**
   * Returns a metric for the number of failures for each unit of work. Smaller values are better.
   */
  public static Metric per(String name) {
    return of(name, "1", Better.LOWER, Shown.FOUR);
  }

  /** Returns a metric that explains other metrics. */
  public static Metric fact(String name, String unit, Shown shown) {
    return of(name, unit, Better.NEITHER, shown);
  }

  /** Returns a metric for the ratio to another side's figure in the same repeat. */
  public static Metric ratio(String name) {
    return of(name, "1", Better.NEITHER, Shown.RATIO);
  }

  /** Returns this metric for one type of transaction. */
  public Metric ofType(String type) {
    return new Metric(name + BY_TYPE + type, unit, over, better, shown);
  }

  /**
   * Returns the type of transaction for which {@link #ofType} has returned a metric with this name,
   * if any.
   */
  public Optional<String> typeOf(String metricName) {
    return metricName.startsWith(name + BY_TYPE)
        ? Optional.of(metricName.substring(name.length() + BY_TYPE.length()))
        : Optional.empty();
  }

  /**
   * Returns this metric with the greatest value of the repeats, instead of the median, as the
   * combined value.
   */
  public Metric greatest() {
    return new Metric(name, unit, Over.GREATEST, better, shown);
  }

  /**
   * Returns this metric with the least value of the repeats, instead of the median, as the combined
   * value.
   */
  public Metric least() {
    return new Metric(name, unit, Over.LEAST, better, shown);
  }
}

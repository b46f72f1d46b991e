package dev.yardmaster.server.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats whole amounts with a unit. An amount without a unit is in the plain unit. */
final class Quantity {

  /** Amounts of bytes. */
  static final Quantity SIZE =
      new Quantity(
          "bytes",
          1,
          new Unit("TiB", 1L << 40),
          new Unit("GiB", 1L << 30),
          new Unit("MiB", 1L << 20),
          new Unit("KiB", 1L << 10),
          new Unit("B", 1));

  /** Durations in nanoseconds; a number without a unit is in milliseconds. */
  static final Quantity DURATION =
      new Quantity(
          "ms",
          1_000_000,
          new Unit("h", 3_600_000_000_000L),
          new Unit("m", 60_000_000_000L),
          new Unit("s", 1_000_000_000L),
          new Unit("ms", 1_000_000L),
          new Unit("us", 1_000L),
          new Unit("ns", 1L));

  private record Unit(String name, long factor) {}

  private static final Pattern FORM = Pattern.compile("([0-9]{1,18}) ?([A-Za-z]*)");

  private final String plainUnit;
  private final Map<String, Long> factors = new HashMap<>();
  private final List<Unit> largestFirst;

  private Quantity(String plainUnit, long plainFactor, Unit... largestFirst) {
    this.plainUnit = plainUnit;
    this.largestFirst = List.of(largestFirst);
    for (Unit unit : largestFirst) {
      factors.put(unit.name(), unit.factor());
    }
    factors.put("", plainFactor);
  }

  /** Returns the plain unit: the unit of a number that is given without a unit. */
  String plainUnit() {
    return plainUnit;
  }

  /**
   * Parses an amount, in bytes or ns.
   *
   * @throws IllegalArgumentException if the text is not valid
   */
  long parse(String text) {
    Matcher form = FORM.matcher(text);
    Long factor = form.matches() ? factors.get(form.group(2)) : null;
    if (factor == null) {
      throw new IllegalArgumentException("'" + text + "' is not an amount");
    }
    try {
      return Math.multiplyExact(Long.parseLong(form.group(1)), factor);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("'" + text + "' is too large", e);
    }
  }

  /** Formats the amount in the largest unit in which it is a whole number. */
  String format(long amount) {
    for (Unit unit : largestFirst) {
      if (amount != 0 && amount % unit.factor() == 0) {
        return amount / unit.factor() + unit.name();
      }
    }
    return String.valueOf(amount);
  }
}

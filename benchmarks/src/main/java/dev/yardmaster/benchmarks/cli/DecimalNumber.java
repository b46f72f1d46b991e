package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.server.cli.RangeConverter;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts the text of a decimal number within a range. A subclass holds the range of one option.
 */
abstract class DecimalNumber implements RangeConverter<Double> {

  private final BigDecimal min;
  private final BigDecimal max;
  private final String kind;

  DecimalNumber(String min, String max, String kind) {
    this.min = new BigDecimal(min);
    this.max = new BigDecimal(max);
    this.kind = kind;
  }

  @Override
  public String range() {
    DecimalFormat form =
        new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
    return form.format(min) + " to " + form.format(max);
  }

  @Override
  public Double convert(String text) {
    try {
      BigDecimal value = new BigDecimal(text);
      if (value.compareTo(min) >= 0 && value.compareTo(max) <= 0) {
        return value.doubleValue();
      }
    } catch (NumberFormatException e) {
      // continues with the message for a number out of range
    }
    throw new TypeConversionException(
        "'" + text + "' is not a " + kind + " from " + min + " to " + max);
  }

  static final class Skew extends DecimalNumber {
    Skew() {
      super("0", "5", "Zipf theta");
    }
  }

  static final class RecordedSeconds extends DecimalNumber {
    RecordedSeconds() {
      super("0.001", "86400", "number of seconds");
    }
  }

  static final class VirtualSeconds extends DecimalNumber {
    VirtualSeconds() {
      super("0.0001", "10", "number of virtual seconds");
    }
  }

  static final class Minutes extends DecimalNumber {
    Minutes() {
      super("0.01", "10000", "number of minutes");
    }
  }

  static final class WarmUpSeconds extends DecimalNumber {
    WarmUpSeconds() {
      super("0", "3600", "number of seconds");
    }
  }

  static final class ArrivalRate extends DecimalNumber {
    ArrivalRate() {
      super("0.1", "100000000", "number of arrivals per second");
    }
  }

  static final class YcsbSkew extends DecimalNumber {
    YcsbSkew() {
      super("0", "2", "Zipf theta");
    }
  }
}

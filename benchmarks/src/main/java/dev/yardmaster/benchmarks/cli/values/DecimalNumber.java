package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.server.cli.values.DecimalRange;

/** Converts the text of a decimal number. A subclass holds the range of one option. */
public abstract class DecimalNumber extends DecimalRange {

  DecimalNumber(String min, String max, String kind) {
    super(min, max, kind);
  }

  public static final class Skew extends DecimalNumber {
    Skew() {
      super("0", "5", "Zipf theta");
    }
  }

  public static final class RecordedSeconds extends DecimalNumber {
    RecordedSeconds() {
      super("0.001", "86400", "number of seconds");
    }
  }

  public static final class VirtualSeconds extends DecimalNumber {
    VirtualSeconds() {
      super("0.0001", "10", "number of virtual seconds");
    }
  }

  public static final class Minutes extends DecimalNumber {
    Minutes() {
      super("0.01", "10000", "number of minutes");
    }
  }

  public static final class WarmUpSeconds extends DecimalNumber {
    WarmUpSeconds() {
      super("0", "3600", "number of seconds");
    }
  }

  public static final class ArrivalRate extends DecimalNumber {
    ArrivalRate() {
      super("0.1", "100000000", "number of arrivals per second");
    }
  }

  public static final class PlannedRate extends DecimalNumber {
    PlannedRate() {
      super("1000", "5000000", "number of transactions per second");
    }
  }

  public static final class DecimalPercent extends DecimalNumber {
    DecimalPercent() {
      super("0", "100", "percentage");
    }
  }

  /** The skew of records inside a table or partition. */
  public static final class RecordSkew extends DecimalNumber {
    RecordSkew() {
      super("0", "2", "Zipf theta");
    }
  }
}

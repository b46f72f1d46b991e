package dev.yardmaster.benchmarks.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Takes whole numbers of a range; each option's range is a class of its own. */
abstract class WholeNumber implements ITypeConverter<Integer> {

  private final int min;
  private final int max;
  private final String unit;

  WholeNumber(int min, int max, String unit) {
    this.min = min;
    this.max = max;
    this.unit = unit;
  }

  @Override
  public Integer convert(String text) {
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below, like a number out of range
    }
    throw new TypeConversionException(
        String.format(
            Locale.ROOT, "'%s' is not a whole number of %s from %,d to %,d", text, unit, min, max));
  }

  static final class Batch extends WholeNumber {
    Batch() {
      super(1, 4_096, "transactions");
    }
  }

  static final class Concurrency extends WholeNumber {
    Concurrency() {
      super(1, 100_000, "transactions");
    }
  }

  static final class Microseconds extends WholeNumber {
    Microseconds() {
      super(0, 1_000_000, "microseconds");
    }
  }

  static final class HotKeyWaiting extends WholeNumber {
    HotKeyWaiting() {
      super(0, 100_000, "transactions");
    }
  }

  /** One attempt only would leave none to reserve anything for. */
  static final class AttemptBound extends WholeNumber {
    AttemptBound() {
      super(2, 1_000, "attempts");
    }

    @Override
    public Integer convert(String text) {
      try {
        return text.equals("0") ? Integer.valueOf(0) : super.convert(text);
      } catch (TypeConversionException e) {
        throw new TypeConversionException(e.getMessage() + ", nor 0 for no bound");
      }
    }
  }

  static final class MultiFactor extends WholeNumber {
    MultiFactor() {
      super(1, 4_096, "vertices");
    }
  }

  static final class Agents extends WholeNumber {
    Agents() {
      super(1, 256, "agents");
    }
  }

  static final class Clients extends WholeNumber {
    Clients() {
      super(1, 256, "clients");
    }
  }

  static final class Repeats extends WholeNumber {
    Repeats() {
      super(1, 1_000, "repeats");
    }
  }

  static final class Inputs extends WholeNumber {
    Inputs() {
      super(1, 1_000_000_000, "inputs");
    }
  }

  static final class InputNumber extends WholeNumber {
    InputNumber() {
      super(0, 1_000_000_000, "an input");
    }
  }

  static final class Kills extends WholeNumber {
    Kills() {
      super(1, 1_000_000, "kills");
    }
  }

  static final class BudgetNodes extends WholeNumber {
    BudgetNodes() {
      super(0, 1_000_000_000, "nodes");
    }
  }

  static final class TimedRuns extends WholeNumber {
    TimedRuns() {
      super(1, 1_000_000, "runs");
    }
  }

  static final class Customers extends WholeNumber {
    Customers() {
      super(2, 10_000_000, "customers");
    }
  }

  /** More would make a log of so many segments that a checkpoint is due in any case. */
  static final class Records extends WholeNumber {
    Records() {
      super(100, 8_000_000, "records");
    }
  }

  static final class Mebibytes extends WholeNumber {
    Mebibytes() {
      super(1, 100_000, "MiB");
    }
  }

  static final class SegmentMebibytes extends WholeNumber {
    SegmentMebibytes() {
      super(1, 1_024, "MiB");
    }
  }

  static final class Objects extends WholeNumber {
    Objects() {
      super(9, 10_000_000, "objects");
    }
  }

  static final class Connections extends WholeNumber {
    Connections() {
      super(1, 10_000, "connections");
    }
  }

  static final class Outstanding extends WholeNumber {
    Outstanding() {
      super(1, 10_000_000, "transactions");
    }
  }

  static final class MessageBytes extends WholeNumber {
    MessageBytes() {
      super(4, 1_000_000, "bytes");
    }
  }

  /** A server that is started here takes 300. */
  static final class DatabaseConnections extends WholeNumber {
    DatabaseConnections() {
      super(1, 256, "connections");
    }
  }

  /** A limit, or 0 for tune. */
  static final class Cap extends WholeNumber {
    Cap() {
      super(1, 256, "transactions");
    }

    @Override
    public Integer convert(String text) {
      try {
        return text.equals("tune") ? Integer.valueOf(0) : super.convert(text);
      } catch (TypeConversionException e) {
        throw new TypeConversionException(e.getMessage() + ", nor 'tune'");
      }
    }
  }

  static final class EngineThreads extends WholeNumber {
    EngineThreads() {
      super(1, 192, "threads");
    }
  }

  static final class SimulatedWorkers extends WholeNumber {
    SimulatedWorkers() {
      super(0, 192, "workers");
    }
  }

  static final class BatchPerWorker extends WholeNumber {
    BatchPerWorker() {
      super(1, 16, "transactions");
    }
  }

  static final class RecordBytes extends WholeNumber {
    RecordBytes() {
      super(16, 4_096, "bytes");
    }
  }

  static final class Requests extends WholeNumber {
    Requests() {
      super(1, 256, "requests");
    }
  }

  static final class Percent extends WholeNumber {
    Percent() {
      super(0, 100, "percent");
    }
  }

  static final class Warehouses extends WholeNumber {
    Warehouses() {
      super(1, 200, "warehouses");
    }
  }

  static final class ScanLength extends WholeNumber {
    ScanLength() {
      super(1, 1_000_000, "keys");
    }
  }

  static final class ScannedCustomers extends WholeNumber {
    ScannedCustomers() {
      super(1, 30_000, "customers");
    }
  }

  static final class LogicalRanges extends WholeNumber {
    LogicalRanges() {
      super(1, 1 << 20, "ranges");
    }
  }

  static final class TableRecords extends WholeNumber {
    TableRecords() {
      super(1_000, 100_000_000, "records");
    }
  }
}

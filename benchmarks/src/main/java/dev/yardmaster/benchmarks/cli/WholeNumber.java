package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.server.cli.WholeNumberRange;
import picocli.CommandLine.TypeConversionException;

/** The ranges of whole numbers that options take. */
final class WholeNumber {

  private WholeNumber() {}

  static final class Batch extends WholeNumberRange {
    Batch() {
      super(1, 4_096, "transactions");
    }
  }

  static final class Concurrency extends WholeNumberRange {
    Concurrency() {
      super(1, 100_000, "transactions");
    }
  }

  static final class Microseconds extends WholeNumberRange {
    Microseconds() {
      super(0, 1_000_000, "microseconds");
    }
  }

  static final class HotKeyWaiting extends WholeNumberRange {
    HotKeyWaiting() {
      super(0, 100_000, "transactions");
    }
  }

  /** One attempt only would leave none to reserve anything for. */
  static final class AttemptBound extends WholeNumberRange {
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

  static final class MultiFactor extends WholeNumberRange {
    MultiFactor() {
      super(1, 4_096, "vertices");
    }
  }

  static final class Agents extends WholeNumberRange {
    Agents() {
      super(1, 256, "agents");
    }
  }

  static final class Clients extends WholeNumberRange {
    Clients() {
      super(1, 256, "clients");
    }
  }

  static final class Repeats extends WholeNumberRange {
    Repeats() {
      super(1, 1_000, "repeats");
    }
  }

  static final class BudgetNodes extends WholeNumberRange {
    BudgetNodes() {
      super(0, 1_000_000_000, "nodes");
    }
  }

  static final class TimedRuns extends WholeNumberRange {
    TimedRuns() {
      super(1, 1_000_000, "runs");
    }
  }

  static final class Customers extends WholeNumberRange {
    Customers() {
      super(2, 10_000_000, "customers");
    }
  }

  /** More would make a log of so many segments that a checkpoint is due in any case. */
  static final class Records extends WholeNumberRange {
    Records() {
      super(100, 8_000_000, "records");
    }
  }

  static final class Mebibytes extends WholeNumberRange {
    Mebibytes() {
      super(1, 100_000, "MiB");
    }
  }

  static final class SegmentMebibytes extends WholeNumberRange {
    SegmentMebibytes() {
      super(1, 1_024, "MiB");
    }
  }

  static final class Objects extends WholeNumberRange {
    Objects() {
      super(9, 10_000_000, "objects");
    }
  }

  static final class Connections extends WholeNumberRange {
    Connections() {
      super(1, 10_000, "connections");
    }
  }

  static final class Outstanding extends WholeNumberRange {
    Outstanding() {
      super(1, 10_000_000, "transactions");
    }
  }

  static final class MessageBytes extends WholeNumberRange {
    MessageBytes() {
      super(4, 1_000_000, "bytes");
    }
  }

  /** A server that is started here takes 300. */
  static final class DatabaseConnections extends WholeNumberRange {
    DatabaseConnections() {
      super(1, 256, "connections");
    }
  }

  /** A limit, or 0 for tune. */
  static final class Cap extends WholeNumberRange {
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

  static final class EngineThreads extends WholeNumberRange {
    EngineThreads() {
      super(1, 192, "threads");
    }
  }

  static final class SimulatedWorkers extends WholeNumberRange {
    SimulatedWorkers() {
      super(0, 192, "workers");
    }
  }

  static final class BatchPerWorker extends WholeNumberRange {
    BatchPerWorker() {
      super(1, 16, "transactions");
    }
  }

  static final class RecordBytes extends WholeNumberRange {
    RecordBytes() {
      super(16, 4_096, "bytes");
    }
  }

  static final class Requests extends WholeNumberRange {
    Requests() {
      super(1, 256, "requests");
    }
  }

  static final class Percent extends WholeNumberRange {
    Percent() {
      super(0, 100, "percent");
    }
  }

  static final class Warehouses extends WholeNumberRange {
    Warehouses() {
      super(1, 200, "warehouses");
    }
  }

  static final class ScanLength extends WholeNumberRange {
    ScanLength() {
      super(1, 1_000_000, "keys");
    }
  }

  static final class ScannedCustomers extends WholeNumberRange {
    ScannedCustomers() {
      super(1, 30_000, "customers");
    }
  }

  static final class LogicalRanges extends WholeNumberRange {
    LogicalRanges() {
      super(1, 1 << 20, "ranges");
    }
  }

  static final class TableRecords extends WholeNumberRange {
    TableRecords() {
      super(1_000, 100_000_000, "records");
    }
  }
}

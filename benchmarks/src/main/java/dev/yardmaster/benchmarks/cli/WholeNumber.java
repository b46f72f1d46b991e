package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.processor.PipelineNumbers;
import dev.yardmaster.server.cli.values.WholeNumberRange.Of;
import dev.yardmaster.server.cli.values.WholeNumberRange;
import picocli.CommandLine.TypeConversionException;

/** The ranges of whole-number options. */
final class WholeNumber {

  private WholeNumber() {}

  static final class Batch extends WholeNumberRange {
    Batch() {
      super(PipelineNumbers.BATCH_SIZE);
    }
  }

  static final class Concurrency extends WholeNumberRange {
    Concurrency() {
      super(PipelineNumbers.CONCURRENCY);
    }
  }

  @Of(value = "microseconds", least = 0, most = 1_000_000)
  static final class Microseconds extends WholeNumberRange {}

  static final class HotKeyWaiting extends WholeNumberRange {
    HotKeyWaiting() {
      super(PipelineNumbers.HOT_KEY_WAITING);
    }
  }

  /**
   * Excludes 1: with a single attempt there is no later attempt for which keys could be reserved.
   */
  static final class AttemptBound extends WholeNumberRange {
    AttemptBound() {
      super(PipelineNumbers.ATTEMPT_BOUND);
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
      super(PipelineNumbers.MULTI_FACTOR);
    }
  }

  static final class Agents extends WholeNumberRange {
    Agents() {
      super(PipelineNumbers.PROCESSORS);
    }
  }

  @Of(value = "clients", least = 1, most = 256)
  static final class Clients extends WholeNumberRange {}

  @Of(value = "repeats", least = 1, most = 1_000)
  static final class Repeats extends WholeNumberRange {}

  static final class BudgetNodes extends WholeNumberRange {
    BudgetNodes() {
      super(PipelineNumbers.NODE_BUDGET);
    }
  }

  @Of(value = "runs", least = 1, most = 1_000_000)
  static final class TimedRuns extends WholeNumberRange {}

  @Of(value = "customers", least = 2, most = 10_000_000)
  static final class Customers extends WholeNumberRange {}

  /**
   * Bounds the length of a log: a longer log has so many segments that it triggers a checkpoint in
   * any case.
   */
  @Of(value = "records", least = 100, most = 8_000_000)
  static final class Records extends WholeNumberRange {}

  @Of(value = "MiB", least = 1, most = 100_000)
  static final class Mebibytes extends WholeNumberRange {}

  @Of(value = "MiB", least = 1, most = 1_024)
  static final class SegmentMebibytes extends WholeNumberRange {}

  @Of(value = "objects", least = 9, most = 10_000_000)
  static final class Objects extends WholeNumberRange {}

  @Of(value = "connections", least = 1, most = 10_000)
  static final class Connections extends WholeNumberRange {}

  @Of(value = "transactions", least = 1, most = 10_000_000)
  static final class Outstanding extends WholeNumberRange {}

  @Of(value = "bytes", least = 4, most = 1_000_000)
  static final class MessageBytes extends WholeNumberRange {}

  /** Bounds the connections: a server that the command starts accepts 300 connections. */
  @Of(value = "connections", least = 1, most = 256)
  static final class DatabaseConnections extends WholeNumberRange {}

  /** Converts a limit, or the word {@code tune}, which becomes 0. */
  @Of(value = "transactions", least = 1, most = 256)
  static final class Cap extends WholeNumberRange {
    @Override
    public Integer convert(String text) {
      try {
        return text.equals("tune") ? Integer.valueOf(0) : super.convert(text);
      } catch (TypeConversionException e) {
        throw new TypeConversionException(e.getMessage() + ", nor 'tune'");
      }
    }
  }

  @Of(value = "threads", least = 1, most = 192)
  static final class EngineThreads extends WholeNumberRange {}

  @Of(value = "workers", least = 0, most = 192)
  static final class SimulatedWorkers extends WholeNumberRange {}

  @Of(value = "transactions", least = 1, most = 16)
  static final class BatchPerWorker extends WholeNumberRange {}

  @Of(value = "bytes", least = 16, most = 4_096)
  static final class RecordBytes extends WholeNumberRange {}

  @Of(value = "requests", least = 1, most = 256)
  static final class Requests extends WholeNumberRange {}

  @Of(value = "percent", least = 0, most = 100)
  static final class Percent extends WholeNumberRange {}

  @Of(value = "warehouses", least = 1, most = 200)
  static final class Warehouses extends WholeNumberRange {}

  @Of(value = "keys", least = 1, most = 1_000_000)
  static final class ScanLength extends WholeNumberRange {}

  @Of(value = "customers", least = 1, most = 30_000)
  static final class ScannedCustomers extends WholeNumberRange {}

  @Of(value = "ranges", least = 1, most = 1 << 20)
  static final class LogicalRanges extends WholeNumberRange {}

  @Of(value = "records", least = 1_000, most = 100_000_000)
  static final class TableRecords extends WholeNumberRange {}
}

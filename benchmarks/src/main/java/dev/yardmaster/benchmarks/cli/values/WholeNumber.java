package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.benchmarks.jdbc.records.RecordTable;
import dev.yardmaster.processor.PipelineNumbers;
import dev.yardmaster.server.cli.values.WholeNumberRange;
import dev.yardmaster.server.cli.values.WholeNumberRange.Of;
import picocli.CommandLine.TypeConversionException;

/** The ranges of whole-number options. */
public final class WholeNumber {

  private WholeNumber() {}

  public static final class Batch extends WholeNumberRange {
    Batch() {
      super(PipelineNumbers.BATCH_SIZE);
    }
  }

  public static final class Concurrency extends WholeNumberRange {
    Concurrency() {
      super(PipelineNumbers.CONCURRENCY);
    }
  }

  @Of(value = "microseconds", least = 0, most = 1_000_000)
  public static final class Microseconds extends WholeNumberRange {}

  public static final class HotKeyWaiting extends WholeNumberRange {
    HotKeyWaiting() {
      super(PipelineNumbers.HOT_KEY_WAITING);
    }
  }

  /**
   * The range excludes 1, because a transaction with a single attempt has no later attempt for
   * which keys could be reserved.
   */
  public static final class AttemptBound extends WholeNumberRange {
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

  public static final class MultiFactor extends WholeNumberRange {
    MultiFactor() {
      super(PipelineNumbers.MULTI_FACTOR);
    }
  }

  public static final class Agents extends WholeNumberRange {
    Agents() {
      super(PipelineNumbers.PROCESSORS);
    }
  }

  @Of(value = "clients", least = 1, most = 256)
  public static final class Clients extends WholeNumberRange {}

  @Of(value = "kills", least = 1, most = 1_000_000)
  public static final class Kills extends WholeNumberRange {}

  @Of(value = "clients", least = 1, most = 64)
  public static final class TorturedClients extends WholeNumberRange {}

  @Of(value = "repeats", least = 1, most = 1_000)
  public static final class Repeats extends WholeNumberRange {}

  @Of(value = "jobs", least = 1, most = 1_000)
  public static final class Jobs extends WholeNumberRange {}

  @Of(value = "pairs", least = 1, most = 1_000)
  public static final class Pairs extends WholeNumberRange {}

  @Of(value = "processes", least = 1, most = 16)
  public static final class ClientProcesses extends WholeNumberRange {}

  @Of(value = "records", least = RecordTable.MIN_ROWS, most = 10_000_000)
  public static final class SqlRows extends WholeNumberRange {}

  public static final class BudgetNodes extends WholeNumberRange {
    BudgetNodes() {
      super(PipelineNumbers.NODE_BUDGET);
    }
  }

  @Of(value = "runs", least = 1, most = 1_000_000)
  public static final class TimedRuns extends WholeNumberRange {}

  @Of(value = "customers", least = 2, most = 10_000_000)
  public static final class Customers extends WholeNumberRange {}

  /**
   * The length of a log. The upper bound exists because a longer log has so many segments that a
   * checkpoint is always written.
   */
  @Of(value = "records", least = 100, most = 8_000_000)
  static final class Records extends WholeNumberRange {}

  @Of(value = "commits", least = 100, most = 8_000_000)
  public static final class Commits extends WholeNumberRange {}

  @Of(value = "rows", least = 1, most = 16)
  public static final class RowsPerCommit extends WholeNumberRange {}

  @Of(value = "columns", least = 1, most = 128)
  public static final class NumberColumns extends WholeNumberRange {}

  @Of(value = "MiB", least = 1, most = 100_000)
  public static final class Mebibytes extends WholeNumberRange {}

  @Of(value = "MiB", least = 1, most = 1_024)
  public static final class SegmentMebibytes extends WholeNumberRange {}

  @Of(value = "objects", least = 9, most = 10_000_000)
  public static final class Objects extends WholeNumberRange {}

  @Of(value = "connections", least = 1, most = 10_000)
  public static final class Connections extends WholeNumberRange {}

  @Of(value = "transactions", least = 1, most = 10_000_000)
  public static final class Outstanding extends WholeNumberRange {}

  @Of(value = "bytes", least = 4, most = 1_000_000)
  public static final class MessageBytes extends WholeNumberRange {}

  @Of(value = "bytes", least = 1, most = 1_048_576)
  static final class EntryBytes extends WholeNumberRange {}

  @Of(value = "entries", least = 1, most = 256)
  static final class EntriesInFlight extends WholeNumberRange {}

  @Of(value = "ms", least = 100, most = 60_000)
  public static final class ElectionMilliseconds extends WholeNumberRange {}

  /**
   * The number of connections to a database. The upper bound exists because a server that the
   * command starts accepts 300 connections.
   */
  @Of(value = "connections", least = 1, most = 256)
  static final class DatabaseConnections extends WholeNumberRange {}

  /** Converts the number of a limit, or the word {@code tune}, which becomes 0. */
  @Of(value = "transactions", least = 1, most = 256)
  public static final class Cap extends WholeNumberRange {
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
  public static final class EngineThreads extends WholeNumberRange {}

  @Of(value = "workers", least = 0, most = 192)
  public static final class SimulatedWorkers extends WholeNumberRange {}

  @Of(value = "transactions", least = 1, most = 16)
  public static final class BatchPerWorker extends WholeNumberRange {}

  @Of(value = "bytes", least = 10, most = 4_096)
  public static final class RecordBytes extends WholeNumberRange {}

  @Of(value = "requests", least = 1, most = 256)
  public static final class Requests extends WholeNumberRange {}

  @Of(value = "percent", least = 0, most = 100)
  public static final class Percent extends WholeNumberRange {}

  @Of(value = "partitions", least = 1, most = 1_024)
  public static final class Partitions extends WholeNumberRange {}

  @Of(value = "partitions", least = 0, most = 1_024)
  public static final class SomePartitions extends WholeNumberRange {}

  @Of(value = "ms", least = 1, most = 3_600_000)
  public static final class RedrawMilliseconds extends WholeNumberRange {}

  @Of(value = "warehouses", least = 0, most = 200)
  public static final class SomeWarehouses extends WholeNumberRange {}

  @Of(value = "warehouses", least = 1, most = 200)
  public static final class Warehouses extends WholeNumberRange {}

  @Of(value = "rows", least = 1, most = 100_000)
  public static final class StockRows extends WholeNumberRange {}

  @Of(value = "customers", least = 100, most = 20_000)
  public static final class TpceCustomers extends WholeNumberRange {}

  @Of(value = "days", least = 1, most = 300)
  public static final class TradingDays extends WholeNumberRange {}

  @Of(value = "customers", least = 1, most = 100_000)
  public static final class ScaleFactor extends WholeNumberRange {}

  @Of(value = "percent", least = 1, most = 60)
  public static final class GroupPercent extends WholeNumberRange {}

  @Of(value = "keys", least = 1, most = 1_000_000)
  public static final class ScanLength extends WholeNumberRange {}

  @Of(value = "customers", least = 1, most = 30_000)
  public static final class ScannedCustomers extends WholeNumberRange {}

  @Of(value = "ranges", least = 1, most = 1 << 20)
  public static final class LogicalRanges extends WholeNumberRange {}

  @Of(value = "records", least = 1_000, most = 100_000_000)
  public static final class TableRecords extends WholeNumberRange {}

  @Of(value = "keys", least = 1_000, most = 1_000_000_000)
  public static final class PlannedKeys extends WholeNumberRange {}

  @Of(value = "keys", least = 1, most = 100)
  public static final class PlannedAccesses extends WholeNumberRange {}

  @Of(value = "keys", least = 0, most = 100)
  public static final class PlannedWrites extends WholeNumberRange {}

  @Of(value = "microseconds", least = 1, most = 10_000)
  public static final class PlannedHop extends WholeNumberRange {}

  @Of(value = "cores", least = 1, most = 256)
  public static final class PlannedCores extends WholeNumberRange {}

  @Of(value = "percent", least = 10, most = 95)
  public static final class PlannedBusy extends WholeNumberRange {}
}

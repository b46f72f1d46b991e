package dev.yardmaster.engine;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.engine.durable.TableLog;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.WorkerCounts;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.checkpoint.CheckpointFigures;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts of a database's transactions since it was created or opened, and the current sizes of its
 * tables, memory and log.
 *
 * @param attempts the number of attempts of transactions that have begun
 * @param committed the number of attempts that have committed
 * @param aborted the number of aborted attempts for each cause: {@link AbortCause#RANGE} if an
 *     index changed in a range that the attempt had read, {@link AbortCause#USER} if the logic
 *     decided to abort, and {@link AbortCause#VALIDATION} for all other conflicts. A transaction
 *     that is run again after a conflict has several attempts
 * @param logicFailed the number of attempts that ended because the logic threw an exception that is
 *     not an abort, or because the log or a commit listener threw an exception
 * @param tables the tables, by name
 * @param dataBytes the approximate memory of all records, in bytes; see {@link Database#dataBytes}
 * @param oldVersions the number of old versions that a running transaction may still read. Each
 *     worker updates its part of {@code oldVersions}, {@code deletedRecords} and {@code
 *     retiredSlots} when it frees garbage, after every 16 attempts
 * @param deletedRecords the number of records that are still in an index although they were deleted
 *     or their insert was aborted
 * @param retiredSlots the number of slots of removed records that will be reused when no thread can
 *     reach them any more
 * @param longestReaderNs the age, in ns, of the oldest transaction in progress, counted from the
 *     first call of {@link Database#figures} that found the transaction in progress; 0 if there is
 *     none. While this transaction runs, old versions and retired slots accumulate
 * @param log the size of the log; {@link LogSize#NONE} for a database in memory
 * @param logQueueBytes the length of the commits in the log's ring buffer that are not written yet,
 *     in bytes; 0 for a database in memory. Workers wait while this length is more than half of the
 *     ring's length
 * @param checkpoints the figures of the checkpoints; zeros for a database in memory
 */
public record DatabaseFigures(
    long attempts,
    long committed,
    Map<AbortCause, Long> aborted,
    long logicFailed,
    List<TableFigures> tables,
    long dataBytes,
    long oldVersions,
    long deletedRecords,
    long retiredSlots,
    long longestReaderNs,
    LogSize log,
    long logQueueBytes,
    CheckpointFigures checkpoints) {

  /** Copies the collections, so that the record is immutable. */
  public DatabaseFigures {
    aborted = Map.copyOf(aborted);
    tables = List.copyOf(tables);
  }

  static DatabaseFigures of(
      List<WorkerCounts> counts,
      Collection<Table> tables,
      long dataBytes,
      long longestReaderNs,
      @Nullable TableLog log) {
    Map<AbortCause, Long> aborted = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      aborted.put(cause, sum(counts, of -> of.aborted(cause)));
    }
    return new DatabaseFigures(
        sum(counts, WorkerCounts::attempts),
        sum(counts, WorkerCounts::committed),
        aborted,
        sum(counts, WorkerCounts::failed),
        tables.stream().filter(table -> !table.isDropped()).map(TableFigures::of).toList(),
        dataBytes,
        sum(counts, WorkerCounts::oldVersions),
        sum(counts, WorkerCounts::deletedRecords),
        sum(counts, WorkerCounts::retiredSlots),
        longestReaderNs,
        log == null ? LogSize.NONE : log.size(),
        log == null ? 0 : log.queuedBytes(),
        log == null ? CheckpointFigures.NONE : log.checkpoints());
  }

  private static long sum(List<WorkerCounts> counts, ToLongFunction<WorkerCounts> which) {
    return counts.stream().mapToLong(which).sum();
  }

  /**
   * The figures of a table.
   *
   * @param name the table's name
   * @param rows the number of keys in the table's index: the number of rows plus the number of
   *     deleted records that no worker has removed yet
   * @param indexes the secondary indexes
   */
  public record TableFigures(String name, long rows, List<IndexFigures> indexes) {

    /** Copies the list, so that the record is immutable. */
    public TableFigures {
      indexes = List.copyOf(indexes);
    }

    private static TableFigures of(Table table) {
      return new TableFigures(
          table.name(),
          table.index().size(),
          table.indexes().stream()
              .map(index -> new IndexFigures(index.name(), index.entries().index().size()))
              .toList());
    }
  }

  /**
   * The figures of a secondary index.
   *
   * @param name the name of the index
   * @param entries the number of entries, including deleted entries that no worker has removed yet
   */
  public record IndexFigures(String name, long entries) {}
}

package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.hybrid.HotKeyPartitioning;
import dev.yardmaster.engine.table.Partitioning;
import java.util.List;

/**
 * The workload of a benchmark over records. Instances are immutable, so every protocol runs the
 * same transactions.
 */
public interface RecordWorkload {

  /** The number of partitions of a workload that has no partitions of its own. */
  int PARTITIONS = 64;

  /** Returns the name on command lines and in reports. */
  String name();

  /** Returns one line for reports that describes the transactions and the size of the data. */
  String description();

  /**
   * Returns the partitions of the keys, for protocols that use partitions. This default divides the
   * keys by their hashes.
   */
  default Partitioning partitioning() {
    return Partitioning.hashed(PARTITIONS);
  }

  /**
   * Returns a description of each phase of the load, in order. Each phase takes an equal part of
   * the recorded interval. This default is a load that does not change: the list is empty.
   */
  default List<String> phases() {
    return List.of();
  }

  /**
   * Returns the keys of the records on which most transactions conflict, for the protocol {@code
   * hybrid}. This default returns no keys.
   *
   * @param ofPartition the number of these keys in each partition, 0 or more
   */
  default HotKeyPartitioning hottest(int ofPartition) {
    return HotKeyPartitioning.NONE_HOT;
  }

  /** Creates the empty tables, and the state of one run on these tables. */
  RecordRun create(Database database);
}

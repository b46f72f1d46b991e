package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/** Receives the initial data; for one thread. */
@FunctionalInterface
public interface RecordSink {

  /** Adds a record. The row is reused for the next record. */
  void load(Table table, long key, Row row);
}

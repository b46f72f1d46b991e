package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/** Takes the initial data; used by one thread. */
@FunctionalInterface
public interface RecordSink {

  /** Adds a record. The row is used again for the next. */
  void load(Table table, long key, Row row);
}

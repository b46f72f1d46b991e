package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;

/**
 * Takes a consistent copy of a record. A record that is locked is being committed, by somebody who
 * waits for no reader for long, so it is waited for, as Silo does (SOSP 2013, section 4.4); the
 * ROCC paper aborts there (section III-C2). Owned by one worker.
 */
final class RowReader {

  private final Pace pace;
  private long word;

  RowReader(WorkerContext worker) {
    pace = worker.pace();
  }

  /** Copies a record's row if there is one; a buried record has none. */
  boolean read(Table table, int record, Row into) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    int round = 0;
    while (true) {
      long seen = Records.word(slab, at);
      if (RecordWord.isLocked(seen)) {
        pace.await(round++);
        continue;
      }
      boolean present = !RecordWord.isAbsent(seen);
      if (present) {
        records.copyRow(record, slab, at, into);
      }
      VarHandle.acquireFence();
      if (Records.word(slab, at) == seen) {
        word = seen;
        return present;
      }
    }
  }

  /** The word of the record that was read last. */
  long word() {
    return word;
  }

  /** The version of what was read last. */
  long version() {
    return RecordWord.version(word);
  }
}

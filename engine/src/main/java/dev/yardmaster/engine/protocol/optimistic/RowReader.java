package dev.yardmaster.engine.protocol.optimistic;

import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;

/**
 * Takes a consistent copy of a record. A record that is locked is being committed, by somebody who
 * waits for no reader for long, so it is waited for, as Silo does (SOSP 2013, section 4.4); the
 * ROCC paper aborts there (ICDE 2018, section III-C2). Owned by one worker.
 */
public final class RowReader {

  private final Pace pace;
  private long header;

  /** A worker's reader. */
  public RowReader(WorkerContext worker) {
    pace = worker.pace();
  }

  /** Copies a record's row if there is one; a reclaimed record has none. */
  public boolean read(Table table, int record, Row into) {
    Records records = table.records();
    return read(records, record, records.slab(record), records.at(record), into);
  }

  /** The same, of a record that was found in its slab. */
  boolean read(Records records, int record, long[] slab, int at, Row into) {
    int round = 0;
    while (true) {
      long seen = Records.word(slab, at);
      if (RecordHeader.isLocked(seen)) {
        pace.await(round++);
        continue;
      }
      boolean present = !RecordHeader.isAbsent(seen);
      if (present) {
        records.copyRow(record, slab, at, into);
      }
      VarHandle.acquireFence();
      if (Records.word(slab, at) == seen) {
        header = seen;
        return present;
      }
    }
  }

  /** The header of the record that was read last. */
  long header() {
    return header;
  }

  /** The version of what was read last. */
  public long version() {
    return RecordHeader.version(header);
  }
}

package dev.yardmaster.engine.protocol.optimistic;

import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;

/**
 * Makes a consistent copy of a record. A locked record is being committed by a worker that waits
 * only briefly, so the reader waits for it, as in Silo (SOSP 2013, section 4.4); the ROCC paper
 * aborts there (ICDE 2018, section III-C2). Owned by one worker.
 */
public final class RowReader {

  private final Pace pace;
  private long header;

  /** Creates a worker's reader. */
  public RowReader(WorkerContext worker) {
    pace = worker.pace();
  }

  /**
   * Copies a record's row and returns whether the record is present; a reclaimed record is absent.
   */
  public boolean read(Table table, int record, Row into) {
    Records records = table.records();
    return read(records, record, records.slab(record), records.at(record), into);
  }

  /** Like the method above, for a record whose slab is known. */
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

  /** Returns the header of the record read last. */
  long header() {
    return header;
  }

  /** Returns the version of the record read last. */
  public long version() {
    return RecordHeader.version(header);
  }
}

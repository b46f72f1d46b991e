package dev.yardmaster.engine.protocol.optimistic;

import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/**
 * Makes a consistent copy of a record's row. If another worker has locked the record, the reader
 * waits, as in Silo (SOSP 2013, section 4.4). In the ROCC paper, the reader aborts (ICDE 2018,
 * section III-C2). One worker owns the reader.
 */
public final class RowReader {

  private final IntConsumer await;
  private final SharedWords words;
  private long header;

  /** Creates a worker's reader. */
  public RowReader(WorkerContext worker) {
    this(worker, worker.pace()::await);
  }

  /**
   * Creates a worker's reader.
   *
   * @param await executes one round of a wait for a locked record; its argument is the number of
   *     earlier rounds of this wait
   */
  RowReader(WorkerContext worker, IntConsumer await) {
    this.await = await;
    words = worker.words();
  }

  /**
   * Copies a record's row and returns whether the record is present. A reclaimed record counts as
   * absent.
   */
  public boolean read(Table table, int record, Row into) {
    Records records = table.records();
    return read(records, record, records.slab(record), records.at(record), into);
  }

  /**
   * Copies a record's row and returns whether the record is present. The caller passes the array
   * that contains the record's words.
   */
  boolean read(Records records, int record, long[] slab, int at, Row into) {
    int round = 0;
    while (true) {
      long seen = words.get(slab, at);
      if (RecordHeader.isLocked(seen)) {
        await.accept(round++);
        continue;
      }
      boolean present = !RecordHeader.isAbsent(seen);
      if (present) {
        words.copyRow(records, record, slab, at, into);
      }
      VarHandle.acquireFence();
      if (words.get(slab, at) == seen) {
        header = seen;
        return present;
      }
    }
  }

  /** Returns the header of the record that was read last. */
  long header() {
    return header;
  }

  /** Returns the version of the record that was read last. */
  public long version() {
    return RecordHeader.version(header);
  }
}

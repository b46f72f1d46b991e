package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.SharedRecords;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;

/** A transaction that has made its reads and writes, and is about to commit. */
final class LoneTransaction {

  static final SharedRecords RECORDS = new SharedRecords(new TicToc(), 1);

  private static final SharedWords WORDS = new SharedWords(null);

  private final WorkerContext worker;
  private final TicTocControl control;

  LoneTransaction(int number) {
    worker = RECORDS.worker(number);
    control = new TicTocControl(worker);
  }

  /** Returns a new record whose version 1 is valid up to the given timestamp. */
  static int recordReadUpTo(long timestamp) {
    int record = RECORDS.take();
    Records records = RECORDS.records();
    ReadTimestamp.raise(WORDS, records.slab(record), records.at(record), timestamp);
    return record;
  }

  /** Returns the timestamp up to which a record is valid. */
  static long readTimestamp(int record) {
    Records records = RECORDS.records();
    return ReadTimestamp.of(WORDS, records.slab(record), records.at(record));
  }

  LoneTransaction reads(int record) {
    control.read(RECORDS.access(worker, record));
    return this;
  }

  LoneTransaction writes(int record) {
    Access access = RECORDS.access(worker, record);
    control.update(access);
    access.write(Access.Operation.UPDATE);
    return this;
  }

  /** Commits the transaction. Returns the commit's timestamp, or {@link SharedRecords#ABORTED}. */
  long commit() {
    return SharedRecords.commit(control);
  }
}

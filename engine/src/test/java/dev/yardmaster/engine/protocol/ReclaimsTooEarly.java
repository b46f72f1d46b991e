package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;

/**
 * Leaves records that it buries usable. Knows that the first word of a record says whether it has
 * left its index; and where there are versions, that 0 is there before the first one, and the stamp
 * of the absence behind it.
 */
final class ReclaimsTooEarly extends DawdlingControl {

  ReclaimsTooEarly(ConcurrencyControl real, WorkerContext worker) {
    super(real, worker);
  }

  @Override
  public long reclaim(Table table, int record) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    long word = Records.word(slab, at);
    long stamp = super.reclaim(table, record);
    if (stamp >= 0 && table.versions() == null) {
      Records.setWord(slab, at, word);
    } else if (stamp >= 0) {
      // Not the deleted version: it is freed, and must not be superseded once more.
      Records.setWord(slab, at + 1, stamp);
      Records.setWord(slab, at, 0);
    }
    return stamp;
  }
}

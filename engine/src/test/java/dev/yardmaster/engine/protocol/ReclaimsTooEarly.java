package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;

/**
 * Leaves reclaimed records usable. It knows that the first word of a record shows whether the
 * record has left its index. In the multi-version protocol it knows that this word is 0 before the
 * first version, and that the next word is the stamp of the absence.
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
      // The deleted version must not come back: it is freed, and must not be superseded again.
      Records.setWord(slab, at + 1, stamp);
      Records.setWord(slab, at, 0);
    }
    return stamp;
  }
}

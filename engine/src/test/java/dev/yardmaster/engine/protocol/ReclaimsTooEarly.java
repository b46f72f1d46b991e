package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;

/**
 * A planted bug: a reclaimed record stays usable. The class depends on the layout of the words in
 * front of a record. Under most protocols, the first word shows whether the record was removed from
 * its index; under the protocols with versions in {@code protocol.versions}, the third word, which
 * is the lock, shows this. Under Tebaldi, whose rows are all in versions, the first word is 0
 * before the first version, and the second word is the stamp of the absence.
 */
final class ReclaimsTooEarly extends DawdlingControl {

  ReclaimsTooEarly(ConcurrencyControl real, WorkerContext worker) {
    super(real, worker);
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    long word = Records.word(slab, at);
    long stamp = super.reclaim(table, record, key, rest);
    if (stamp >= 0 && table.versions() == null) {
      Records.setWord(slab, at, word);
    } else if (stamp >= 0 && records.rowLongs() > 0) {
      Records.setWord(slab, at + 2, 0); // The lock.
    } else if (stamp >= 0) {
      // The deleted version must not become visible again, because it is freed and must not be
      // superseded a second time.
      Records.setWord(slab, at + 1, stamp);
      Records.setWord(slab, at, 0);
    }
    return stamp;
  }
}

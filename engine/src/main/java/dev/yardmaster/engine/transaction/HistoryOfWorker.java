package dev.yardmaster.engine.transaction;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Access.Operation;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.table.TableDefinition.Keys;
import dev.yardmaster.history.HistoryRecorder;
import org.jspecify.annotations.NullUnmarked;

/**
 * Records the committed transactions of one worker. The history contains a version for each read
 * and write of a key, but no version for a transaction, because under TicToc two transactions can
 * commit at the same timestamp.
 */
@NullUnmarked // Internal: fields and results may be null.
final class HistoryOfWorker {

  private final HistoryRecorder recorder;
  private final ReadImages images;

  HistoryOfWorker(HistoryRecorder recorder, ReadImages images) {
    this.recorder = recorder;
    this.images = images;
  }

  void record(long transaction, long beginNs, long endNs, long version, AccessSet accesses) {
    recorder.begin(transaction, 0, beginNs, endNs);
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      Key key = keyOf(access);
      if (access.isRead()) {
        recorder.read(key, access.version(), images.of(access));
      }
      if (access.isWrite()) {
        recorder.write(
            key, version, access.operation() == Operation.DELETE ? null : access.image());
      }
    }
    recorder.end();
  }

  /**
   * Records each read as a separate transaction, because the reads of a {@code READ_COMMITTED}
   * transaction come from different times. The recorded transactions are numbered from {@code
   * first} on.
   */
  void recordReads(long first, long beginNs, long endNs, AccessSet accesses) {
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      recorder.begin(first + i, 0, beginNs, endNs);
      recorder.read(keyOf(access), access.version(), images.of(access));
      recorder.end();
    }
  }

  private static Key keyOf(Access access) {
    return access.table().definition().keys() == Keys.NUMBERS
        ? Key.of(access.table().name(), access.key())
        : Key.restored(access.table().name(), access.rest());
  }
}

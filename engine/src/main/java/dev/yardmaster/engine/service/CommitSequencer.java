package dev.yardmaster.engine.service;

import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.redo.RedoRecord;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives commits their versions, from one counter for the whole service, and hands them to the log
 * if there is one. Any worker.
 *
 * <p>It is asked between the validation of a run and the moment when others see its writes: so
 * whoever reads, replaces or deletes what another has written has the higher version, and so has
 * whoever began after another was told. Under an optimistic protocol one who read what another then
 * replaced, and neither read nor replaced anything of that one's, may have the higher version of
 * both.
 */
final class CommitSequencer {

  private final RedoLog log;
  private final AtomicLong lastVersion = new AtomicLong();

  /** Versions that go on from nothing, or from the log's. */
  CommitSequencer(RedoLog log) {
    this.log = log;
  }

  /** The version of a transaction whose writes take place now. */
  long next(long transactionId, TouchedKeys keys) {
    return log == null ? lastVersion.incrementAndGet() : log.append(record(transactionId, keys));
  }

  /** The highest version that was given. */
  long last() {
    return log == null ? lastVersion.get() : log.lastVersion();
  }

  /** Forgotten outcomes stay in the log: they may come back, and are forgotten again. */
  private static RedoRecord record(long transactionId, TouchedKeys keys) {
    RedoRecord record = new RedoRecord(transactionId, keys.changes());
    for (int i = 0; i < keys.size(); i++) {
      if (keys.takesPlace(i) && !(keys.written(i) == null && keys.key(i).isReserved())) {
        record.add(keys.key(i), keys.written(i));
      }
    }
    return record;
  }
}

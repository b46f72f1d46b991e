package dev.yardmaster.engine.protocol.versions;

import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;

/**
 * Finds the version that has replaced a version that a transaction has read. Used under protocols
 * that store successor stamps. One worker owns the object, and only its thread calls the methods.
 */
public final class Overwriters {

  /** The result of {@link #find} if the version was replaced. */
  public static final long REPLACED = Long.MAX_VALUE;

  private final SharedWords words;
  private final Pace pace;
  private long overwriter;
  private long successor;

  /** Creates the object of a worker. */
  public Overwriters(WorkerContext worker) {
    words = worker.words();
    pace = worker.pace();
  }

  /**
   * Takes the version of a record that is visible as of a stamp, and looks for the version that has
   * replaced it. If the visible version was replaced, {@link #stamp} and {@link #successor} return
   * the stamps of the replacing version. If it was not replaced yet, the method returns the lock
   * word of the record; the word is below 0 if a transaction is about to replace the version.
   *
   * @param asOf the stamp as of which the calling transaction has read; therefore all later
   *     versions still exist
   * @return the lock word, or {@link #REPLACED}
   */
  public long find(Table table, int record, long asOf) {
    long[] slab = table.records().slab(record);
    int at = table.records().at(record);
    for (int round = 0; ; round++) {
      long lock = RecordWords.lock(words, slab, at);
      long stamp = RecordWords.stamp(words, slab, at);
      if (stamp == RecordWords.MOVING) {
        pace.await(round);
        continue;
      }
      if (stamp <= asOf) {
        return lock;
      }
      overwriter = stamp;
      successor = RecordWords.successor(words, slab, at);
      long link = RecordWords.link(words, slab, at);
      VarHandle.acquireFence();
      if (RecordWords.stamp(words, slab, at) == stamp) {
        if (VersionWords.isInitial(link)) {
          return lock;
        }
        findOld(table.versions(), VersionWords.older(link), asOf);
        return REPLACED;
      }
    }
  }

  private void findOld(Records versions, int newest, long asOf) {
    for (int version = newest; version != Versions.NONE; ) {
      long[] slab = versions.slab(version);
      int at = versions.at(version);
      long stamp = VersionWords.stamp(words, slab, at);
      if (stamp <= asOf) {
        return;
      }
      overwriter = stamp;
      successor = VersionWords.successor(words, slab, at);
      version = VersionWords.older(VersionWords.link(words, slab, at));
    }
  }

  /** Returns the stamp of the version that {@link #find} has found. */
  public long stamp() {
    return overwriter;
  }

  /** Returns the successor stamp of the version that {@link #find} has found. */
  public long successor() {
    return successor;
  }
}

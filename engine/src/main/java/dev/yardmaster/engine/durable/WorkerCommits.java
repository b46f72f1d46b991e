package dev.yardmaster.engine.durable;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.redo.CommitContent;
import dev.yardmaster.engine.redo.CommitMark;
import dev.yardmaster.engine.redo.DiskWait;
import dev.yardmaster.engine.redo.LogWriter;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.redo.RedoRecord;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.CommitListener;
import dev.yardmaster.storage.log.format.RecordEncoder;
import org.jspecify.annotations.NullUnmarked;

/**
 * Writes the commits of one worker to the log, and passes every event to the application's
 * listener, if there is one.
 */
@NullUnmarked // Internal: fields and results may be null.
final class WorkerCommits implements CommitListener, CommitContent {

  private final RedoLog redo;
  private final LogWork work;
  private final LogFailure failure;
  private final NewestWrites newestWrites;
  private final LogWriter writer;
  private final SharedWords words;
  private final CommitMark mark;
  private final CommitListener first;
  private final boolean waits;
  private final DiskWait wait = new DiskWait();
  private final RedoRecord loaded = new RedoRecord();
  private final LoggedRows rows = new LoggedRows(true);
  private long records;

  /**
   * A log version that is at least the version of every commit on which the outcome of the last
   * transaction depends.
   */
  private long dependsOn;

  /**
   * Creates the listener of a worker.
   *
   * @param words the shared words through which a simulated worker pays for accesses to shared data
   * @param mark publishes the log version of the commit that the worker is installing
   * @param first the application's listener; null for none
   * @param waits whether the worker waits until its outcomes may be acknowledged
   */
  WorkerCommits(
      RedoLog redo,
      LogWork work,
      LogFailure failure,
      NewestWrites newestWrites,
      SharedWords words,
      CommitMark mark,
      CommitListener first,
      boolean waits) {
    this.redo = redo;
    this.work = work;
    this.failure = failure;
    this.newestWrites = newestWrites;
    writer = redo.writer(words);
    this.words = words;
    this.mark = mark;
    this.first = first;
    this.waits = waits;
  }

  @Override
  public void beginning() {
    work.awaitRoom(writer);
    if (first != null) {
      first.beginning();
    }
  }

  @Override
  public void writing(Access access) {
    if (first != null) {
      first.writing(access);
    }
  }

  @Override
  public long reserve(AccessSet ofTransaction) {
    if (first != null) {
      var unused = first.reserve(ofTransaction);
    }
    for (int i = 0; i < ofTransaction.size(); i++) {
      if (ofTransaction.get(i).isWrite()) {
        requireTables(ofTransaction, i);
        failure.requireUsable();
        var unused = rows.of(ofTransaction);
        mark.installing(redo.lastVersion() + 1);
        dependsOn = writer.reserve(this);
        return dependsOn;
      }
    }
    return 0;
  }

  /**
   * Checks that no table to which the transaction writes was dropped. In the log, all commits to a
   * table must precede the drop of the table.
   */
  private static void requireTables(AccessSet ofTransaction, int first) {
    for (int i = first; i < ofTransaction.size(); i++) {
      Access access = ofTransaction.get(i);
      if (access.isWrite() && access.table().isDropped()) {
        throw new IllegalStateException("the table was dropped: table=" + access.table());
      }
    }
  }

  @Override
  public void aborted() {
    writer.skip();
    mark.installed();
    if (first != null) {
      first.aborted();
    }
  }

  @Override
  public void committing(long version, AccessSet ofTransaction) {
    failure.requireUsable();
    if (first != null) {
      first.committing(version, ofTransaction);
    }
    if (writer.hasReserved()) {
      writer.commits();
      newestWrites.raise(words, ofTransaction, dependsOn);
    } else {
      dependsOn = newestRead(ofTransaction);
    }
  }

  /**
   * Returns a version that is at least the version of every commit that a transaction without
   * writes can have read.
   */
  private long newestRead(AccessSet read) {
    return read.isComplete() ? newestWrites.newest(words, read) : redo.lastVersion();
  }

  @Override
  public void committed(AccessSet ofTransaction) {
    if (writer.hasReserved()) {
      writer.fill(this, ++records);
    }
    if (first != null) {
      first.committed(ofTransaction);
    }
  }

  @Override
  public void failed(AccessSet read) {
    dependsOn = newestRead(read);
    if (first != null) {
      first.failed(read);
    }
  }

  @Override
  public long length(RecordEncoder encoder) {
    return rows.length(encoder);
  }

  @Override
  public void put(RecordEncoder encoder) {
    rows.put(encoder);
  }

  @Override
  public void ended() {
    mark.installed();
    if (first != null) {
      first.ended();
    }
    if (waits) {
      work.await(wait, dependsOn);
    }
  }

  @Override
  public void loaded(Table table, long key, byte[] rest, Row row) {
    failure.requireUsable();
    loaded.clear();
    loaded.add(TableKeys.key(table, key, rest), row.image(table.layout()));
    work.awaitRoom(writer);
    var unused = writer.append(loaded, ++records);
    work.step();
    if (first != null) {
      first.loaded(table, key, rest, row);
    }
  }
}

package dev.yardmaster.engine.durable;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.redo.CommitMark;
import dev.yardmaster.engine.redo.RedoRecord;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.CommitListener;

/** Appends the commits of one worker to the log, after another listener has received them. */
final class WorkerCommits implements CommitListener {

  private final TableLog log;
  private final CommitMark mark;
  private final CommitListener first;
  private final boolean waits;
  private long commits;

  /**
   * Creates the listener of a worker.
   *
   * @param mark the mark of the commit that the worker is installing
   * @param first the listener of the application; null for none
   * @param waits whether the worker waits until its outcomes may be acknowledged
   */
  WorkerCommits(TableLog log, CommitMark mark, CommitListener first, boolean waits) {
    this.log = log;
    this.mark = mark;
    this.first = first;
    this.waits = waits;
  }

  @Override
  public void writing(Access access) {
    if (first != null) {
      first.writing(access);
    }
  }

  @Override
  public void aborted() {
    mark.installed();
    if (first != null) {
      first.aborted();
    }
  }

  @Override
  public void committing(long version, AccessSet accesses) {
    RedoRecord record = record(accesses);
    log.requireUsable();
    if (first != null) {
      first.committing(version, accesses);
    }
    if (record != null) {
      mark.installing(log.lastVersion() + 1);
      log.append(record);
    }
  }

  /** Returns the writes of a transaction; null if there are none. */
  private RedoRecord record(AccessSet accesses) {
    int writes = 0;
    for (int i = 0; i < accesses.size(); i++) {
      writes += isLogged(accesses.get(i)) ? 1 : 0;
    }
    if (writes == 0) {
      return null;
    }
    RedoRecord record = new RedoRecord(++commits, writes);
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      if (isLogged(access)) {
        record.add(
            TableKeys.key(access.table(), access.key(), access.rest()),
            access.isPresent() ? access.image() : null);
      }
    }
    return record;
  }

  /** The entries of secondary indexes are not in the log. */
  private static boolean isLogged(Access access) {
    return access.isWrite() && !access.table().isOfIndex();
  }

  @Override
  public void ended() {
    mark.installed();
    if (first != null) {
      first.ended();
    }
    if (waits) {
      log.await();
    }
  }

  @Override
  public void loaded(Table table, long key, byte[] rest, Row row) {
    log.requireUsable();
    RedoRecord record = new RedoRecord(++commits, 1);
    record.add(TableKeys.key(table, key, rest), row.image(table.layout()));
    log.append(record);
    log.workIfAlone();
    if (first != null) {
      first.loaded(table, key, rest, row);
    }
  }
}

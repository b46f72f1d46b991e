package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;

/**
 * One worker's commits (SIGMOD 2016, algorithms 1 to 4): lock the writes, compute the commit
 * timestamp, stretch what was read up to it, install.
 *
 * <p>{@link Access#seen} is the write word as it was read, {@link Access#seenWord} the read
 * timestamp then; {@link Access#held} is 1 while the record is locked.
 */
final class TicTocControl implements ConcurrencyControl {

  private final WorkerContext worker;
  private final AccessSet accesses;
  private final Pace pace;
  private long commitTimestamp;

  TicTocControl(WorkerContext worker) {
    this.worker = worker;
    accesses = worker.accesses();
    pace = worker.pace();
  }

  @Override
  public void begin(Attempt attempt) {}

  @Override
  public void read(Access access) {
    long[] slab = access.slab();
    int at = access.at();
    int round = 0;
    while (true) {
      long word = Records.word(slab, at + TicTocWords.WRITE);
      if (TicTocWords.isLocked(word)) {
        pace.await(round++);
        continue;
      }
      if (TicTocWords.isDead(word)) {
        throw worker.conflict();
      }
      boolean present = !TicTocWords.isAbsent(word);
      long readTimestamp = Records.word(slab, at + TicTocWords.READ);
      if (present) {
        access.copyRow();
      }
      VarHandle.acquireFence();
      if (Records.word(slab, at + TicTocWords.WRITE) == word) {
        access.seen = word;
        access.seenWord = readTimestamp;
        access.found(present, TicTocWords.timestamp(word));
        return;
      }
    }
  }

  @Override
  public void update(Access access) {
    if (!access.isRead()) {
      read(access);
    }
  }

  @Override
  public void insert(Access access) {
    update(access);
  }

  @Override
  public boolean validate() {
    if (!lockWrites()) {
      return false;
    }
    computeTimestamp();
    return stretchReads() && stretchNodes();
  }

  private boolean lockWrites() {
    int writes = accesses.sortWrites();
    for (int i = 0; i < writes; i++) {
      pace.step();
      if (!lock(accesses.write(i))) {
        return false;
      }
    }
    return true;
  }

  /** Locks a record unless another version has been written since it was read. */
  private boolean lock(Access access) {
    long[] slab = access.slab();
    int at = access.at() + TicTocWords.WRITE;
    int round = 0;
    while (true) {
      long word = Records.word(slab, at);
      if (TicTocWords.isLocked(word)) {
        pace.await(round++);
      } else if (word != access.seen) {
        return false;
      } else if (Records.changeWord(slab, at, word, word | TicTocWords.LOCKED)) {
        access.held = 1;
        return true;
      }
    }
  }

  private void computeTimestamp() {
    // A key that is missing may have been deleted, so it is missing from the node's stamp on.
    long timestamp = worker.nodes().highestStamp();
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      Access access = accesses.get(i);
      if (access.isWrite()) {
        // Read behind the lock: who stretches it later sees the lock, and gives up.
        long read = Records.sharedWord(access.slab(), access.at() + TicTocWords.READ);
        timestamp = Math.max(timestamp, read + 1);
      } else if (!AccessSet.isMissing(access)) {
        timestamp = Math.max(timestamp, TicTocWords.timestamp(access.seen));
      }
    }
    commitTimestamp = timestamp;
  }

  private boolean stretchReads() {
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      Access access = accesses.get(i);
      if (!access.isWrite() && !AccessSet.isMissing(access) && !stretch(access)) {
        return false;
      }
    }
    return true;
  }

  /** Makes what was read valid up to the commit; what was valid so long anyway may be old news. */
  private boolean stretch(Access access) {
    if (access.seenWord >= commitTimestamp) {
      return true;
    }
    pace.step();
    long[] slab = access.slab();
    int at = access.at();
    if (Records.sharedWord(slab, at + TicTocWords.WRITE) != access.seen) {
      return false;
    }
    TicTocWords.raiseRead(slab, at, commitTimestamp);
    // A writer that was locked by now may not have seen it; one that locks from now on has.
    return Records.sharedWord(slab, at + TicTocWords.WRITE) == access.seen;
  }

  private boolean stretchNodes() {
    worker.nodes().raiseStamps(commitTimestamp);
    return worker.nodes().isUnchanged();
  }

  @Override
  public long commitVersion() {
    return commitTimestamp;
  }

  @Override
  public void commit() {
    for (int i = 0; i < accesses.writes(); i++) {
      pace.step();
      Access access = accesses.write(i);
      boolean deleted = access.operation() == Access.Operation.DELETE;
      if (!deleted) {
        access.putRow();
      }
      Records.setWord(access.slab(), access.at() + TicTocWords.READ, commitTimestamp);
      Records.setWord(
          access.slab(),
          access.at() + TicTocWords.WRITE,
          deleted ? TicTocWords.absent(commitTimestamp) : TicTocWords.present(commitTimestamp));
    }
  }

  @Override
  public void abort() {
    for (int i = 0; i < accesses.writes(); i++) {
      Access access = accesses.write(i);
      if (access.held != 0) {
        Records.setWord(access.slab(), access.at() + TicTocWords.WRITE, access.seen);
      }
    }
  }

  @Override
  public long bury(Table table, int record) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    long word = Records.word(slab, at + TicTocWords.WRITE);
    if (TicTocWords.isLocked(word)) {
      return BUSY;
    }
    if (!TicTocWords.isAbsent(word) || TicTocWords.isDead(word)) {
      return IN_USE;
    }
    if (!Records.changeWord(slab, at + TicTocWords.WRITE, word, word | TicTocWords.LOCKED)) {
      return BUSY;
    }
    // Whoever read that it is absent may have done so up to this timestamp.
    long stamp = Records.sharedWord(slab, at + TicTocWords.READ);
    Records.setWord(slab, at + TicTocWords.WRITE, TicTocWords.dead(word));
    return stamp;
  }
}

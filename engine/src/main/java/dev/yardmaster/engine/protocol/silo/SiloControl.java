package dev.yardmaster.engine.protocol.silo;

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
 * One worker's commits (SOSP 2013, figure 2): lock the writes in a global order; check reads and
 * nodes; install, and unlock with the new version.
 *
 * <p>{@link Access#seen} is the word as it was read; {@link Access#seenWord} the word as it was
 * locked; {@link Access#held} is 1 while it is locked.
 */
final class SiloControl implements ConcurrencyControl {

  private final WorkerContext worker;
  private final AccessSet accesses;
  private final Pace pace;
  private long lastVersion;

  SiloControl(WorkerContext worker) {
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
      long word = Records.word(slab, at);
      if (SiloWord.isLocked(word)) {
        pace.await(round++);
        continue;
      }
      if (SiloWord.isDead(word)) {
        throw worker.conflict();
      }
      boolean present = !SiloWord.isAbsent(word);
      if (present) {
        access.copyRow();
      }
      VarHandle.acquireFence();
      if (Records.word(slab, at) == word) {
        access.seen = word;
        access.found(present, SiloWord.version(word));
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
    return lockWrites() && worker.nodes().isUnchanged() && readsHold();
  }

  private boolean lockWrites() {
    int writes = accesses.sortWrites();
    for (int i = 0; i < writes; i++) {
      pace.step();
      if (!lock(accesses.write(i))) {
        return false;
      }
    }
    VarHandle.fullFence();
    return true;
  }

  /** Locks a record unless it has changed since it was read. */
  private boolean lock(Access access) {
    long[] slab = access.slab();
    int at = access.at();
    int round = 0;
    while (true) {
      long word = Records.word(slab, at);
      if (SiloWord.isLocked(word)) {
        pace.await(round++);
      } else if (word != access.seen) {
        return false;
      } else if (Records.changeWord(slab, at, word, word | SiloWord.LOCKED)) {
        access.seenWord = word;
        access.held = 1;
        return true;
      }
    }
  }

  private boolean readsHold() {
    long highest = lastVersion;
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      Access access = accesses.get(i);
      if (AccessSet.isMissing(access)) {
        continue;
      }
      if (!access.isWrite()) {
        pace.step();
        if (Records.word(access.slab(), access.at()) != access.seen) {
          return false;
        }
      }
      highest = Math.max(highest, SiloWord.version(access.seen));
    }
    lastVersion = SiloWord.versionAbove(highest, worker.worker());
    return true;
  }

  @Override
  public long commitVersion() {
    return lastVersion;
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
      Records.setWord(
          access.slab(),
          access.at(),
          deleted ? SiloWord.absent(lastVersion) : SiloWord.present(lastVersion));
    }
  }

  @Override
  public void abort() {
    for (int i = 0; i < accesses.writes(); i++) {
      Access access = accesses.write(i);
      if (access.held != 0) {
        Records.setWord(access.slab(), access.at(), access.seenWord);
      }
    }
  }

  @Override
  public long bury(Table table, int record) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    long word = Records.word(slab, at);
    if (SiloWord.isLocked(word)) {
      return BUSY;
    }
    if (!SiloWord.isAbsent(word) || SiloWord.isDead(word)) {
      return IN_USE;
    }
    return Records.changeWord(slab, at, word, word | SiloWord.DEAD) ? SiloWord.version(word) : BUSY;
  }
}

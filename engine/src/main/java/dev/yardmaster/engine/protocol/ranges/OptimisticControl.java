package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;

/**
 * One worker's commits (ICDE 2018, Algorithm 1), whatever the scheme that validates scans: lock the
 * writes in a global order; register; draw the commit timestamp; check what was read; install.
 *
 * <p>All is locked before anything is registered, where the paper registers record by record: a
 * transaction registers in a range once, so a scan that came between its registration and its lock
 * of a second record there would take the old row of that, and never look at the writer.
 *
 * <p>Not final, so that a test can do it as the paper does.
 *
 * <p>{@link Access#seen} is the word as it was read; {@link Access#seenWord} the word as it was
 * locked; {@link Access#held} is 1 while it is locked.
 */
class OptimisticControl implements ConcurrencyControl {

  /** So many reads are checked between two steps: a check takes next to nothing. */
  private static final int READS_AT_ONCE = 16;

  private final WorkerContext worker;
  private final AccessSet accesses;
  private final Pace pace;
  private final CommitClock clock;
  private final ScanValidation scans;
  private final RowReader rows;
  private final boolean rereads;
  private long timestamp;

  OptimisticControl(WorkerContext worker, CommitClock clock, ScanValidation scans) {
    this.worker = worker;
    this.clock = clock;
    this.scans = scans;
    accesses = worker.accesses();
    pace = worker.pace();
    rows = new RowReader(worker);
    rereads = scans.reader() == null;
  }

  @Override
  public void begin(Attempt attempt) {
    scans.begin();
  }

  @Override
  public RangeReader ranges() {
    return scans.reader();
  }

  @Override
  public void read(Access access) {
    boolean present = rows.read(access.table(), access.record(), access);
    if (RecordWord.isDead(rows.word())) {
      throw worker.conflict();
    }
    access.seen = rows.word();
    access.found(present, rows.version());
  }

  @Override
  public void update(Access access) {
    if (!access.isRead()) {
      scans.writing(access);
      read(access);
    }
  }

  @Override
  public void insert(Access access) {
    update(access);
  }

  @Override
  public boolean validate() {
    if (!lockAndRegister(accesses.sortWrites())) {
      return false;
    }
    drawTimestamp();
    return readsHold() && scans.holds(timestamp);
  }

  boolean lockAndRegister(int writes) {
    return lock(0, writes) && scans.register();
  }

  /** Locks writes from one to before another. */
  final boolean lock(int from, int to) {
    for (int i = from; i < to; i++) {
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
      if (RecordWord.isLocked(word)) {
        pace.await(round++);
      } else if (word != access.seen) {
        return false;
      } else if (Records.changeWord(slab, at, word, word | RecordWord.LOCKED)) {
        access.seenWord = word;
        access.held = 1;
        return true;
      }
    }
  }

  private void drawTimestamp() {
    if (accesses.writes() == 0) {
      // Who writes nothing comes behind all that have drawn, and needs no number of its own.
      timestamp = clock.now() + 1;
      return;
    }
    scans.drawing();
    timestamp = clock.next();
    pace.step();
    scans.drawn(timestamp);
  }

  private boolean readsHold() {
    boolean holds = worker.nodes().isUnchanged();
    int size = accesses.size();
    int checked = 0;
    for (int i = 0; i < size && holds; i++) {
      Access access = accesses.get(i);
      if (!AccessSet.isMissing(access) && !access.isWrite()) {
        if (checked++ % READS_AT_ONCE == 0) {
          pace.examine(READS_AT_ONCE);
        }
        holds = Records.word(access.slab(), access.at()) == access.seen;
      }
    }
    if (rereads) {
      worker.ranges().items(checked);
      if (!holds) {
        worker.ranges().abort();
      }
    }
    return holds;
  }

  @Override
  public long commitVersion() {
    return timestamp;
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
          deleted ? RecordWord.absent(timestamp) : RecordWord.present(timestamp));
    }
    scans.end(true);
  }

  @Override
  public void abort() {
    for (int i = 0; i < accesses.writes(); i++) {
      Access access = accesses.write(i);
      if (access.held != 0) {
        Records.setWord(access.slab(), access.at(), access.seenWord);
      }
    }
    scans.end(false);
  }

  @Override
  public long bury(Table table, int record) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    long word = Records.word(slab, at);
    if (RecordWord.isLocked(word)) {
      return BUSY;
    }
    if (!RecordWord.isAbsent(word) || RecordWord.isDead(word)) {
      return IN_USE;
    }
    return Records.changeWord(slab, at, word, word | RecordWord.DEAD)
        ? RecordWord.version(word)
        : BUSY;
  }
}

package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;
import dev.yardmaster.engine.protocol.optimistic.OptimisticControl;

/**
 * One worker's commits under the schemes that validate scans (ICDE 2018, Algorithm 1). A commit
 * locks the writes in a global order, registers in its ranges, draws the commit timestamp, checks
 * the reads, and installs the writes.
 *
 * <p>A commit locks all records before it registers in any range. In contrast, the paper locks and
 * registers record by record, and a transaction registers only once in each range. In the paper's
 * order, a scan can begin after the registration, and read another record of the range before the
 * writer locks this record. Such a scan would read the old row, and its validation would not
 * examine the writer.
 *
 * <p>The class is not final, so that a test can use the paper's order.
 */
class RangeControl extends OptimisticControl {

  /**
   * The number of reads that are validated between two calls of {@code pace}. One call for each
   * read would cost too much, because the validation of a read takes very little time.
   */
  private static final int READS_AT_ONCE = 16;

  private final WorkerContext worker;
  private final AccessList accesses;
  private final Pace pace;
  private final SharedWords words;
  private final CommitClock clock;
  private final ScanValidation scans;
  private final boolean rereads;

  RangeControl(WorkerContext worker, CommitClock clock, ScanValidation scans) {
    super(worker);
    this.worker = worker;
    this.clock = clock;
    this.scans = scans;
    accesses = worker.managed();
    pace = worker.pace();
    words = worker.words();
    rereads = scans.reader() == null;
  }

  @Override
  public void begin(Attempt attempt) {
    super.begin(attempt);
    scans.begin();
  }

  @Override
  public RangeReader ranges() {
    return scans.reader();
  }

  @Override
  public void update(Access access) {
    if (!access.isRead()) {
      scans.writing(access);
      read(access);
    }
  }

  @Override
  public void put(Access access) {
    scans.writing(access);
  }

  @Override
  public boolean lock() {
    return super.lock() && scans.register();
  }

  @Override
  public long decide() {
    if (accesses.writes() == 0) {
      words.reading(clock, 0);
      // A read-only transaction draws no timestamp. Such a transaction is ordered after all
      // timestamps that were drawn so far.
      return clock.now() + 1;
    }
    scans.drawing();
    words.changing(clock, 0);
    long timestamp = clock.next();
    pace.step();
    scans.drawn(timestamp);
    return timestamp;
  }

  @Override
  public boolean check(long timestamp) {
    return readsHold() && scans.holds(timestamp);
  }

  /**
   * Returns whether the reads are valid at the commit timestamp, which was drawn before. For
   * missing keys, the index nodes must be unchanged since the reads. It is not enough that a key is
   * missing now, because it may have had a record at the commit timestamp.
   */
  private boolean readsHold() {
    boolean holds = worker.nodesAreUnchanged();
    int size = accesses.size();
    int checked = 0;
    for (int i = 0; i < size && holds; i++) {
      OptimisticAccess access = (OptimisticAccess) accesses.get(i);
      if (!AccessSet.isMissing(access) && !access.isWrite()) {
        if (checked++ % READS_AT_ONCE == 0) {
          pace.examine(READS_AT_ONCE);
        }
        holds = RecordHeader.of(words, access) == access.seen();
      }
    }
    if (rereads) {
      worker.ranges().items(checked);
    }
    return holds;
  }

  @Override
  public void commit(long timestamp) {
    super.commit(timestamp);
    scans.end(true);
  }

  @Override
  public void abort() {
    super.abort();
    scans.end(false);
  }
}

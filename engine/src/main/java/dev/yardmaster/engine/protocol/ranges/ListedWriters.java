package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RangeCounts;
import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.RowReader;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * One worker's validation of scans by lists of writers. It compares each scanned part of a range
 * with the writers that have registered since the scan began (ICDE 2018, Algorithm 1, lines 3, 4
 * and 14 to 30).
 *
 * <p>The class is not final, so that tests can plant bugs in its steps.
 */
class ListedWriters implements ScanValidation, RangeReader {

  /**
   * The number of times that a writer checks a full list before it aborts. The number is limited,
   * because the writer holds locks while it waits.
   */
  static final int FULL_ROUNDS = 80;

  private final WriterLists lists;
  private final Writers writers;
  private final RunningScans scans;
  private final CommitClock clock;
  private final boolean registers;
  private final WorkerContext worker;
  private final AccessList accesses;
  private final Pace pace;
  private final SharedWords words;
  private final RangeCounts counts;
  private final WriterPool pool;
  private final LongPredicate stale = this::isStale;
  private final ListsEntered entered = new ListsEntered();
  private final List<ScanPredicate> predicates = new ArrayList<>();
  private final RowReader rows;
  private long[][] rings = new long[8][];

  /** For each ring in {@code rings}, the number of its list. */
  private long[] ringLists = new long[8];

  private int ringCount;
  private int used;

  /**
   * Whether the transaction is registered in {@code scans}. While the transaction is registered,
   * the writers that its validation may need are not reused.
   */
  private boolean isKnownToScan;

  /** The global list's version when the transaction began. */
  private long versionAtBegin;

  @SuppressWarnings("unused") // The field keeps the compiler from removing the prefetching reads.
  private long touched;

  private Writer writer;

  ListedWriters(WriterLists lists, ListedTransactions shared, boolean registers, WorkerContext of) {
    this.lists = lists;
    this.registers = registers;
    writers = shared.writers();
    scans = shared.scans();
    clock = shared.clock();
    worker = of;
    accesses = of.managed();
    pace = of.pace();
    words = worker.words();
    counts = of.ranges();
    pool = new WriterPool(of.worker(), writers, scans);
    rows = new RowReader(of);
  }

  @Override
  public RangeReader reader() {
    return this;
  }

  @Override
  public KeyRanges rangesOf(Table table) {
    return lists.rangesOf(table);
  }

  /**
   * If the protocol has a single list, stores the current version of the list. So the validation
   * examines all commits since the transaction began, as in Hyper. In section II-B, the start
   * timestamp is also drawn before the read phase.
   */
  @Override
  public void begin() {
    if (registers && !lists.areOfRanges()) {
      scans.begin(worker.worker());
      isKnownToScan = true;
      versionAtBegin = WriterRing.version(lists.find(0, 0));
    }
  }

  @Override
  public int enter(
      Table table,
      int range,
      long low,
      byte[] lowRest,
      long high,
      byte[] highRest,
      boolean covers) {
    if (!registers) {
      throw new IllegalStateException(
          "scans are not possible when writers do not register: table=" + table.name());
    }
    if (!isKnownToScan) {
      scans.begin(worker.worker());
      isKnownToScan = true;
    }
    if (used == predicates.size()) {
      predicates.add(new ScanPredicate());
    }
    ScanPredicate predicate = predicates.get(used);
    predicate.set(table, range, low, lowRest, high, highRest);
    predicate.list = lists.listOf(table, range);
    predicate.covers = covers && lists.areOfRanges();
    if (lists.areOfRanges()) {
      long[] ring = lists.find(table.number(), range);
      predicate.version = ring == null ? 0 : WriterRing.version(ring);
    } else {
      predicate.version = versionAtBegin;
    }
    return used++;
  }

  @Override
  public boolean read(Table table, int record, Row into) {
    return rows.read(table, record, into);
  }

  @Override
  public long version() {
    return rows.version();
  }

  @Override
  public void stop(int predicate, long key, byte[] rest, boolean backward) {
    predicates.get(predicate).stop(key, rest, backward);
  }

  /**
   * Prefetches the list in which the write will be registered. Usually neither the list nor the
   * record is in the CPU's nearest caches. Because of this read, the CPU loads both at the same
   * time.
   */
  @Override
  public void writing(Access write) {
    if (registers && lists.areOfRanges() && isScannable(write)) {
      Table table = write.table();
      long[] ring = lists.find(table.number(), lists.rangesOf(table).rangeOf(write.key()));
      if (ring != null) {
        touched += WriterRing.touch(ring);
      }
    }
  }

  @Override
  public boolean register() {
    if (!registers) {
      return true;
    }
    int count = accesses.writes();
    for (int i = 0; i < count; i++) {
      Access write = accesses.write(i);
      if (isScannable(write)) {
        if (writer == null && !takeWriter()) {
          return false;
        }
        writer.add(write);
        note(write);
      }
    }
    if (writer == null) {
      return true;
    }
    long word = WriterWord.of(worker.worker(), writer);
    for (int i = 0; i < ringCount; i++) {
      pace.register();
      words.changing(rings[i], 0);
      if (!register(ringLists[i], rings[i], word)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Adds the list of a write to the lists in which the transaction will register, unless it was
   * already added.
   */
  private void note(Access write) {
    Table table = write.table();
    int range = lists.rangesOf(table).rangeOf(write.key());
    long list = lists.listOf(table, range);
    if (!entered.add(list)) {
      return;
    }
    if (ringCount == rings.length) {
      rings = Arrays.copyOf(rings, 2 * ringCount);
      ringLists = Arrays.copyOf(ringLists, 2 * ringCount);
    }
    ringLists[ringCount] = list;
    rings[ringCount++] = lists.get(table, range);
  }

  /** Returns whether the written table can be scanned. Hashed tables cannot be scanned. */
  private static boolean isScannable(Access write) {
    return write.table().definition().order() == TableDefinition.Order.ORDERED;
  }

  private boolean takeWriter() {
    int round = 0;
    while ((writer = pool.take()) == null) {
      if (round == FULL_ROUNDS) {
        return false;
      }
      pace.await(round++);
    }
    return true;
  }

  private boolean register(long list, long[] first, long word) {
    long[] ring = first;
    int round = 0;
    while (true) {
      long position = WriterRing.register(ring, word, stale);
      if (position >= 0) {
        return true;
      }
      if (position == WriterRing.CLOSED) {
        ring = lists.next(list, ring);
      } else if (lists.canGrow(list, ring)) {
        WriterRing.close(ring);
      } else if (round == FULL_ROUNDS) {
        // The wait is limited. Otherwise two transactions could wait for each other, because this
        // transaction holds locks.
        return false;
      } else {
        pace.await(round++);
      }
    }
  }

  boolean isStale(long word) {
    return pool.isStale(word);
  }

  @Override
  public void drawing() {
    if (writer != null) {
      writer.drawing();
    }
  }

  @Override
  public void drawn(long timestamp) {
    if (writer != null) {
      words.changing(writer, 0);
      writer.drawn(timestamp);
    }
  }

  @Override
  public boolean holds(long timestamp) {
    for (int i = 0; i < used; i++) {
      if (!holds(predicates.get(i), timestamp)) {
        return false;
      }
    }
    return true;
  }

  private boolean holds(ScanPredicate predicate, long timestamp) {
    long[] ring = lists.find(predicate.table, predicate.range);
    if (ring != null) {
      words.reading(ring, 0);
    }
    long version = ring == null ? 0 : WriterRing.version(ring);
    // The registration of this transaction itself came after the scan, and is not a conflict.
    long others = version - predicate.version - (entered.has(predicate.list) ? 1 : 0);
    if (isUnchanged(predicate, others) || predicate.covers) {
      counts.byVersion();
      return isUnchanged(predicate, others);
    }
    for (long position = predicate.version; position < version; position++) {
      if (isHitBy(WriterRing.writer(ring, position), predicate, timestamp)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a range's version alone shows that no other transaction has written in the
   * range since the scan.
   */
  boolean isUnchanged(ScanPredicate predicate, long others) {
    return others == 0;
  }

  /**
   * Returns whether a writer conflicts with a scan: whether it has written in the scanned part, and
   * has a lower timestamp than this transaction.
   */
  boolean isHitBy(long word, ScanPredicate predicate, long timestamp) {
    if (word == WriterRing.LOST) {
      // The registration of this transaction itself has overwritten the slot, so the writer that
      // was in the slot is unknown.
      return true;
    }
    Writer other = writers.of(word);
    if (other == writer) {
      return false;
    }
    counts.writers(1);
    words.reading(other, 0);
    if (!other.isBefore(timestamp, pace)) {
      return false;
    }
    int count = other.count();
    counts.items(count);
    pace.examine(count);
    for (int i = 0; i < count; i++) {
      if (predicate.holds(other, i)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void end(boolean committed) {
    if (isKnownToScan) {
      scans.end(worker.worker());
      isKnownToScan = false;
      for (int i = 0; i < used; i++) {
        predicates.get(i).clear();
      }
      used = 0;
    }
    if (writer != null) {
      if (!committed) {
        // If an aborted writer has no timestamp yet, it draws a timestamp now. Scans that begin at
        // this timestamp or later do not need the writer. So the pool can reuse the writer when all
        // earlier scans have ended.
        long drawn = writer.timestamp();
        writer.aborted(drawn == Long.MAX_VALUE ? clock.next() : drawn);
      }
      pool.giveBack(writer);
      writer = null;
      entered.clear();
      ringCount = 0;
    }
  }
}

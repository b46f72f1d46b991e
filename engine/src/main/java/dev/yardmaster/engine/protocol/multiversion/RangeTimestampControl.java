package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.MissingKeys;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RangeCounts;
import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.Arrays;

/**
 * One worker's part of {@link Mvrcc}, which executes the phases of the worker's transactions.
 *
 * <p>A writer registers in the range, and then reads the range's read timestamp. If a transaction
 * with a later timestamp has scanned the range, the writer aborts. A scan raises the range's read
 * timestamp, and then examines the writers: it waits until all writers with earlier timestamps have
 * ended. So of two conflicting transactions, at least one sees the other. A transaction waits only
 * for transactions with earlier timestamps, so a deadlock is impossible. Scanned rows need no
 * validation. A scan of a part of a range has the same effect as a scan of the whole range.
 */
final class RangeTimestampControl implements ConcurrencyControl, RangeReader {

  private final MultiVersionControl versions;
  private final RangeTimestamps ranges;
  private final WorkerContext worker;
  private final Pace pace;
  private final SharedWords shared;
  private final RangeCounts counts;

  /** The ranges in which the transaction has registered as a writer. */
  private long[][] entered = new long[16][];

  private int size;
  private long rowVersion;

  RangeTimestampControl(
      MultiVersionControl versions, RangeTimestamps ranges, WorkerContext worker) {
    this.versions = versions;
    this.ranges = ranges;
    this.worker = worker;
    pace = worker.pace();
    shared = worker.words();
    counts = worker.ranges();
  }

  @Override
  public void begin(Attempt attempt) {
    versions.begin(attempt);
  }

  @Override
  public long readAsOf() {
    return versions.readAsOf();
  }

  @Override
  public MissingKeys missingKeys() {
    return versions.missingKeys();
  }

  @Override
  public RangeReader ranges() {
    return this;
  }

  @Override
  public KeyRanges rangesOf(Table table) {
    return table.definition().ranges();
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
    long[] words = ranges.get(table, range);
    RangeTimestamps.raiseRead(shared, words, versions.readAsOf());
    int workers = ranges.workers();
    counts.items(workers);
    pace.examine(workers);
    for (int other = 0; other < workers; other++) {
      awaitEnd(words, other);
    }
    return 0;
  }

  /**
   * Waits until a writer's transaction ends, if the writer's timestamp is earlier than the
   * timestamp of this transaction.
   */
  private void awaitEnd(long[] words, int other) {
    long timestamp = RangeTimestamps.writer(shared, words, other);
    if (timestamp == 0 || other == worker.worker()) {
      return;
    }
    counts.writers(1);
    if (timestamp > versions.readAsOf()) {
      return;
    }
    int round = 0;
    while (RangeTimestamps.writer(shared, words, other) == timestamp) {
      if (pace.givesUp()) {
        throw worker.conflict();
      }
      pace.await(round++);
    }
  }

  @Override
  public boolean read(Table table, int record, Row into) {
    rowVersion = versions.readRow(table, record, into);
    return rowVersion > 0;
  }

  @Override
  public long version() {
    return Math.abs(rowVersion);
  }

  @Override
  public void stop(int predicate, long key, byte[] rest, boolean backward) {}

  @Override
  public void read(Access access) {
    versions.read(access);
  }

  @Override
  public void update(Access access) {
    enter(access);
    versions.update(access);
  }

  @Override
  public void insert(Access access) {
    enter(access);
    versions.insert(access);
  }

  @Override
  public void put(Access access) {
    enter(access);
    versions.put(access);
  }

  /**
   * Registers the transaction as a writer of the access's range, unless it is registered already.
   */
  private void enter(Access access) {
    Table table = access.table();
    if (table.definition().order() != TableDefinition.Order.ORDERED) {
      return; // Hashed tables cannot be scanned.
    }
    long[] words = ranges.get(table, rangesOf(table).rangeOf(access.key()));
    if (RangeTimestamps.writer(shared, words, worker.worker()) != 0) {
      return;
    }
    pace.register();
    if (size == entered.length) {
      entered = Arrays.copyOf(entered, 2 * size);
    }
    entered[size++] = words;
    RangeTimestamps.setWriter(shared, words, worker.worker(), versions.readAsOf());
    if (RangeTimestamps.read(shared, words) > versions.readAsOf()) {
      throw worker.conflict();
    }
  }

  @Override
  public boolean lock() {
    return versions.lock();
  }

  @Override
  public long decide() {
    return versions.decide();
  }

  @Override
  public boolean check(long version) {
    return versions.check(version);
  }

  @Override
  public void commit(long version) {
    versions.commit(version);
    leave();
  }

  @Override
  public void abort() {
    versions.abort();
    leave();
  }

  private void leave() {
    for (int i = 0; i < size; i++) {
      RangeTimestamps.setWriter(shared, entered[i], worker.worker(), 0);
    }
    size = 0;
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    return versions.reclaim(table, record, key, rest);
  }

  @Override
  public void maintain() {
    versions.maintain();
  }

  @Override
  public int oldVersions() {
    return versions.oldVersions();
  }

  @Override
  public boolean isTidy() {
    return versions.isTidy();
  }
}

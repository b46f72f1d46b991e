package dev.yardmaster.engine.durable;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.index.HashIndex;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.redo.ScannedTables;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.NullUnmarked;

/**
 * Scans all typed tables for a checkpoint: first the definitions, then the rows of one table after
 * the other. The rows of an ordered table are in the order of their keys; the rows of a hashed
 * table are in the order of their buckets.
 *
 * <p>A scan consists of many small transactions that read committed rows, so the checkpoint is
 * fuzzy. The checkpoint contains all commits up to the watermark that was read before the scan, and
 * may contain later commits. A row does not store the log version of its commit, so every entry of
 * a checkpoint has version 1. Version 1 is correct for two reasons. First, recovery replays the log
 * above the watermark, and so repeats every write and deletion of a later commit. Second, a
 * checkpoint becomes valid only when the log is on disk up to the newest version that the scan can
 * have read.
 *
 * <p>Only one thread uses an instance, with a worker that nothing else uses.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class TypedScan extends ScannedTables {

  private static final int ROWS_AT_ONCE = 256;
  private static final int BYTES_AT_ONCE = 1 << 20;
  private static final long VERSION = 1;
  private static final byte[] LOWEST = {};

  /** The pause between two checks whether the drop of a table is in the log. */
  private static final long LOOK_NS = 1_000_000;

  private static final int DROPPED = -1;

  /** A key with its value. */
  @SuppressWarnings("ArrayRecordComponent") // The record is never compared.
  private record Found(Key key, byte[] value) implements Entry {
    @Override
    public long version() {
      return VERSION;
    }
  }

  /** Logic that reads committed rows. */
  private interface Reading extends RecordLogic {
    @Override
    default boolean isReadOnly() {
      return true;
    }

    @Override
    default Isolation isolation() {
      return Isolation.READ_COMMITTED;
    }
  }

  private final Map<String, Table> tables;
  private final Worker worker;
  private final boolean awaitsDrops;
  private final List<Found> page = new ArrayList<>();
  private final LongArrayList keys = new LongArrayList();
  private final List<Table> left = new ArrayList<>();
  private long pageBytes;
  private int next;
  private Key accepted;
  private boolean isTableOver;

  /** The first key of the next page, for an ordered table. */
  private long from;

  private byte[] fromRest;

  /**
   * For a hashed table, the number of the next bucket from which keys are loaded. The field {@link
   * #nextKey} is the index in {@link #keys} of the next key to read.
   */
  private long bucket;

  private int nextKey;

  @Shared(
      writers = "the closing thread",
      readers = "the thread of the checkpoints",
      access = "volatile")
  private volatile boolean ending;

  /**
   * Creates a scan.
   *
   * @param tables the tables by their names; tables may be added at any time. The caller removes a
   *     dropped table from the map when its drop is in the log
   * @param awaitsDrops whether the scan, before it omits a dropped table, waits until the drop is
   *     in the log. If not, the caller must make sure that the drop is in the log before it uses
   *     the result of the scan
   */
  public TypedScan(Map<String, Table> tables, Worker worker, boolean awaitsDrops) {
    this.tables = tables;
    this.worker = worker;
    this.awaitsDrops = awaitsDrops;
  }

  /**
   * Lets the scanning thread abandon a scan that waits for a drop or has to repeat a read. Any
   * thread may call this method.
   */
  public void end() {
    ending = true;
  }

  @Override
  protected void scan(Key after, Visitor visitor) {
    if (after == null) {
      begin();
    } else if (!after.equals(accepted)) {
      throw new IllegalArgumentException(
          "a scan continues where it has stopped: from=" + after + ", stopped=" + accepted);
    }
    do {
      for (; next < page.size(); next++) {
        Found entry = page.get(next);
        if (!visitor.visit(entry)) {
          return;
        }
        accepted = entry.key();
      }
    } while (load());
  }

  private void begin() {
    accepted = null;
    clearPage();
    left.clear();
    for (Table table : tables.values()) {
      if (table.isDropped()) {
        awaitDrop(table);
      } else {
        left.add(table);
      }
    }
    for (Table table : left) {
      page.add(
          new Found(Key.ofDefinition(table.name()), DefinitionFormat.encode(table.definition())));
    }
    enter();
  }

  /**
   * Waits until the drop of a table is in the log. A checkpoint without the table's rows is valid
   * only if recovery also finds the drop in the log, after all commits to the table.
   */
  private void awaitDrop(Table table) {
    while (awaitsDrops && tables.get(table.name()) == table) {
      if (ending) {
        throw abandoned();
      }
      LockSupport.parkNanos(LOOK_NS);
    }
  }

  private static IllegalStateException abandoned() {
    return new IllegalStateException("the scan was abandoned because the database is closed");
  }

  private void clearPage() {
    page.clear();
    next = 0;
    pageBytes = 0;
  }

  /** Positions the scan before the first row of the next table. */
  private void enter() {
    isTableOver = left.isEmpty();
    keys.clear();
    nextKey = 0;
    bucket = 0;
    from = Long.MIN_VALUE;
    fromRest = null;
    if (!isTableOver && left.get(0).definition().keys() == TableDefinition.Keys.BYTES) {
      fromRest = LOWEST;
      from = ByteKeys.prefixOf(LOWEST);
    }
  }

  /** Loads the next page of rows. Returns false if there are no more rows. */
  private boolean load() {
    clearPage();
    while (page.isEmpty() && !left.isEmpty()) {
      Table table = left.get(0);
      if (table.isDropped()) {
        isTableOver = true;
      } else if (table.index() instanceof HashIndex hashed) {
        loadHashed(table, hashed);
      } else {
        loadOrdered(table);
      }
      if (isTableOver) {
        if (table.isDropped()) {
          awaitDrop(table);
        }
        left.remove(0);
        enter();
      }
    }
    return !page.isEmpty();
  }

  private void loadOrdered(Table table) {
    int read =
        run(
            table,
            most ->
                transaction -> {
                  clearPage();
                  transaction.scan(
                      table,
                      from,
                      fromRest,
                      Long.MAX_VALUE,
                      OrderedIndex.UNBOUNDED,
                      most,
                      false,
                      (key, rest, row) -> take(table, key, rest, row));
                });
    if (read == DROPPED || (page.size() < read && pageBytes < BYTES_AT_ONCE)) {
      isTableOver = true;
      return;
    }
    Key last = page.get(page.size() - 1).key();
    byte[] rest = TableKeys.rest(last);
    if (rest == null) {
      isTableOver = last.number() == Long.MAX_VALUE;
      from = last.number() + 1;
    } else {
      fromRest = Arrays.copyOf(rest, rest.length + 1); // The successor of the last key.
      from = ByteKeys.prefixOf(fromRest);
    }
  }

  private void loadHashed(Table table, HashIndex index) {
    if (nextKey == keys.size()) {
      loadKeys(table, index);
    }
    int first = nextKey;
    int read =
        run(
            table,
            most ->
                transaction -> {
                  clearPage();
                  nextKey = first;
                  int end = (int) Math.min(keys.size(), (long) first + most);
                  boolean hasRoom = true;
                  while (nextKey < end && hasRoom) {
                    long key = keys.getLong(nextKey++);
                    Row row = transaction.read(table, key);
                    hasRoom = row == null || take(table, key, null, row);
                  }
                });
    isTableOver = read == DROPPED || (nextKey == keys.size() && bucket == index.buckets());
  }

  /** Loads the keys of the next buckets. */
  private void loadKeys(Table table, HashIndex index) {
    long first = bucket;
    var unused =
        run(
            table,
            most ->
                transaction -> {
                  keys.clear();
                  nextKey = 0;
                  bucket = first;
                  while (bucket < index.buckets() && keys.size() < ROWS_AT_ONCE) {
                    index.addKeys(bucket++, keys);
                  }
                });
  }

  private boolean take(Table table, long key, byte[] rest, Row row) {
    byte[] image = row.image(table.layout());
    page.add(new Found(TableKeys.key(table, key, rest), image));
    pageBytes += image.length;
    return pageBytes < BYTES_AT_ONCE;
  }

  /** Returns logic that reads at most a given number of rows. */
  private interface Pages {
    Reading of(int most);
  }

  /**
   * Runs the logic that reads a page, and repeats it until it commits. After each conflict, the
   * maximum number of rows is halved.
   *
   * @return the maximum number of rows with which the logic committed, or {@link #DROPPED} if the
   *     table was dropped during the scan
   */
  private int run(Table table, Pages logic) {
    int most = ROWS_AT_ONCE;
    worker.begin();
    AttemptResult ended = worker.attempt(logic.of(most));
    while (ended != AttemptResult.COMMITTED) {
      if (ended == AttemptResult.FAILED && table.isDropped()) {
        clearPage();
        return DROPPED;
      }
      if (ended == AttemptResult.FAILED) {
        throw new IllegalStateException("tables cannot be read", worker.failure());
      }
      if (ending) {
        throw abandoned();
      }
      most = Math.max(1, most / 2);
      worker.again();
      ended = worker.attempt(logic.of(most));
    }
    return most;
  }
}

package dev.yardmaster.engine.transaction;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.engine.index.Index;
import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.index.NodeChange;
import dev.yardmaster.engine.index.NodeSet;
import dev.yardmaster.engine.index.Observation;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.index.RecordInitializer;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Access.Operation;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.RecordAllocator;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * A worker's transactions, one after the other: finds the record in the index, then its access in
 * the set, and hands it to the protocol. Keys that are missing are remembered by the node in which
 * they would stand. Owned by the worker's thread.
 */
final class EngineTransaction implements RecordTransaction {

  private final Protocol protocol;
  private final WorkerContext worker;
  private final ConcurrencyControl control;
  private final AccessSet accesses;
  private final NodeSet nodes;
  private final Pace pace;
  private final ReadImages images;
  private final Observation observed = new Observation();
  private final NodeChange change = new NodeChange();
  private final GhostRecords created = new GhostRecords();
  private final ScanPages pages = new ScanPages();
  private final ScanHistory history;

  /** Scans by ranges; null if the protocol reads the rows of scans like others. */
  private final RangeScans ranges;

  private final RecordInitializer initializer = this::initialize;

  /** What is being inserted into, and what the record that this made is absent as of. */
  private Table inserting;

  private boolean creates;
  private boolean open;
  private long creationStamp;
  private boolean deleted;
  private UserAbort abort;

  EngineTransaction(
      Protocol protocol, WorkerContext worker, ConcurrencyControl control, ReadImages images) {
    this.protocol = protocol;
    this.worker = worker;
    this.control = control;
    this.images = images;
    accesses = worker.accesses();
    nodes = worker.nodes();
    pace = worker.pace();
    history = images == null ? null : new ScanHistory(worker, control, images);
    RangeReader reader = control.ranges();
    ranges = reader == null ? null : new RangeScans(reader, worker, pages, history);
  }

  @Override
  public Row read(Table table, long key, byte[] rest) {
    requireOpen();
    pace.access();
    int record = find(table, key, rest);
    return record == Index.NONE ? null : readRecord(table, record, key, rest);
  }

  private Row readRecord(Table table, int record, long key, byte[] rest) {
    Access access = accesses.find(table, record);
    if (access == null) {
      access = accesses.add(table, record, key, rest);
      control.read(access);
      if (images != null) {
        images.keep(access);
      }
    }
    return access.isPresent() ? access : null;
  }

  @Override
  public Row update(Table table, long key, byte[] rest) {
    requireOpen();
    pace.access();
    Access access = toWrite(table, key, rest);
    if (access == null) {
      return null;
    }
    if (access.operation() == Operation.READ) {
      access.write(Operation.UPDATE);
    }
    return access;
  }

  @Override
  public boolean delete(Table table, long key, byte[] rest) {
    requireOpen();
    pace.access();
    Access access = toWrite(table, key, rest);
    if (access == null) {
      return false;
    }
    access.write(Operation.DELETE);
    deleted = true;
    return true;
  }

  /** An access that may be written and whose record is present; null if it is not. */
  private Access toWrite(Table table, long key, byte[] rest) {
    int record = find(table, key, rest);
    if (record == Index.NONE) {
      return null;
    }
    Access access = accesses.find(table, record);
    if (access == null) {
      access = accesses.add(table, record, key, rest);
    } else if (!access.isPresent()) {
      return null;
    }
    if (access.operation() == Operation.READ) {
      boolean first = !access.isRead();
      control.update(access);
      if (first && images != null) {
        images.keep(access);
      }
    }
    return access.isPresent() ? access : null;
  }

  @Override
  public Row insert(Table table, long key, byte[] rest) {
    requireOpen();
    pace.access();
    creates = false;
    int record = recordFor(table, key, rest);
    Access access = accesses.find(table, record);
    if (access == null) {
      access = accesses.add(table, record, key, rest);
    }
    if (access.operation() == Operation.READ && !access.isPresent()) {
      boolean first = !access.isRead();
      control.insert(access);
      if (creates && access.version() != -creationStamp) {
        // Another has written what this one has just made, and may have found missing before.
        throw worker.conflict();
      }
      if (first && images != null) {
        images.keep(access);
      }
    }
    if (access.isPresent()) {
      return null;
    }
    boolean replaces = access.operation() == Operation.DELETE && access.wasPresent();
    access.write(replaces ? Operation.UPDATE : Operation.INSERT);
    access.empty();
    return access;
  }

  private int find(Table table, long key, byte[] rest) {
    table.requireKey(key, rest);
    int record = table.index().find(key, rest, observed);
    return record == Index.NONE ? missing(table, key, rest) : record;
  }

  private int missing(Table table, long key, byte[] rest) {
    long stamp = control.readStamp();
    while (stamp != 0) {
      observed.raiseStamp(stamp);
      if (observed.isUnchanged()) {
        break;
      }
      int record = table.index().find(key, rest, observed);
      if (record != Index.NONE) {
        return record;
      }
    }
    if (stamp == 0) {
      nodes.add(observed);
    }
    if (images != null) {
      accesses.addMissing(table, key, rest, Math.max(stamp, observed.stamp()));
    }
    return Index.NONE;
  }

  /** The record of a key, which gets one if it has none. */
  private int recordFor(Table table, long key, byte[] rest) {
    table.requireKey(key, rest);
    int found = table.index().find(key, rest, observed);
    if (found != Index.NONE) {
      return found;
    }
    RecordAllocator allocator = worker.allocator(table.records());
    int slot = allocator.allocate();
    inserting = table;
    int record = table.index().insert(key, rest, slot, initializer, change);
    if (record == slot) {
      creates = true;
      nodes.tookPart(change);
      created.add(table, key, rest, record);
    } else {
      allocator.free(slot);
    }
    return record;
  }

  private void initialize(int record, long stamp) {
    creationStamp = stamp;
    protocol.initialize(inserting, record, stamp);
  }

  @Override
  public int scan(
      Table table,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      int limit,
      boolean backward,
      RowVisitor visitor) {
    requireOpen();
    table.requireKey(from, fromRest);
    if (toRest != OrderedIndex.UNBOUNDED) {
      table.requireKey(to, toRest);
    }
    worker.ranges().scan();
    if (ranges == null) {
      return scanPages(table, from, fromRest, to, toRest, limit, backward, visitor);
    }
    return backward
        ? ranges.backward(table, from, fromRest, to, toRest, limit, visitor)
        : ranges.forward(table, from, fromRest, to, toRest, limit, visitor);
  }

  /** Scans page by page, with an access to each row; the nodes tell of what is new. */
  private int scanPages(
      Table table,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      int limit,
      boolean backward,
      RowVisitor visitor) {
    worker.ranges().range();
    int visited = 0;
    IndexPage page = pages.take();
    try {
      long begin = from;
      byte[] beginRest = fromRest;
      long end = to;
      byte[] endRest = toRest;
      while (visited < limit) {
        load(table, page, begin, beginRest, end, endRest, backward);
        for (int i = 0; i < page.count() && visited < limit; i++) {
          pace.scannedAccess();
          Row row = readRecord(table, page.record(i), page.key(i), page.rest(i));
          if (row != null) {
            visited++;
            if (!visitor.visit(page.key(i), page.rest(i), row)) {
              return visited;
            }
          }
        }
        if (!page.goesOn()) {
          return visited;
        }
        if (backward) {
          end = page.nextKey();
          endRest = page.nextRest();
        } else {
          begin = page.nextKey();
          beginRest = page.nextRest();
        }
      }
      return visited;
    } finally {
      pages.giveBack();
    }
  }

  /** Loads a part of a range, and sees to it that nothing new comes into it unnoticed. */
  private void load(
      Table table,
      IndexPage page,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      boolean backward) {
    long stamp = control.readStamp();
    do {
      if (backward) {
        table.ordered().pageBackward(from, fromRest, to, toRest, page);
      } else {
        table.ordered().page(from, fromRest, to, toRest, page);
      }
      if (stamp == 0) {
        nodes.add(page.observed());
        break;
      }
      page.observed().raiseStamp(stamp);
    } while (!page.observed().isUnchanged());
    if (history != null) {
      history.gaps(table, page, from, toRest == null ? to : Long.MAX_VALUE, backward);
    }
  }

  @Override
  public RuntimeException abort(String reason) {
    requireOpen();
    abort = new UserAbort(reason);
    return abort;
  }

  /** The logic begins, and may use it. */
  void open() {
    open = true;
  }

  /** The logic has ended: whatever it has kept of this is of no use any more. */
  void close() {
    open = false;
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException(
          "a transaction is used only by its logic, and until that has ended");
    }
  }

  /** Whether it has deleted anything, to be reclaimed if it commits. */
  boolean hasDeleted() {
    return deleted;
  }

  /** The logic's decision to abort, even if it was caught; null if it has not decided so. */
  UserAbort decision() {
    return abort;
  }

  /** The records that it has brought into being, to be removed if they stay absent. */
  GhostRecords created() {
    return created;
  }

  /** Forgets all. */
  void end() {
    accesses.clear();
    nodes.clear();
    created.clear();
    if (images != null) {
      images.clear();
    }
    pages.clear();
    deleted = false;
    abort = null;
  }
}

package dev.yardmaster.engine.transaction;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.index.HashIndex;
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
import dev.yardmaster.engine.protocol.IndexReads;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.MissingKeys;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.RecordAllocator;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * Executes the record operations of a worker's transactions, one transaction after the other. An
 * operation finds the record in the index, finds or creates the transaction's access to the record,
 * and passes the access to the protocol. For a missing key, the transaction remembers the index
 * node to which the key belongs. Only the worker's thread calls the methods.
 */
@NullUnmarked // Internal: fields and results may be null.
final class EngineTransaction implements RecordTransaction {

  private final Protocol protocol;
  private final WorkerContext worker;
  private final ConcurrencyControl control;
  private final AccessSet accesses;
  private final NodeSet nodes;
  private final IndexReads reads;
  private final Pace pace;
  private final CommitListener listener;
  private final ReadImages images;
  private final Observation observed = new Observation();
  private final NodeChange change = new NodeChange();
  private final GhostRecords created = new GhostRecords();
  private final ScanPages pages = new ScanPages();
  private final IndexedWrites indexed = new IndexedWrites();

  /**
   * The hash indexes that must grow when the transaction has ended. An index occurs once for each
   * insertion into a full bucket.
   */
  private final List<HashIndex> full = new ArrayList<>();

  private final ScanHistory history;

  /**
   * Runs scans by logical ranges; null if the protocol has no logical ranges and reads scanned rows
   * like other rows.
   */
  private final RangeScans ranges;

  private final RecordInitializer initializer = this::initialize;

  /**
   * The table into which a record is being inserted. The field {@code creationStamp} is the version
   * of the new record while it is absent.
   */
  private Table inserting;

  private long insertingKey;
  private byte[] insertingRest;

  private boolean creates;
  private boolean open;
  private Isolation isolation = Isolation.SERIALIZABLE;
  private long creationStamp;
  private boolean deleted;
  private UserAbort abort;

  EngineTransaction(
      Protocol protocol,
      WorkerContext worker,
      ConcurrencyControl control,
      CommitListener listener,
      ReadImages images) {
    this.protocol = protocol;
    this.listener = listener;
    this.worker = worker;
    this.control = control;
    this.images = images;
    accesses = worker.accesses();
    nodes = worker.nodes();
    reads = worker.indexReads();
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
    requireWritable();
    pace.access();
    Access access = toWrite(table, key, rest);
    if (access == null) {
      return null;
    }
    if (access.operation() == Operation.READ || access.isFrozen()) {
      write(access, Operation.UPDATE);
    }
    return access;
  }

  @Override
  public boolean delete(Table table, long key, byte[] rest) {
    requireWritable();
    pace.access();
    Access access = toWrite(table, key, rest);
    if (access == null) {
      return false;
    }
    write(access, Operation.DELETE);
    deleted = true;
    return true;
  }

  /**
   * Returns the access to a record that will be changed or deleted, or null if the record is
   * absent.
   */
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
    requireWritable();
    pace.access();
    Access access = accessToInsert(table, key, rest);
    if (access.operation() == Operation.READ && !access.isPresent()) {
      prepareInsert(access);
    }
    if (access.isPresent()) {
      return null;
    }
    boolean replaces = access.operation() == Operation.DELETE && access.wasPresent();
    write(access, replaces ? Operation.UPDATE : Operation.INSERT);
    access.empty();
    return access;
  }

  /**
   * Returns the access to a key's record. If the key has no record, the method creates a record.
   */
  private Access accessToInsert(Table table, long key, byte[] rest) {
    int record = recordFor(table, key, rest);
    Access access = accesses.find(table, record);
    return access == null ? accesses.add(table, record, key, rest) : access;
  }

  private void prepareInsert(Access access) {
    boolean first = !access.isRead();
    control.insert(access);
    long asOf = control.readAsOf();
    long stamp = asOf == 0 ? creationStamp : Math.min(creationStamp, asOf);
    if (creates && access.version() != -stamp) {
      // Another transaction has written the record after this transaction has created it. This
      // transaction may have found the key missing before, so it must abort.
      throw worker.conflict();
    }
    if (first && images != null) {
      images.keep(access);
    }
  }

  @Override
  public Row put(Table table, long key, byte[] rest) {
    requireWritable();
    pace.access();
    Access access = accessToInsert(table, key, rest);
    if (access.operation() == Operation.READ) {
      if (!access.isRead() && !creates && !table.indexes().isEmpty()) {
        control.read(access); // Index entries of the old row must be found.
        if (images != null) {
          images.keep(access);
        }
      }
      if (access.isPresent()) {
        control.update(access);
      } else if (access.isRead() || creates) {
        prepareInsert(access);
      } else {
        control.put(access);
        if (access.isRead() && images != null) {
          images.keep(access);
        }
      }
    }
    write(access, Operation.UPDATE);
    access.empty();
    return access;
  }

  private void write(Access access, Operation how) {
    if (access.isFrozen()) {
      control.update(access); // Throws a conflict.
    }
    if (!access.isWrite()) {
      if (listener != null) {
        listener.writing(access);
      }
      if (!access.table().indexes().isEmpty()) {
        indexed.add(access);
      }
    }
    access.write(how);
  }

  private int find(Table table, long key, byte[] rest) {
    table.requireKey(key, rest);
    int record = table.index().find(key, rest, observed);
    return record == Index.NONE ? missing(table, key, rest) : record;
  }

  private int missing(Table table, long key, byte[] rest) {
    accesses.readMore();
    MissingKeys how = control.missingKeys();
    long asOf = control.readAsOf();
    while (how == MissingKeys.STAMPED) {
      observed.raiseStamp(asOf);
      if (observed.isUnchanged()) {
        break;
      }
      int record = table.index().find(key, rest, observed);
      if (record != Index.NONE) {
        return record;
      }
    }
    int first = accesses.size();
    if (images != null) {
      accesses.addMissing(table, key, rest, asOf == 0 ? observed.stamp() : asOf);
    }
    if (how == MissingKeys.CHECKED) {
      reads.recorded(reads.missing(table, key, rest, observed), first);
    }
    return Index.NONE;
  }

  /** Returns the record of a key. If the key has no record, the method creates a record. */
  private int recordFor(Table table, long key, byte[] rest) {
    creates = false;
    table.requireKey(key, rest);
    int found = table.index().find(key, rest, observed);
    if (found != Index.NONE) {
      return found;
    }
    RecordAllocator allocator = worker.allocator(table.records());
    int slot = allocator.allocate();
    inserting = table;
    insertingKey = key;
    insertingRest = rest;
    int record = table.index().insert(key, rest, slot, initializer, change);
    if (record == slot) {
      creates = true;
      if (change.overflows() && table.index() instanceof HashIndex hashed) {
        full.add(hashed);
      }
      table.added(rest);
      nodes.tookPart(change);
      created.add(table, key, rest, record);
      reads.created(table, record, key, rest, creationStamp);
    } else {
      allocator.free(slot);
    }
    return record;
  }

  private void initialize(int record, long stamp) {
    creationStamp = stamp;
    protocol.initialize(inserting, record, stamp);
    control.created(inserting, record, insertingKey, insertingRest);
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
    accesses.readMore();
    worker.ranges().scan();
    if (!control.scansRanges()) {
      return scanPages(table, from, fromRest, to, toRest, limit, backward, visitor);
    }
    return backward
        ? ranges.backward(table, from, fromRest, to, toRest, limit, visitor)
        : ranges.forward(table, from, fromRest, to, toRest, limit, visitor);
  }

  @Override
  public int scan(
      SecondaryIndex index,
      byte[] from,
      byte[] to,
      int limit,
      boolean backward,
      RowVisitor visitor) {
    requireOpen();
    settleIndexes();
    return scan(
        index.entries(),
        ByteKeys.prefixOf(from),
        from,
        to == null ? Long.MAX_VALUE : ByteKeys.prefixOf(to),
        to == null ? OrderedIndex.UNBOUNDED : to,
        limit,
        backward,
        (prefix, entryKey, entry) -> {
          byte[] rest = index.primaryRest(entryKey, entry);
          long key = index.primary(entryKey, rest);
          Row row = read(index.table(), key, rest);
          // If there is no row, the entry and the row were read at different moments. The
          // validation then fails.
          return row == null || visitor.visit(key, rest, row);
        });
  }

  /** Updates the entries of secondary indexes for the rows that the transaction has written. */
  void settleIndexes() {
    indexed.settle(this);
  }

  /**
   * Scans page by page, with an access for each row. Used under a protocol without logical ranges.
   * The transaction observes the versions of the index nodes, so that the validation detects
   * insertions.
   */
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
        int read = load(table, page, begin, beginRest, end, endRest, backward);
        for (int i = 0; i < page.count(); i++) {
          pace.scannedAccess();
          Row row = readRecord(table, page.record(i), page.key(i), page.rest(i));
          if (row != null) {
            visited++;
            if (!visitor.visit(page.key(i), page.rest(i), row) || visited == limit) {
              used(table, page, read, i + 1, true, begin, end, endRest, backward);
              return visited;
            }
          }
        }
        used(table, page, read, page.count(), false, begin, end, endRest, backward);
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

  /**
   * Stores which entries of a page the scan has used.
   *
   * @param count the number of used entries
   * @param isCut whether the scan has stopped at the last of these entries. If so, later entries of
   *     the page do not matter
   */
  private void used(
      Table table,
      IndexPage page,
      int read,
      int count,
      boolean isCut,
      long from,
      long to,
      byte[] toRest,
      boolean backward) {
    if (isCut && read >= 0) {
      reads.cut(read, count);
    }
    if (history != null) {
      int first = accesses.size();
      long last = isCut ? page.key(count - 1) : page.nextKey();
      boolean endsAtLast = isCut || page.goesOn();
      long end = toRest == null ? to : Long.MAX_VALUE;
      history.gaps(
          table,
          page,
          count,
          backward && endsAtLast ? last : from,
          !backward && endsAtLast ? last : end,
          backward);
      if (read >= 0) {
        reads.recorded(read, first);
      }
    }
  }

  /**
   * Loads a page of a range, and observes its index node, so that a later insertion into this part
   * of the range is detected.
   *
   * @return the number of this read in {@link IndexReads}; -1 if the protocol does not validate
   *     index reads
   */
  private int load(
      Table table,
      IndexPage page,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      boolean backward) {
    MissingKeys how = control.missingKeys();
    int read = -1;
    do {
      if (backward) {
        table.ordered().pageBackward(from, fromRest, to, toRest, page);
      } else {
        table.ordered().page(from, fromRest, to, toRest, page);
      }
      if (how != MissingKeys.STAMPED) {
        if (how == MissingKeys.CHECKED) {
          read = reads.page(table, from, fromRest, to, toRest, backward, page);
        }
        break;
      }
      page.observed().raiseStamp(control.readAsOf());
    } while (!page.observed().isUnchanged());
    return read;
  }

  @Override
  public RuntimeException abort(String reason) {
    requireOpen();
    abort = new UserAbort(reason);
    return abort;
  }

  /** Allows the logic to call the methods of the transaction. */
  void open() {
    open = true;
  }

  /** Forbids the logic to call the methods of the transaction. Further calls throw an exception. */
  void close() {
    open = false;
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException("the transaction has ended: only its logic may use it");
    }
    if (worker.hasConflict()) {
      throw worker.conflict(); // The logic has caught the exception of the conflict and continues.
    }
  }

  /**
   * Sets the isolation level that the logic declares. Logic that declares a level below {@link
   * Isolation#SERIALIZABLE} may not write.
   */
  void isolation(Isolation ofLogic) {
    isolation = ofLogic;
  }

  private void requireWritable() {
    requireOpen();
    if (isolation.compareTo(Isolation.SERIALIZABLE) < 0) {
      throw new IllegalStateException("only serializable logic may write: isolation=" + isolation);
    }
  }

  /**
   * Returns whether the transaction has deleted a record. If the transaction commits, the worker
   * later reclaims the deleted records.
   */
  boolean hasDeleted() {
    return deleted;
  }

  /**
   * Returns the exception with which the logic has decided to abort; null if the logic has not
   * decided to abort. The decision is valid even if the logic has caught the exception.
   */
  UserAbort decision() {
    return abort;
  }

  /**
   * Returns the records that the transaction has created. If a created record stays absent, the
   * worker removes it later.
   */
  GhostRecords created() {
    return created;
  }

  /** Ends the transaction and removes all its state. */
  void end() {
    worker.end();
    created.clear();
    if (images != null) {
      images.clear();
    }
    pages.clear();
    indexed.clear();
    for (int i = 0; i < full.size(); i++) {
      full.get(i).grow();
    }
    full.clear();
    deleted = false;
    abort = null;
  }
}

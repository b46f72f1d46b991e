package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.MissingKeys;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.RecordWords;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.protocol.versions.Versions;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;

/**
 * One worker's transactions under a {@link Certifier}. Transactions are certified in parallel. In
 * this order, a committing transaction T
 *
 * <ol>
 *   <li>draws its commit stamp,
 *   <li>raises the read stamps of the versions that it has read, and then looks at the transactions
 *       that have overwritten them. It waits for those with a lower commit stamp, and computes its
 *       successor stamp from theirs;
 *   <li>publishes its successor stamp, and then looks at the read stamps of the versions that it
 *       has overwritten.
 * </ol>
 *
 * <p>If a reader R and an overwriter W of a version both commit, and R has the lower stamp, at
 * least one sees the other: either W finds the read stamp that R has raised, or R finds the
 * successor stamp that W has published, and makes the check in place of W. So no list of the
 * readers of a version is needed, and a read changes no shared word before the commit. Transactions
 * wait only for transactions with lower stamps, so a deadlock is impossible.
 *
 * <p>Scans have no accesses. A transaction remembers only the {@linkplain ScannedRanges ranges}
 * that it has scanned. In step 2, it reads each range in the index again, leaf by leaf: it reads
 * the leaf's entries, raises the leaf's scan stamp, makes sure that the leaf is unchanged, and then
 * looks for the overwriters of the records of all these entries. In step 3, a transaction also
 * looks at the scan stamps of the leaves of the keys that it has written. So the argument above
 * holds with the scan stamp in place of the read stamp:
 *
 * <ul>
 *   <li>If the record of W is not among the entries, W adds it to the leaf after R has raised the
 *       scan stamp, and looks at the scan stamp later still.
 *   <li>Otherwise R looks at the record's lock, and then at the state of W, after it has raised the
 *       scan stamp. If R does not find a published successor stamp, W looks at the scan stamp
 *       later. All these accesses are volatile, so they have one order for R and W.
 *   <li>Splits and joins lock leaves and then copy their scan stamps. If a leaf is locked before R
 *       has raised its scan stamp, R finds that the leaf has changed, and reads it again.
 *   <li>A record is removed from its leaf only if it was absent as of the begin of R and nobody has
 *       written it since.
 * </ul>
 *
 * <p>A transaction's own scan stamp may hide lower ones from it. So if a scan has seen only few
 * rows of a leaf, as most scans beside writes do, the read stamps of these records are raised
 * instead, and the stamp with which new records of the leaf begin.
 *
 * <p>A transaction that only reads and needs no more than {@link
 * dev.yardmaster.engine.protocol.Isolation#SNAPSHOT} is not certified: the stamp as of which it
 * reads counts as a read stamp of all versions, so it is serializable and never aborts. Instead,
 * transactions with a successor that committed before that stamp abort.
 *
 * <p>The methods without a modifier are steps in which tests plant bugs.
 */
class CertifiedControl extends SnapshotControl {

  /** The successor stamp of a transaction that has none. */
  static final long NO_SUCCESSOR = Long.MAX_VALUE;

  /** The number of times that changed index nodes are read again. */
  private static final int MAX_ROUNDS = 3;

  /** A quarter of a leaf. */
  private static final int FEW_ROWS = 16;

  private final Certifier certifier;
  private final TransactionTable table;
  private final WorkerContext context;
  private final AccessList accesses;
  private final SharedWords words;
  private final Pace pace;
  private final ScannedRanges scanned = new ScannedRanges();
  private final IndexPage page = new IndexPage();
  private Attempt attempt;
  private long successor;

  CertifiedControl(Certifier certifier, TransactionTable table, WorkerContext context) {
    super(table, context, RecordWords.WITH_SUCCESSOR);
    this.certifier = certifier;
    this.table = table;
    this.context = context;
    accesses = context.managed();
    words = context.words();
    pace = context.pace();
  }

  @Override
  public void begin(Attempt current) {
    attempt = current;
    if (current.readsSnapshot()) {
      beginSnapshot();
    } else {
      super.begin(current);
    }
  }

  @Override
  public MissingKeys missingKeys() {
    return attempt.readsSnapshot() ? MissingKeys.UNCHECKED : MissingKeys.CHECKED;
  }

  @Override
  final ScannedRanges scanned() {
    return attempt.readsSnapshot() ? null : scanned;
  }

  @Override
  void end() {
    scanned.clear();
    super.end();
  }

  @Override
  public boolean check(long stamp) {
    if (attempt.readsSnapshot()) {
      return true;
    }
    successor = NO_SUCCESSOR;
    if (!indexIsUnchanged(stamp) || !examineScans(stamp) || !examineReads(stamp)) {
      return false;
    }
    if (successor <= certifier.lowest(readAsOf())) {
      return false;
    }
    if (writes() == 0) {
      return true;
    }
    publish();
    return successor == NO_SUCCESSOR || isAbovePredecessors(stamp);
  }

  private boolean examineReads(long stamp) {
    long begin = readAsOf();
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      VersionAccess access = (VersionAccess) accesses.get(i);
      if (access.isRead() && !access.isWrite() && !AccessSet.isMissing(access)) {
        pace.examine(1);
        Table of = access.table();
        raiseRead(of, access.record(), stamp);
        if (!versions().isNewest(of.records(), access.record(), begin)
            && (!examineOverwriter(of, access.record(), stamp) || isRemoved(access))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean examineScans(long stamp) {
    for (int i = 0; i < scanned.size(); i++) {
      if (!examineScan(scanned.get(i), stamp)) {
        return false;
      }
    }
    return true;
  }

  /** Raises stamps for a scanned range, and examines its records. */
  private boolean examineScan(ScannedRanges.Range range, long stamp) {
    Table of = range.table();
    OrderedIndex index = of.ordered();
    long from = range.low();
    byte[] fromRest = range.lowRest();
    do {
      int rows;
      do {
        index.page(from, fromRest, range.high(), range.highRest(), page);
        rows = range.seen(page);
        if (rows <= fewRows()) {
          raiseFew(of, rows, stamp);
        } else {
          raiseLeaf(of, page, stamp);
        }
      } while (!isUnchanged(page));
      pace.examine(rows);
      if (!examineLeaf(of, page, rows, stamp)) {
        return false;
      }
      from = page.nextKey();
      fromRest = page.nextRest();
    } while (page.goesOn() && !range.endsBefore(from, fromRest));
    return true;
  }

  /** Raises the read stamps of the first records of the page, and the stamp for new records. */
  private void raiseFew(Table of, int rows, long stamp) {
    raiseGaps(page, stamp);
    for (int i = 0; i < rows; i++) {
      // The stamp of a transaction may not hide lower ones at the records that it writes.
      if (context.accesses().find(of, page.record(i)) == null) {
        raiseRead(of, page.record(i), stamp);
      }
    }
  }

  /**
   * Examines the first records of a part of a leaf. This method is the inner loop of the check, so
   * it is short and contains nothing else.
   */
  boolean examineLeaf(Table of, IndexPage part, int rows, long stamp) {
    Records records = of.records();
    long begin = readAsOf();
    for (int i = 0; i < rows; i++) {
      int record = part.record(i);
      if (!versions().isNewest(records, record, begin) && !examineOverwriter(of, record, stamp)) {
        return false;
      }
    }
    return true;
  }

  private boolean isAbovePredecessors(long stamp) {
    // A read stamp above this transaction's stamp may hide a lower one.
    long lowest = Math.min(lastSnapshot(), stamp - 1);
    for (int i = 0; i < writes(); i++) {
      long read = Math.max(readStamp(write(i)), leafStamp(write(i)));
      lowest = Math.max(lowest, Math.min(read, stamp - 1));
    }
    return successor > lowest;
  }

  /** Returns the highest stamp as of which a transaction that is not certified reads. */
  long lastSnapshot() {
    for (int other = 0; other < table.workers(); other++) {
      for (int round = 0; table.takesSnapshot(words, other); round++) {
        pace.await(round);
      }
    }
    return table.lastSnapshot(words);
  }

  /**
   * Raises the stamps of the index nodes in which keys were missing, and checks that the keys are
   * still missing.
   */
  private boolean indexIsUnchanged(long stamp) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      raiseNodes(stamp);
      if (context.nodes().isUnchanged()) {
        return true;
      }
      if (!context.indexIsUnchanged()) {
        return false;
      }
    }
    return false;
  }

  /** Tells those who insert keys which stamp has missed them. */
  void raiseNodes(long stamp) {
    context.nodes().raiseStamps(stamp);
  }

  /** Tells those who overwrite the version which stamp has read it. */
  void raiseRead(Table of, int record, long stamp) {
    versions().raiseRead(of.records(), record, stamp);
  }

  /** Returns the highest stamp that has read the version that a write replaces. */
  long readStamp(VersionAccess access) {
    return access.readStamp(words);
  }

  /** Returns the number of rows of a leaf up to which a scan raises the stamps of the records. */
  int fewRows() {
    return FEW_ROWS;
  }

  /** Tells those who write records of a leaf which stamp has scanned it. */
  void raiseLeaf(Table of, IndexPage part, long stamp) {
    of.ordered().raiseScanStamp(part, stamp);
  }

  /** Tells those who insert keys into a leaf which stamp has scanned few of its rows. */
  void raiseGaps(IndexPage part, long stamp) {
    part.observed().raiseStamp(stamp);
  }

  /** Returns whether a part of a leaf was read before its stamp was raised, and still is so. */
  boolean isUnchanged(IndexPage part) {
    return part.observed().isUnchanged();
  }

  /** Returns the highest stamp that has scanned the leaf of a written record; 0 without a leaf. */
  long leafStamp(VersionAccess access) {
    Table of = access.table();
    return of.definition().order() == TableDefinition.Order.ORDERED
        ? of.ordered().scanStamp(access.key(), access.rest())
        : 0;
  }

  /** Publishes the successor stamp, before the read stamps of overwritten versions are read. */
  void publish() {
    table.checked(words, context.worker(), successor);
  }

  /**
   * Examines the transaction that has overwritten a version that was read, or is about to. Returns
   * false if this transaction must abort.
   */
  private boolean examineOverwriter(Table of, int record, long stamp) {
    for (int round = 0; ; round++) {
      long lock = findOverwriter(of, record);
      if (lock == Versions.REPLACED) {
        return overwritten(versions().overwriter(), versions().overwriterSuccessor(), stamp);
      }
      if (lock >= 0) {
        return true;
      }
      long identifier = identifierOf(lock);
      int writer = TransactionTable.workerOf(identifier);
      if (writer == context.worker()) {
        return true; // A row that this transaction writes.
      }
      long state = state(writer);
      if (!table.isOf(state, identifier)) {
        continue;
      }
      int status = TransactionTable.statusOf(state);
      if (status == TransactionTable.ACTIVE) {
        return true; // It draws a higher stamp and will find the read stamp.
      }
      long commit = table.commitStamp(writer);
      long itsSuccessor = table.successor(writer);
      if (commit != 0 && table.isOf(table.state(words, writer), identifier)) {
        if (status == TransactionTable.COMMITTED) {
          return overwritten(commit, itsSuccessor, stamp);
        }
        if (commit > stamp) {
          // A transaction that has not published its successor stamp will find the read stamp.
          return status == TransactionTable.COMMITTING || isAboveReader(itsSuccessor, stamp);
        }
      }
      if (!awaitOverwriter(round)) {
        return true;
      }
    }
  }

  /** Finds the version, or the lock, on top of the version that was read. */
  long findOverwriter(Table of, int record) {
    return versions().findOverwriter(of, record, readAsOf());
  }

  /**
   * Returns whether a record that the transaction found absent was removed from its index. Whoever
   * removes a record reads its read stamp first, so the transaction aborts if the read stamp was
   * raised afterwards.
   */
  boolean isRemoved(VersionAccess access) {
    return versions().isRemoved(access);
  }

  /** Waits for an overwriter with a lower stamp. Returns true: the caller looks again. */
  boolean awaitOverwriter(int round) {
    pace.await(round);
    return true;
  }

  /**
   * Returns whether the successor stamp of an overwriter with a higher stamp is above the stamp of
   * this transaction, which the overwriter may not have found.
   */
  boolean isAboveReader(long itsSuccessor, long stamp) {
    return itsSuccessor > stamp;
  }

  /** Takes account of a committed overwriter. Returns false if the transaction must abort. */
  private boolean overwritten(long commit, long itsSuccessor, long stamp) {
    if (commit > stamp) {
      return isAboveReader(itsSuccessor, stamp);
    }
    if (!certifier.allows(itsSuccessor)) {
      return false;
    }
    successor = Math.min(successor, certifier.successor(commit, itsSuccessor));
    return true;
  }

  @Override
  void install(VersionAccess access, long version) {
    versions().install(access, version, successor());
  }

  /** Returns the successor stamp that the transaction's versions keep. */
  long successor() {
    return successor;
  }
}

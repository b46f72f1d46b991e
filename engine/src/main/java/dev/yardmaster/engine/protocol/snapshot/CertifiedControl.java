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
import dev.yardmaster.engine.protocol.versions.Overwriters;
import dev.yardmaster.engine.protocol.versions.RecordWords;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;

/**
 * One worker's part of snapshot isolation with a {@link Certifier}. The certifier makes the
 * transactions serializable. Workers certify their transactions in parallel. The terms
 * <i>successor</i> and <i>predecessor</i> are defined at {@link Certifier}. A committing
 * transaction does the following, in this order:
 *
 * <ol>
 *   <li>It draws its commit stamp.
 *   <li>It raises the read stamps of the versions that it has read, and then examines the
 *       transactions that have overwritten these versions. It waits for the overwriters with a
 *       lower commit stamp, and computes its own successor stamp from their commit stamps and
 *       successor stamps.
 *   <li>It publishes its successor stamp, and then examines the read stamps of the versions that it
 *       has overwritten.
 * </ol>
 *
 * <p>Let R be a reader and W an overwriter of the same version. If both commit, and R has the lower
 * commit stamp, at least one of them sees the other: W finds the read stamp that R has raised, or R
 * finds the successor stamp that W has published. In the second case, R checks the conflict instead
 * of W. So no version needs a list of its readers, and a read changes no shared word before the
 * commit. Transactions wait only for transactions with lower commit stamps, so a deadlock is
 * impossible.
 *
 * <p>The rows of a scan get no accesses. A transaction only stores the {@linkplain ScannedRanges
 * ranges} that it has scanned. In step 2, the transaction reads each range in the index again, leaf
 * by leaf: it reads the leaf's entries, raises the leaf's scan stamp, checks that the leaf is
 * unchanged, and then looks for transactions that have overwritten the records of these entries. In
 * step 3, the transaction also examines the scan stamps of the leaves of the keys that it has
 * written. So the argument above also holds for scans, with the scan stamp instead of the read
 * stamp:
 *
 * <ul>
 *   <li>If the record of W is not among the entries, W adds it to the leaf after R has raised the
 *       scan stamp. W reads the scan stamp even later, and so sees the raised stamp.
 *   <li>If the record of W is among the entries, R raises the scan stamp, then reads the record's
 *       lock, and then reads the state of W. If R does not find a published successor stamp, W
 *       reads the scan stamp later. All these accesses are volatile, so R and W see them in the
 *       same order.
 *   <li>A split or a join locks the leaves and then copies their scan stamps. If a leaf is locked
 *       before R has raised the leaf's scan stamp, R finds that the leaf has changed, and reads the
 *       leaf again.
 *   <li>A record is removed from its leaf only if it was already absent when R began, and no
 *       transaction has written it since then.
 * </ul>
 *
 * <p>After a transaction has raised a scan stamp, it cannot see lower scan stamps of other
 * transactions in the same leaf. So if a scan has seen only few rows of a leaf, it does not raise
 * the leaf's scan stamp. This is the usual case for a transaction that also writes. Instead the
 * scan raises the read stamps of the records of these rows, and the leaf's stamp, which is the
 * first version of new records.
 *
 * <p>A transaction that only reads and needs at most the isolation level {@link
 * dev.yardmaster.engine.protocol.Isolation#SNAPSHOT} is not certified. Its snapshot stamp is
 * treated as a read stamp of all versions. So such a transaction is serializable and never aborts.
 * Instead, a writing transaction aborts if its successor stamp is not above all such snapshot
 * stamps.
 *
 * <p>Tests override the package-private methods to plant bugs.
 */
class CertifiedControl extends SnapshotControl {

  /** The successor stamp of a transaction that has no successor. */
  static final long NO_SUCCESSOR = Long.MAX_VALUE;

  /**
   * The maximum number of rounds in which the stamps of index nodes are raised and the nodes are
   * checked.
   */
  private static final int MAX_ROUNDS = 3;

  /** The result of {@link #fewRows}: a quarter of the entries of a leaf. */
  private static final int FEW_ROWS = 16;

  private final Certifier certifier;
  private final TransactionTable table;
  private final WorkerContext context;
  private final AccessList accesses;
  private final SharedWords words;
  private final Pace pace;
  private final Overwriters overwriters;
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
    overwriters = new Overwriters(context);
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

  /**
   * Raises stamps for a scanned range, and examines the overwriters of its records. Returns false
   * if the transaction must abort.
   */
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

  /**
   * Raises the leaf's stamp, which is the first version of new records, and the read stamps of the
   * page's first records.
   */
  private void raiseFew(Table of, int rows, long stamp) {
    raiseGaps(page, stamp);
    for (int i = 0; i < rows; i++) {
      // The records that this transaction writes are excluded, because its own read stamp would
      // hide lower read stamps, which it must examine.
      if (context.accesses().find(of, page.record(i)) == null) {
        raiseRead(of, page.record(i), stamp);
      }
    }
  }

  /**
   * Examines the overwriters of the first {@code rows} records of a page. Returns false if the
   * transaction must abort. The method contains only the inner loop, so that it stays short.
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
    // A read stamp above this transaction's stamp may hide a read stamp just below this
    // transaction's stamp. So such a read stamp counts as the stamp just below.
    long lowest = Math.min(lastSnapshot(), stamp - 1);
    for (int i = 0; i < writes(); i++) {
      long read = Math.max(readStamp(write(i)), leafStamp(write(i)));
      lowest = Math.max(lowest, Math.min(read, stamp - 1));
    }
    return successor > lowest;
  }

  /** Returns the highest snapshot stamp of a transaction that is not certified. */
  long lastSnapshot() {
    for (int other = 0; other < table.workers(); other++) {
      for (int round = 0; table.takesSnapshot(words, other); round++) {
        pace.await(round);
      }
    }
    return table.lastSnapshot(words);
  }

  /**
   * Raises the stamps of the index nodes in which keys were missing. Returns whether the keys are
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

  /**
   * Raises the stamps of the nodes of missing keys, so that a transaction that inserts such a key
   * later sees this transaction's stamp.
   */
  void raiseNodes(long stamp) {
    context.nodes().raiseStamps(stamp);
  }

  /**
   * Raises the read stamp of a version, so that a transaction that overwrites the version sees this
   * transaction's stamp.
   */
  void raiseRead(Table of, int record, long stamp) {
    versions().raiseRead(of.records(), record, stamp);
  }

  /**
   * Returns the read stamp of the version that a write replaces: the highest stamp of a transaction
   * that has read it.
   */
  long readStamp(VersionAccess access) {
    return access.readStamp(words);
  }

  /**
   * Returns the maximum number of scanned rows of a leaf for which a scan raises the read stamps of
   * the records instead of the leaf's scan stamp.
   */
  int fewRows() {
    return FEW_ROWS;
  }

  /**
   * Raises the scan stamp of a leaf, so that a transaction that writes a key of the leaf sees this
   * transaction's stamp.
   */
  void raiseLeaf(Table of, IndexPage part, long stamp) {
    of.ordered().raiseScanStamp(part, stamp);
  }

  /**
   * Raises the stamp of a leaf, so that a transaction that inserts a key into the leaf sees this
   * transaction's stamp. The method is used if few rows of the leaf were scanned.
   */
  void raiseGaps(IndexPage part, long stamp) {
    part.observed().raiseStamp(stamp);
  }

  /**
   * Returns whether the leaf is unchanged since the page was read. If so, the leaf's stamps were
   * raised in time.
   */
  boolean isUnchanged(IndexPage part) {
    return part.observed().isUnchanged();
  }

  /**
   * Returns the scan stamp of the leaf of a written key: the highest stamp of a transaction that
   * has scanned the leaf. Returns 0 if the table has no leaves.
   */
  long leafStamp(VersionAccess access) {
    Table of = access.table();
    return of.definition().order() == TableDefinition.Order.ORDERED
        ? of.ordered().scanStamp(access.key(), access.rest())
        : 0;
  }

  /**
   * Publishes the successor stamp. The transaction reads the read stamps of the overwritten
   * versions only afterwards.
   */
  void publish() {
    table.checked(words, context.worker(), successor);
  }

  /**
   * Examines the transaction that has overwritten, or is about to overwrite, a version that was
   * read. Returns false if this transaction must abort.
   */
  private boolean examineOverwriter(Table of, int record, long stamp) {
    for (int round = 0; ; round++) {
      long lock = findOverwriter(of, record);
      if (lock == Overwriters.REPLACED) {
        return overwritten(overwriters.stamp(), overwriters.successor(), stamp);
      }
      if (lock >= 0) {
        return true;
      }
      long identifier = identifierOf(lock);
      int writer = TransactionTable.workerOf(identifier);
      if (writer == context.worker()) {
        return true; // This transaction itself writes the row.
      }
      long state = state(writer);
      if (!table.isOf(state, identifier)) {
        continue;
      }
      int status = TransactionTable.statusOf(state);
      if (status == TransactionTable.ACTIVE) {
        return true; // The overwriter will draw a higher stamp and find the read stamp.
      }
      long commit = table.commitStamp(writer);
      long itsSuccessor = table.successor(writer);
      if (commit != 0 && table.isOf(table.state(words, writer), identifier)) {
        if (status == TransactionTable.COMMITTED) {
          return overwritten(commit, itsSuccessor, stamp);
        }
        if (commit > stamp) {
          // An overwriter that has not published its successor stamp yet will find this
          // transaction's read stamp.
          return status == TransactionTable.COMMITTING || isAboveReader(itsSuccessor, stamp);
        }
      }
      if (!awaitOverwriter(round)) {
        return true;
      }
    }
  }

  /**
   * Finds the version that has replaced the version that was read, or the lock of a transaction
   * that is about to replace it.
   */
  long findOverwriter(Table of, int record) {
    return overwriters.find(of, record, readAsOf());
  }

  /**
   * Returns whether a record that the transaction has found absent was removed from its index. If
   * so, the transaction must abort, because the worker that removed the record may have read the
   * record's read stamp before this transaction raised it.
   */
  boolean isRemoved(VersionAccess access) {
    return versions().isRemoved(access);
  }

  /**
   * Executes one round of a wait for an overwriter with a lower stamp. Always returns true, so that
   * the caller examines the overwriter again.
   */
  boolean awaitOverwriter(int round) {
    pace.await(round);
    return true;
  }

  /**
   * Checks the conflict with an overwriter that has a higher stamp, because the overwriter may not
   * have found this transaction's read stamp. Returns whether the overwriter's successor stamp is
   * above this transaction's stamp.
   */
  boolean isAboveReader(long itsSuccessor, long stamp) {
    return itsSuccessor > stamp;
  }

  /**
   * Takes a committed overwriter into account: if the overwriter's stamp is lower, the overwriter
   * may lower this transaction's successor stamp. Returns false if this transaction must abort.
   */
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

  /** Returns the successor stamp that is stored with the versions that the transaction installs. */
  long successor() {
    return successor;
  }
}

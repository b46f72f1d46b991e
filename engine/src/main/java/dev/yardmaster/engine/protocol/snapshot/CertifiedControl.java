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
 * <p>Scans leave stamps at the leaves of the index instead of the versions. A transaction remembers
 * only the {@linkplain ScannedRanges ranges} that it has scanned. In step 2, it reads each range in
 * the index again, leaf by leaf: it reads the leaf's entries, raises the leaf's stamp, makes sure
 * that the leaf still has these entries, and then looks for the overwriters of all these records.
 * In step 3, it also looks at the stamps of the leaves of the records that it has overwritten. So
 * the argument above holds with the stamp of the leaf:
 *
 * <ul>
 *   <li>If the record of W is not among the entries, W locks the leaf after R has raised its stamp.
 *       W reads the stamp when it has the lock, and the new record begins with it.
 *   <li>Otherwise R looks at the record's lock, and then at the state of W, after it has raised the
 *       stamp. If R finds that W has not published its successor stamp, W looks at the leaf later.
 *       All of these accesses are volatile, so no processor reorders them.
 *   <li>A split or a join of leaves locks them and copies their stamps. If R has raised the stamp
 *       of a leaf that was locked meanwhile, the leaf has changed for R, and R reads it again.
 *   <li>A record that was removed from the leaf before was absent as of the begin of R, and nobody
 *       has written it since: only then are records removed.
 * </ul>
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
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      VersionAccess access = (VersionAccess) accesses.get(i);
      if (access.isRead() && !access.isWrite() && !AccessSet.isMissing(access)) {
        pace.examine(1);
        raiseRead(access, stamp);
        if (!examineOverwriter(access.table(), access.record(), stamp) || isRemoved(access)) {
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

  /** Raises the stamps of the leaves of a scanned range, and examines their records. */
  private boolean examineScan(ScannedRanges.Range range, long stamp) {
    OrderedIndex index = range.table().ordered();
    long from = range.low();
    byte[] fromRest = range.lowRest();
    do {
      do {
        index.page(from, fromRest, range.high(), range.highRest(), page);
        raiseLeaf(page, stamp);
      } while (!isUnchanged(page));
      pace.examine(page.count());
      if (!examineLeaf(range, page, stamp)) {
        return false;
      }
      from = page.nextKey();
      fromRest = page.nextRest();
    } while (page.goesOn() && !range.endsBefore(from, fromRest));
    return true;
  }

  /**
   * Examines the records of a part of a scanned range. This method is the inner loop of the check,
   * so it is short and contains nothing else.
   */
  boolean examineLeaf(ScannedRanges.Range range, IndexPage part, long stamp) {
    Records records = range.table().records();
    long begin = readAsOf();
    for (int i = 0; i < part.count(); i++) {
      if (range.endsBefore(part.key(i), part.rest(i))) {
        break;
      }
      int record = part.record(i);
      if (!versions().isNewest(records, record, begin)
          && !examineOverwriter(range.table(), record, stamp)) {
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
  void raiseRead(VersionAccess access, long stamp) {
    access.raiseRead(words, stamp);
  }

  /** Returns the highest stamp that has read the version that a write replaces. */
  long readStamp(VersionAccess access) {
    return access.readStamp(words);
  }

  /** Tells those who insert keys or overwrite rows of a leaf which stamp has scanned it. */
  void raiseLeaf(IndexPage part, long stamp) {
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
        ? of.ordered().stampOf(access.key(), access.rest())
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

package dev.yardmaster.engine.protocol.snapshot;

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
  public boolean scansRanges() {
    return attempt.readsSnapshot();
  }

  @Override
  public boolean check(long stamp) {
    if (attempt.readsSnapshot()) {
      return true;
    }
    successor = NO_SUCCESSOR;
    if (!indexIsUnchanged(stamp)) {
      return false;
    }
    int size = accesses.size();
    for (int i = 0; i < size; i++) {
      VersionAccess access = (VersionAccess) accesses.get(i);
      if (access.isRead() && !access.isWrite() && !AccessSet.isMissing(access)) {
        pace.examine(1);
        raiseRead(access, stamp);
        if (!examineOverwriter(access, stamp)) {
          return false;
        }
      }
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

  private boolean isAbovePredecessors(long stamp) {
    // A read stamp above this transaction's stamp may hide a lower one.
    long lowest = Math.min(lastSnapshot(), stamp - 1);
    for (int i = 0; i < writes(); i++) {
      lowest = Math.max(lowest, Math.min(readStamp(write(i)), stamp - 1));
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

  /** Publishes the successor stamp, before the read stamps of overwritten versions are read. */
  void publish() {
    table.checked(words, context.worker(), successor);
  }

  /**
   * Examines the transaction that has overwritten a version that was read, or is about to. Returns
   * false if this transaction must abort.
   */
  private boolean examineOverwriter(VersionAccess access, long stamp) {
    for (int round = 0; ; round++) {
      long lock = findOverwriter(access);
      if (lock == Versions.REPLACED) {
        return overwritten(versions().overwriter(), versions().overwriterSuccessor(), stamp);
      }
      if (lock >= 0) {
        // Whoever removes a record from its index reads the read stamp afterwards.
        return !isRemoved(access);
      }
      long identifier = identifierOf(lock);
      int writer = TransactionTable.workerOf(identifier);
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
  long findOverwriter(VersionAccess access) {
    return versions().findOverwriter(access);
  }

  /** Returns whether a record that the transaction found absent was removed from its index. */
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

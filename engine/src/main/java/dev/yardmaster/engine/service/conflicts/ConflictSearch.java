package dev.yardmaster.engine.service.conflicts;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.engine.service.keys.KeyScan;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import dev.yardmaster.engine.service.keys.TouchedScans;
import dev.yardmaster.service.TransactionLimits;

/**
 * Finds the conflict that ended a run of a transaction. The engine does not name this conflict. If
 * the next run reads a key and finds another value than the ended run, the conflict is on this key.
 * If no value differs, and the run ended in an access to a key, the conflict is on the key of this
 * access: another transaction had locked the key without changing it. Each ended run is counted
 * once. One thread at a time uses a search, for one transaction after the other.
 */
public final class ConflictSearch {

  private final ConflictCounter counter;
  private TouchedKeys endedRun;
  private int procedure;

  /** The key of the access that the conflict ended; null if it ended no access. */
  private Key endedAccess;

  private boolean isSearching;
  private ConflictReport lastConflict;

  /** Creates a search for transactions within these limits. */
  public ConflictSearch(TransactionLimits limits, ConflictCounter counter) {
    this.counter = counter;
    endedRun = new TouchedKeys(limits);
  }

  /**
   * Prepares for a transaction.
   *
   * @param ofProcedure the number of the transaction's procedure
   */
  public void begin(int ofProcedure) {
    clear();
    procedure = ofProcedure;
  }

  /** Forgets the last transaction. */
  public void clear() {
    notFound();
    endedRun.clear();
    lastConflict = null;
  }

  /** Ends the search that is in progress, if there is one. */
  private void notFound() {
    if (isSearching) {
      isSearching = false;
      counter.aborted(procedure, endedAccess);
    }
  }

  /**
   * Begins the search for the conflict that ended a run.
   *
   * @param access the key of the access that the conflict ended; null if it ended no access
   * @return empty keys for the next run
   */
  public TouchedKeys begin(TouchedKeys ended, Key access) {
    notFound();
    endedAccess = access;
    TouchedKeys next = endedRun;
    next.clear();
    endedRun = ended;
    isSearching = true;
    return next;
  }

  /** Ends the search with a conflict that is known. */
  public void end(ConflictReport conflict) {
    lastConflict = conflict;
    isSearching = false;
    counter.aborted(procedure, conflict);
  }

  /** Compares a value that the run has read. */
  public void read(Key key, byte[] found) {
    if (isSearching && !key.isReserved()) {
      int position = endedRun.find(key);
      if (position >= 0 && endedRun.isSeen(position) && endedRun.stored(position) != found) {
        end(conflict(key, endedRun.stored(position), found));
      }
    }
  }

  /** Compares a scan that the run has run. */
  public void scanned(TouchedScans scans, KeyScan scan) {
    if (isSearching) {
      ConflictReport found = scans.changeSince(endedRun.scans(), scan);
      if (found != null) {
        end(found);
      }
    }
  }

  /** Returns the last conflict that is known, or null. */
  public ConflictReport lastConflict() {
    return lastConflict;
  }

  /**
   * Reports a conflict between the value that a run saw and the value that was found later. A
   * missing key has the value null.
   */
  public static ConflictReport conflict(Key key, byte[] saw, byte[] found) {
    return new ConflictReport(
        key,
        AbortCause.VALIDATION,
        StoredValue.version(saw),
        StoredValue.version(found),
        StoredValue.transactionId(found));
  }
}

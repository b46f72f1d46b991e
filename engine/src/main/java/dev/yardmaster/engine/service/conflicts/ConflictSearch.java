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
 * Finds the key of the conflict that has ended a run of a transaction. The engine does not report
 * this key. If the next run reads a key and finds a different value than the ended run, this is the
 * key of the conflict. If no value differs, and the conflict ended the run during the access to a
 * key, the conflict is assigned to this key: another transaction had locked the key but has not
 * changed it. Each ended run counts once. One thread at a time uses a search, for one transaction
 * after the other.
 */
public final class ConflictSearch {

  private final ConflictCounter counter;
  private TouchedKeys endedRun;
  private int procedure;

  /**
   * The key of the access during which the conflict ended the run; null if the run did not end
   * during an access.
   */
  private Key endedAccess;

  private boolean isSearching;
  private ConflictReport lastConflict;

  /** Creates a search for transactions with the given limits. */
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

  /** Removes the data of the last transaction. */
  public void clear() {
    notFound();
    endedRun.clear();
    lastConflict = null;
  }

  /**
   * Ends the search that is in progress, if there is one. No different value was found, so the
   * conflict is assigned to the access that ended the run.
   */
  private void notFound() {
    if (isSearching) {
      isSearching = false;
      counter.aborted(procedure, endedAccess);
    }
  }

  /**
   * Begins the search for the key of the conflict that has ended a run.
   *
   * @param access the key of the access during which the conflict ended the run; null if the run
   *     did not end during an access
   * @return an empty set of keys for the next run
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

  /** Ends the search with a conflict that was found. */
  public void end(ConflictReport conflict) {
    lastConflict = conflict;
    isSearching = false;
    counter.aborted(procedure, conflict);
  }

  /** Compares a value that the new run has read with the value of the ended run. */
  public void read(Key key, byte[] found) {
    if (isSearching && !key.isReserved()) {
      int position = endedRun.find(key);
      if (position >= 0 && endedRun.isSeen(position) && endedRun.stored(position) != found) {
        end(conflict(key, endedRun.stored(position), found));
      }
    }
  }

  /** Compares the results of a scan in the new run with the results in the ended run. */
  public void scanned(TouchedScans scans, KeyScan scan) {
    if (isSearching) {
      ConflictReport found = scans.changeSince(endedRun.scans(), scan);
      if (found != null) {
        end(found);
      }
    }
  }

  /** Returns the last conflict that was found; null if there is none. */
  public ConflictReport lastConflict() {
    return lastConflict;
  }

  /**
   * Returns the report of a conflict: a run has seen one stored value of a key, and a different
   * stored value was found later. A missing key has the value null.
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

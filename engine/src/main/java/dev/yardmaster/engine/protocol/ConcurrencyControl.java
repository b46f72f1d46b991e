package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of a concurrency control: the phases of the worker's transactions, which run
 * one at a time. The worker's thread calls the methods. If the transaction is suspended, another
 * thread can take it over and call {@link #isWounded} and {@link #abort}. Only one thread at a time
 * calls the methods. A suspended transaction is in no epoch, so the call of {@link #abort} may
 * access only records that the transaction has locked.
 *
 * <pre>
 *   begin ─▶ read | update | insert | put ... ─▶ lock ─▶ decide ─▶ check ─▶ commit
 *                       │ Conflict                 │ false           │ false
 *                       └─────────────▶ abort ◀────┴─────────────────┘
 * </pre>
 *
 * <p>The worker finds the records, creates one {@link Access} for each record, and passes the
 * access to the protocol. All accesses are in the {@link AccessSet} of the {@link WorkerContext}.
 * The context also contains the node set: the index nodes in which the transaction has found keys
 * missing. The worker stays inside one epoch during all phases, unless it suspends the transaction
 * between steps. A phase that must wait for another worker calls {@link Pace#await}.
 *
 * <p>The phases are separate methods, so that a transaction can use several protocols and execute
 * each phase under all of them (CormCC, sections 3 and 4).
 */
public interface ConcurrencyControl {

  /** The result of {@link #reclaim} if the record exists or can be inserted again. */
  long IN_USE = -1;

  /**
   * The result of {@link #reclaim} if the protocol cannot decide yet whether the record is in use.
   * The caller must call the method again later.
   */
  long BUSY = -2;

  /**
   * Begins an attempt of a transaction (the preprocess phase).
   *
   * @param attempt the attempt, with the transaction's age
   * @throws Conflict if the transaction must be aborted, for example because a wait has taken too
   *     long ({@link Pace#givesUp}). If transactions can be suspended under the protocol, this
   *     method must not throw a conflict
   */
  void begin(Attempt attempt);

  /**
   * Returns whether an older transaction has wounded the current transaction. A wounded transaction
   * cannot commit. If the transaction is suspended, the thread that has taken it over calls this
   * method.
   */
  default boolean isWounded() {
    return false;
  }

  /**
   * Returns the version as of which the current transaction reads: each read returns the newest row
   * whose version is not higher. Returns 0 if the transaction reads the newest committed rows.
   */
  default long readAsOf() {
    return 0;
  }

  /**
   * Returns how the protocol ensures that the keys that the current transaction has found missing
   * stay missing.
   */
  default MissingKeys missingKeys() {
    return MissingKeys.CHECKED;
  }

  /**
   * Returns the object that reads ranges for the protocol, or null if the protocol has no such
   * object. Every call returns the same object. Without such an object, each row of a scan gets an
   * {@link Access} that is passed to {@link #read}, and the scanned nodes are added to the node
   * set.
   */
  default RangeReader ranges() {
    return null;
  }

  /**
   * Returns whether the scans of the current transaction use the object that {@link #ranges}
   * returns.
   */
  default boolean scansRanges() {
    return ranges() != null;
  }

  /**
   * Reads a record: fills the row of the access, and stores the record's version and whether the
   * record is present.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void read(Access access);

  /**
   * Prepares a record for a change or a deletion. If the transaction has not read the record
   * before, this method fills the row of the access.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void update(Access access);

  /**
   * Notifies the protocol that this transaction has created a record and will insert it. The record
   * is initialized, but no other thread can see it yet. The caller has locked an index node, so in
   * a simulation the implementation must not let another worker run.
   */
  default void created(Table table, int record, long key, byte[] rest) {}

  /** Returns whether the protocol implements {@link #created}. */
  default boolean locksCreated() {
    return false;
  }

  /**
   * Prepares a record for an insertion: checks whether the record is absent, and stores the result
   * in the access. If the record is present, the access stays a read.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void insert(Access access);

  /**
   * Prepares a record for a blind write, which replaces the row, or inserts it if the record is
   * absent. The transaction has not read the record. A protocol that does not support blind writes
   * reads the record, as this default method does. A protocol that supports blind writes does not
   * read the record, and so does not validate the old row.
   *
   * @throws Conflict if the transaction must be aborted
   */
  default void put(Access access) {
    update(access);
  }

  /**
   * Locks the records that the transaction writes, so that no other transaction writes these
   * records until the transaction ends.
   *
   * @return false if the transaction must be aborted
   */
  boolean lock();

  /**
   * Returns the version of the writes, which is higher than every earlier version of the written
   * records. The worker calls this method when all records that the transaction writes are locked.
   */
  long decide();

  /**
   * Validates the reads before the commit. If the result is true, no other transaction can be
   * ordered between the reads and the writes. The writes are not visible yet.
   *
   * @param version the version that {@link #decide} returned
   * @return false if the transaction must be aborted
   */
  boolean check(long version);

  /**
   * Makes the writes visible, and releases all locks and other resources of the transaction.
   *
   * @param version the version that was passed to {@link #check}
   */
  void commit(long version);

  /**
   * Aborts the transaction, so that it has no effect, and releases all its locks and other
   * resources. The worker also calls this method if {@link #begin} or any later phase before {@link
   * #commit} has thrown an exception, for example a {@link Conflict}. So the method must release
   * exactly the locks and versions that the transaction holds at that moment.
   */
  void abort();

  /**
   * Makes an absent record permanently unusable, so that the record's index entry can be removed.
   * The worker calls this method between transactions, inside an epoch. A transaction that finds
   * the record afterwards must abort.
   *
   * @return the version with which the record is absent, or {@link #IN_USE} or {@link #BUSY}
   */
  long reclaim(Table table, int record, long key, byte[] rest);

  /**
   * Collects garbage. The worker calls this method periodically, between transactions and inside an
   * epoch.
   */
  default void maintain() {}

  /** Returns the number of old versions that a later call of {@link #maintain} may free. */
  default int oldVersions() {
    return 0;
  }

  /** Returns whether there is no garbage for later calls of {@link #maintain}. */
  default boolean isTidy() {
    return true;
  }
}

package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of a protocol: the phases of its transactions, one transaction at a time. Owned
 * by the worker's thread.
 *
 * <pre>
 *   begin ─▶ read | update | insert | delete ... ─▶ lock ─▶ decide ─▶ check ─▶ commit
 *                       │ Conflict                    │ false           │ false
 *                       └─────────────▶ abort ◀───────┴─────────────────┘
 * </pre>
 *
 * <p>The transaction finds the record, creates one {@link Access} for each record, and passes it to
 * the protocol. All accesses are in the {@link AccessSet} of the {@link WorkerContext}, and the
 * nodes in which keys were missing are in the context's node set. All phases run within one epoch.
 * A phase waits for another worker by {@link Pace#await}.
 *
 * <p>The phases are separate calls, so that a transaction can go through the phases of several
 * protocols in step (CormCC, sections 3 and 4).
 */
public interface ConcurrencyControl {

  /** The result of {@link #reclaim} if the record exists, or may exist again. */
  long IN_USE = -1;

  /**
   * The result of {@link #reclaim} if the state of the record is undecided; the call is repeated
   * later.
   */
  long BUSY = -2;

  /**
   * Preprocess phase: begins an attempt of a transaction.
   *
   * @param attempt the attempt, with the transaction's age
   */
  void begin(Attempt attempt);

  /**
   * Returns the stamp to which the transaction raises a node as soon as it finds a key or range
   * missing there; 0 if the protocol does not stamp nodes at reads.
   */
  default long readStamp() {
    return 0;
  }

  /**
   * Returns the reader of ranges, always the same one. Null if each row of a scan gets an {@link
   * Access} that is passed to {@link #read}, and the scanned nodes are in the node set.
   */
  default RangeReader ranges() {
    return null;
  }

  /**
   * Reads a record: fills the access's row, and sets whether the record is present and its version.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void read(Access access);

  /**
   * Prepares a record for a change or deletion; fills the access's row if the record was not read
   * before.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void update(Access access);

  /**
   * Prepares an absent record for an insertion; sets whether the record is absent. If the record is
   * present, the access stays a read.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void insert(Access access);

  /**
   * Makes sure that no other transaction writes the records that this one writes, until the end of
   * the transaction.
   *
   * @return false if the transaction must be aborted
   */
  boolean lock();

  /**
   * Returns the version of the writes, which is higher than every earlier version of the written
   * records. Called with all writes locked.
   */
  long decide();

  /**
   * Validates the reads as of the commit. Afterwards no other transaction can come between the
   * reads and the writes; the writes are not visible yet.
   *
   * @param version the version that {@link #decide} returned
   * @return false if the transaction must be aborted
   */
  boolean check(long version);

  /**
   * Makes the writes visible, and releases everything.
   *
   * @param version the version that was checked
   */
  void commit(long version);

  /**
   * Releases everything; the transaction has no effect. Also called if {@link #begin}, {@link
   * #lock} or any later step up to {@link #commit} has thrown, so the method must release exactly
   * what was locked or installed so far.
   */
  void abort();

  /**
   * Makes an absent record permanently unusable, so that its index entry can be removed. Called
   * between transactions, within an epoch. A transaction that still finds the record aborts.
   *
   * @return the version as of which the record is absent, or {@link #IN_USE} or {@link #BUSY}
   */
  long reclaim(Table table, int record);

  /** Called periodically between transactions, within an epoch, for garbage collection. */
  default void maintain() {}

  /** Returns whether {@link #maintain} has left no work for later. */
  default boolean isTidy() {
    return true;
  }
}

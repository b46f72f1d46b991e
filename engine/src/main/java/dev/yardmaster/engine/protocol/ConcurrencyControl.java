package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of a protocol: the phases that each of its transactions goes through, one
 * transaction at a time. Owned by the worker's thread.
 *
 * <pre>
 *   begin ─▶ read | update | insert | delete ... ─▶ lock ─▶ decide ─▶ check ─▶ commit
 *                       │ Conflict                    │ false           │ false
 *                       └─────────────▶ abort ◀───────┴─────────────────┘
 * </pre>
 *
 * <p>The transaction finds the record, sees to it that each record has one {@link Access}, and
 * hands the access over; what was read or written is in the {@link AccessSet} of the {@link
 * WorkerContext}, and the nodes in which keys were missing are in its node set. All phases run
 * within one epoch. A phase that waits for another worker does so by {@link Pace#await}.
 *
 * <p>Phases are calls of their own, so that a transaction may go through those of several protocols
 * in step (CormCC, sections 3 and 4).
 */
public interface ConcurrencyControl {

  /** What {@link #reclaim} gives if the record exists, or may come to exist again. */
  long IN_USE = -1;

  /** What {@link #reclaim} gives if it cannot tell now; it is asked again later. */
  long BUSY = -2;

  /**
   * Preprocess: a transaction begins, or is tried again.
   *
   * @param attempt which it is, and since when it has been tried
   */
  void begin(Attempt attempt);

  /**
   * The stamp that nodes get in which a key or range is found missing, at once and so before it
   * counts; 0 if a protocol does without.
   */
  default long readStamp() {
    return 0;
  }

  /**
   * How ranges are scanned; always the same. Null if each row of a scan gets an {@link Access} and
   * is handed to {@link #read}, and the nodes that were scanned are in the node set.
   */
  default RangeReader ranges() {
    return null;
  }

  /**
   * Reads a record: fills the access's row, says whether it is present and which version that is.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void read(Access access);

  /**
   * The record is to be changed or deleted; the access's row is filled with what is there, if it
   * was not read before.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void update(Access access);

  /**
   * The absent record is to be written; says whether it is absent, and if it is not, the access
   * stays a read.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void insert(Access access);

  /**
   * Makes sure that nobody else writes what is to be written, from now until the end of the
   * transaction.
   *
   * @return false if the transaction must be aborted
   */
  boolean lock();

  /**
   * The version of what is to be written; higher than that of any version of those records before.
   * Everything is locked.
   */
  long decide();

  /**
   * Makes sure that all that was read holds at the commit. Afterwards nobody can get between reads
   * and writes, and writes are not visible yet.
   *
   * @param version what {@link #decide} has given
   * @return false if the transaction must be aborted
   */
  boolean check(long version);

  /**
   * Makes the writes visible, and lets go of all.
   *
   * @param version what was checked
   */
  void commit(long version);

  /**
   * Lets go of all; nothing has happened. Also called if {@link #begin}, {@link #lock} or what
   * follows up to {@link #commit} has thrown: it goes by what was locked or installed so far.
   */
  void abort();

  /**
   * Makes an absent record unusable for good, so that its key's entry can be removed. Called
   * between transactions, within an epoch. Whoever still finds the record, aborts.
   *
   * @return the version as of which it is absent, or {@link #IN_USE} or {@link #BUSY}
   */
  long reclaim(Table table, int record);

  /** Called now and then between transactions, within an epoch: time to tidy up. */
  default void maintain() {}

  /** Whether {@link #maintain} has left nothing to be done later. */
  default boolean isTidy() {
    return true;
  }
}

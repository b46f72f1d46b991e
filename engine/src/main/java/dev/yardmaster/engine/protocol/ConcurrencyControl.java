package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of a protocol: the phases of its transactions, one transaction at a time. One
 * thread at a time calls the methods: the worker's thread or, for a suspended transaction, a thread
 * that has taken it over and calls {@link #isWounded} and {@link #abort}. A suspended transaction
 * is outside of all epochs, so its abort accesses only records that it has locked.
 *
 * <pre>
 *   begin ─▶ read | update | insert | put ... ─▶ lock ─▶ decide ─▶ check ─▶ commit
 *                       │ Conflict                 │ false           │ false
 *                       └─────────────▶ abort ◀────┴─────────────────┘
 * </pre>
 *
 * <p>The transaction finds the records, creates one {@link Access} for each record, and passes the
 * access to the protocol. All accesses are in the {@link AccessSet} of the {@link WorkerContext}.
 * The index nodes in which keys were missing are in the context's node set. The worker stays inside
 * one epoch for all phases, unless the transaction is suspended between steps. A phase calls {@link
 * Pace#await} to wait for another worker.
 *
 * <p>The phases are separate calls, so that a transaction can use several protocols and run each
 * phase in all of them (CormCC, sections 3 and 4).
 */
public interface ConcurrencyControl {

  /** The result of {@link #reclaim} if the record exists or can be inserted again. */
  long IN_USE = -1;

  /**
   * The result of {@link #reclaim} if the state of the record is undecided. The caller repeats the
   * call later.
   */
  long BUSY = -2;

  /**
   * Begins an attempt of a transaction (the preprocess phase).
   *
   * @param attempt the attempt, with the transaction's age
   */
  void begin(Attempt attempt);

  /**
   * Returns whether an older transaction has wounded the current transaction, which then cannot
   * commit. The method is also called for a suspended transaction, by the thread that has taken the
   * transaction over.
   */
  default boolean isWounded() {
    return false;
  }

  /**
   * Returns the stamp as of which the current transaction reads. Returns 0 if it reads the newest
   * committed rows.
   */
  default long readAsOf() {
    return 0;
  }

  /**
   * Returns how the current transaction is protected from insertions of keys that it has missed.
   */
  default MissingKeys missingKeys() {
    return MissingKeys.CHECKED;
  }

  /**
   * Returns the reader of ranges, which is the same object at every call. Returns null if the
   * protocol has none: then each row of a scan gets an {@link Access} that is passed to {@link
   * #read}, and the scanned nodes are in the node set.
   */
  default RangeReader ranges() {
    return null;
  }

  /** Returns whether the scans of the current transaction use the reader of ranges. */
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
   * Takes notice of a record that this transaction has created and will insert. The record is
   * initialized, and no other thread can see it yet. The caller has locked an index node, so a
   * simulated worker must not pass to another one.
   */
  default void created(Table table, int record, long key, byte[] rest) {}

  /** Returns whether {@link #created} does anything. */
  default boolean locksCreated() {
    return false;
  }

  /**
   * Prepares an absent record for an insertion, and stores whether the record is absent. If the
   * record is present, the access stays a read.
   *
   * @throws Conflict if the transaction must be aborted
   */
  void insert(Access access);

  /**
   * Prepares a record for a blind write, which replaces or inserts the row whatever the record's
   * state is. The transaction has not read the record. A protocol without blind writes reads the
   * record, as this default does; otherwise the access stays without a read, and nothing validates
   * the old row.
   *
   * @throws Conflict if the transaction must be aborted
   */
  default void put(Access access) {
    update(access);
  }

  /**
   * Locks the records that the transaction writes: until the transaction ends, no other transaction
   * writes these records.
   *
   * @return false if the transaction must be aborted
   */
  boolean lock();

  /**
   * Returns the version of the writes, which is higher than every earlier version of the written
   * records. The worker calls this method when all writes are locked.
   */
  long decide();

  /**
   * Validates the reads as of the commit. After this call, no other transaction can be ordered
   * between the reads and the writes. The writes are not visible yet.
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
   * Aborts the transaction without an effect, and releases all its locks and other resources. The
   * worker also calls this method after {@link #begin}, {@link #lock} or a later step up to {@link
   * #commit} has thrown an exception. So the method must release exactly the locks and versions
   * that the transaction has at that moment.
   */
  void abort();

  /**
   * Makes an absent record permanently unusable, so that the record's index entry can be removed.
   * The worker calls this method between transactions, inside an epoch. A transaction that finds
   * the record afterwards aborts.
   *
   * @return the version as of which the record is absent, or {@link #IN_USE} or {@link #BUSY}
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

  /** Returns whether no garbage is left for a later call of {@link #maintain}. */
  default boolean isTidy() {
    return true;
  }
}

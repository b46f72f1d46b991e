package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.util.function.LongSupplier;

/**
 * A concurrency control: the state that all workers of an engine share. Any thread may call the
 * methods.
 *
 * <p>Every record has {@link #recordWords} words in front of it that belong to the protocol.
 * Protocols do not depend on one another, except that MOCC extends Silo, and that the optimistic
 * protocols share the package {@code optimistic}. Only the list of {@code Protocols}, and the mix
 * of protocols, refer to a protocol from outside the protocol's package.
 */
public interface Protocol {

  /** The version of loaded records, which no transaction has written. */
  long LOADED_VERSION = 1;

  /** Returns the name by which the protocol is chosen. */
  String name();

  /**
   * Binds the protocol to an engine. The engine calls this method before all other methods.
   *
   * @param workers the maximum number of workers of the engine
   * @throws IllegalArgumentException if the protocol was made for fewer workers
   * @throws IllegalStateException if the protocol is bound to another engine
   */
  void bind(int workers);

  /** Returns the number of words that the protocol has in front of each record. */
  int recordWords();

  /**
   * Returns the number of words that the protocol has in front of each version that is not in the
   * record itself. Returns 0 if the protocol keeps one version of a record.
   */
  default int versionWords() {
    return 0;
  }

  /** Returns whether a record has a row: its only version, or its newest committed one. */
  default boolean hasRowsInRecords() {
    return versionWords() == 0;
  }

  /** Returns what transactions are isolated from, unless they need less. */
  default Isolation isolation() {
    return Isolation.STRICT;
  }

  /**
   * Returns whether the protocol orders conflicting transactions by {@link Attempt#age}. Then the
   * pause before a restart does not grow. To compute an age, the clock is read once for each
   * transaction whose arrival time is not given.
   */
  default boolean usesAges() {
    return false;
  }

  /**
   * Returns whether the age of a transaction with a deadline is computed from the deadline instead
   * of the arrival. Then the transaction with the earliest deadline counts as the oldest.
   */
  default boolean usesDeadlines() {
    return false;
  }

  /**
   * Returns whether every transaction that writes locks the records that it reads until it has
   * committed. A service then numbers the commits of such transactions in their serial order: a
   * transaction that only read a record has a lower commit version than the transaction that
   * replaced the record. This does not hold for keys that were missing and for ranges, which are
   * validated.
   */
  default boolean locksReads() {
    return false;
  }

  /**
   * Returns whether a transaction can be suspended between steps. Such a transaction locks every
   * record that it reads, so that its reads stay valid although its worker leaves the epoch, and
   * other transactions wait for its locks.
   */
  default boolean canSuspend() {
    return false;
  }

  /**
   * Returns whether a transaction that only reads, with the isolation {@link Isolation#SNAPSHOT},
   * never aborts and may stay open for a long time, because the protocol keeps the versions that
   * the transaction reads.
   */
  default boolean keepsSnapshots() {
    return false;
  }

  /**
   * Returns whether a transaction can use the protocol together with other protocols, and where its
   * transactions wait.
   */
  default Mixing mixing() {
    return Mixing.impossible("it is not known to order conflicting transactions by their commits");
  }

  /**
   * Makes a log the clock of commits: a transaction that writes gets its number from {@link
   * WorkerContext#reserve}. A protocol that numbers all commits by one clock then uses these
   * numbers as its stamps, so that a commit needs one atomic operation for both. Is called before
   * any worker runs transactions.
   *
   * @param newest returns the number that was drawn last, at least {@link #LOADED_VERSION}
   */
  default void numberedBy(LongSupplier newest) {}

  /**
   * Initializes a new record as absent as of a version. The record's words are 0, and no other
   * thread can see it.
   *
   * @param stamp the version as of which the record is absent; the record's first version must be
   *     higher
   */
  void initialize(Table table, int record, long stamp);

  /**
   * Initializes a new record as present with {@link #LOADED_VERSION}, before any worker runs
   * transactions.
   *
   * @param worker the worker from whose slots the protocol may allocate
   */
  void load(Table table, int record, Row row, WorkerContext worker);

  /**
   * Undoes {@link #load} before any worker runs transactions, so that the record's slot can be
   * reused or loaded with another row.
   *
   * @param worker the worker that takes back the slots of the protocol
   */
  default void unload(Table table, int record, WorkerContext worker) {}

  /**
   * Creates an access, which has fields for the state that the protocol keeps for a record during a
   * transaction.
   */
  Access newAccess();

  /** Creates the set of a worker's accesses. */
  default AccessSet newAccessSet() {
    return new AccessSet(this::newAccess);
  }

  /**
   * Returns one worker's part of the protocol. The engine calls this method once for each worker,
   * before the worker's first transaction.
   */
  ConcurrencyControl control(WorkerContext worker);
}

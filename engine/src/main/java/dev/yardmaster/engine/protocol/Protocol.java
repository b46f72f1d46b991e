package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.util.function.LongSupplier;

/**
 * A concurrency control, with the state that all workers of an engine share. Any thread may call
 * the methods.
 *
 * <p>Every record has {@link #recordWords} words in front of it that belong to the protocol.
 * Protocols do not depend on one another, except that MOCC extends Silo, and that the optimistic
 * protocols share the package {@code optimistic}. Only the list of {@code Protocols}, and the mix
 * of protocols, refer to a protocol from outside the protocol's package.
 */
public interface Protocol {

  /** The version of records that were loaded, not written by a transaction. */
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

  /** Returns the number of words that the protocol keeps in front of each record. */
  int recordWords();

  /**
   * Returns the number of words that the protocol keeps in front of each version that is stored
   * outside the record. Returns 0 if the protocol keeps only one version of each record.
   */
  default int versionWords() {
    return 0;
  }

  /**
   * Returns whether a record has a row now: in its only version, or in its newest committed
   * version.
   */
  default boolean hasRowsInRecords() {
    return versionWords() == 0;
  }

  /** Returns the isolation level of transactions that do not declare a weaker one. */
  default Isolation isolation() {
    return Isolation.STRICT;
  }

  /**
   * Returns whether the protocol orders conflicting transactions by {@link Attempt#age}. If it
   * does, the pause before a restart does not grow from restart to restart. If a transaction comes
   * without an arrival time, the clock is read once for its age.
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
   * transaction that only read a record gets a lower commit version than the transaction that later
   * replaced the record. The numbers do not order reads of missing keys and of ranges, because
   * these reads are validated instead of locked.
   */
  default boolean locksReads() {
    return false;
  }

  /**
   * Returns whether a transaction can be suspended between steps. Such a transaction locks every
   * record that it reads. So its reads stay valid although its worker leaves the epoch between
   * steps, and other transactions wait for its locks.
   */
  default boolean canSuspend() {
    return false;
  }

  /**
   * Returns whether a read-only transaction with the isolation {@link Isolation#SNAPSHOT} never
   * aborts and may stay open for a long time, because the protocol keeps the versions that the
   * transaction reads.
   */
  default boolean keepsSnapshots() {
    return false;
  }

  /**
   * Returns whether a transaction can combine the protocol with other protocols, and in which
   * phases its transactions wait.
   */
  default Mixing mixing() {
    return Mixing.impossible("it is not known to order conflicting transactions by their commits");
  }

  /**
   * Makes a log the clock of commits: a transaction that writes gets its commit number from {@link
   * WorkerContext#reserve}. A protocol that numbers all commits by one clock then uses these
   * numbers as its stamps, so one atomic operation serves both the log and the protocol. The
   * database calls this method before any worker runs transactions.
   *
   * @param newest returns the highest commit number that the log has given out, at least {@link
   *     #LOADED_VERSION}
   */
  default void numberedBy(LongSupplier newest) {}

  /**
   * Initializes a new record as absent, with the given version. The record's words are 0, and no
   * other thread can see it.
   *
   * @param stamp the version that the record gets as absent; the record's first version as present
   *     must be higher
   */
  void initialize(Table table, int record, long stamp);

  /**
   * Initializes a new record as present with {@link #LOADED_VERSION}, before any worker runs
   * transactions.
   *
   * @param worker the worker whose free slots the protocol may use
   */
  void load(Table table, int record, Row row, WorkerContext worker);

  /**
   * Undoes {@link #load} before any worker runs transactions, so that the record's slot can be
   * reused or loaded with another row.
   *
   * @param worker the worker to which the protocol returns the slots that {@link #load} has used
   */
  default void unload(Table table, int record, WorkerContext worker) {}

  /**
   * Creates an access object, which has fields for the protocol's state of one record in one
   * transaction.
   */
  Access newAccess();

  /** Creates the set that has the accesses of a worker's transactions. */
  default AccessSet newAccessSet() {
    return new AccessSet(this::newAccess);
  }

  /**
   * Returns one worker's part of the protocol, which executes the phases of the worker's
   * transactions. The engine calls this method once for each worker, before the worker's first
   * transaction.
   */
  ConcurrencyControl control(WorkerContext worker);
}

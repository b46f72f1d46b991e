package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.util.function.LongSupplier;

/**
 * A concurrency control, with the state that all workers of an engine share. Any thread may call
 * the methods.
 *
 * <p>The protocol owns {@link #recordWords} words in front of every record. Protocols do not depend
 * on one another, except that MOCC extends Silo, and that the optimistic protocols share the
 * package {@code optimistic}. Outside a protocol's package, only {@code Protocols} and the package
 * {@code mixed} refer to the protocol.
 */
public interface Protocol {

  /** The version of records that were loaded and not yet written by a transaction. */
  long LOADED_VERSION = 1;

  /** Returns the name by which the protocol is selected. */
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
   * Returns whether the record itself contains a row: the row of its only version, or of its newest
   * committed version.
   */
  default boolean hasRowsInRecords() {
    return versionWords() == 0;
  }

  /** Returns the isolation level of transactions that do not declare a weaker level. */
  default Isolation isolation() {
    return Isolation.STRICT;
  }

  /**
   * Returns whether the protocol orders conflicting transactions by {@link Attempt#age}. If so, the
   * pause before a restart does not grow from restart to restart. For a transaction without an
   * arrival time, the worker reads the clock once to determine the age.
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
   * Returns whether every transaction that writes keeps read locks on the records that it reads
   * until it has committed. If so, the commit versions of a service follow the serial order: a
   * transaction that has read a record gets a lower commit version than the transaction that writes
   * the record next. This does not hold for reads of missing keys and of ranges, because these
   * reads are validated and not locked.
   */
  default boolean locksReads() {
    return false;
  }

  /**
   * Returns whether a transaction can be suspended between steps. Such a transaction locks every
   * record that it reads, so its reads stay valid although its worker leaves the epoch between
   * steps. Other transactions wait for these locks.
   */
  default boolean canSuspend() {
    return false;
  }

  /**
   * Returns whether the protocol keeps the old versions that open read-only transactions read. If
   * so, a read-only transaction with the isolation level {@link Isolation#SNAPSHOT} never aborts
   * and may stay open for a long time.
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
   * Makes the log the source of commit numbers: a transaction that writes gets its commit number
   * from {@link WorkerContext#reserve}. A protocol that numbers all commits by one counter then
   * uses the log's numbers, so that one atomic operation is enough for both the log and the
   * protocol. The database calls this method before any worker runs transactions.
   *
   * @param newest returns the highest commit number that the log has issued, at least {@link
   *     #LOADED_VERSION}
   */
  default void numberedBy(LongSupplier newest) {}

  /**
   * Initializes a new record as absent, with the given version. The record's words are 0, and no
   * other thread can see it.
   *
   * @param stamp the version of the absent record. When the record becomes present, its version
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
   * Creates an access object. The fields of an access contain the protocol's state for one record
   * in one transaction.
   */
  Access newAccess();

  /** Creates the set for the accesses of a worker's transactions. */
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

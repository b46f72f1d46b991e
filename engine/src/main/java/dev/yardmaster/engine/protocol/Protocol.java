package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * A concurrency control: the state that all workers of an engine share. Any thread.
 *
 * <p>A protocol has {@link #recordWords} words in front of every record to itself. Protocols are
 * independent of one another, and code outside a protocol's package refers to it only in the list
 * of {@code Protocols}.
 */
public interface Protocol {

  /** The version of loaded records, which no transaction has written. */
  long LOADED_VERSION = 1;

  /** Returns the name by which the protocol is chosen. */
  String name();

  /**
   * Binds the protocol to an engine, before any other call.
   *
   * @param workers most workers that the engine has
   * @throws IllegalArgumentException if the protocol was made for fewer workers
   * @throws IllegalStateException if another engine has it
   */
  void bind(int workers);

  /** Returns the number of the protocol's words in front of each record. */
  int recordWords();

  /**
   * Returns the number of the protocol's words in front of each version of a record; 0 if it keeps
   * one version, whose row is in the record itself.
   */
  default int versionWords() {
    return 0;
  }

  /**
   * Returns whether the protocol is strictly serializable: a transaction that begins after another
   * one has ended comes after it in the serial order, even if the two share no record.
   */
  default boolean isStrict() {
    return true;
  }

  /** Returns whether the protocol uses {@link Attempt#age}, which costs a read of the clock. */
  default boolean usesAges() {
    return false;
  }

  /**
   * Initializes a new record as absent as of a version. The record's words are 0, and no other
   * thread can see it.
   *
   * @param stamp the record's first version must be higher
   */
  void initialize(Table table, int record, long stamp);

  /**
   * Initializes a new record as present with {@link #LOADED_VERSION}, before any worker runs
   * transactions.
   *
   * @param worker the worker whose slots the protocol may take
   */
  void load(Table table, int record, Row row, WorkerContext worker);

  /**
   * Undoes {@link #load} before any worker runs transactions, so that the record's slot can be
   * reused.
   *
   * @param worker the worker that takes back the slots of the protocol
   */
  default void unload(Table table, int record, WorkerContext worker) {}

  /** Creates an access with room for the protocol's state of a record within a transaction. */
  Access newAccess();

  /**
   * Returns one worker's part of the protocol. Called once for each worker, before its first
   * transaction.
   */
  ConcurrencyControl control(WorkerContext worker);
}

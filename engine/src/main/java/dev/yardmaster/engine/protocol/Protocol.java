package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * A concurrency control: what all workers of an engine share of it. Any thread.
 *
 * <p>A protocol has {@link #recordWords} words in front of every record to itself. It need not know
 * of any other protocol, nor does anything outside its package know of it but the list of {@code
 * Protocols}.
 */
public interface Protocol {

  /** The version of records that were loaded, not written by a transaction. */
  long LOADED_VERSION = 1;

  /** The name that people choose it by. */
  String name();

  /**
   * An engine takes it for its own, before it asks for anything else.
   *
   * @param workers how many the engine has at most
   * @throws IllegalArgumentException if it was made for fewer workers
   * @throws IllegalStateException if another engine has it
   */
  void bind(int workers);

  /** Its words in front of each record. */
  int recordWords();

  /**
   * Its words in front of each version of a record; 0 if it keeps one version, whose row lies in
   * the record itself.
   */
  default int versionWords() {
    return 0;
  }

  /**
   * Whether a transaction that begins after another has ended comes after it in the serial order,
   * even where they share no record.
   */
  default boolean isStrict() {
    return true;
  }

  /** Whether it goes by {@link Attempt#age}, which takes a look at the clock. */
  default boolean usesAges() {
    return false;
  }

  /**
   * Makes a new record absent as of a version. Its words are 0; nobody else sees it yet.
   *
   * @param stamp its first version must be higher
   */
  void initialize(Table table, int record, long stamp);

  /**
   * Makes a new record present with {@link #LOADED_VERSION}; nobody else runs transactions.
   *
   * @param worker whose slots it may take
   */
  void load(Table table, int record, Row row, WorkerContext worker);

  /** An access with room for what the protocol keeps of a record while a transaction uses it. */
  Access newAccess();

  /** The phases of one worker's transactions. Called once for each worker, before it runs any. */
  ConcurrencyControl control(WorkerContext worker);
}

package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * Receives each commit of a worker. A redo log, for example, is a commit listener. The worker's
 * thread calls the methods, except {@link #aborted}.
 */
public interface CommitListener {

  /**
   * The worker calls this method before a transaction first writes a record. The access has the row
   * that the write replaces, unless the write is blind. The transaction may still abort.
   */
  default void writing(Access access) {}

  /**
   * The thread that aborts an attempt calls this method. If the transaction was suspended, that may
   * be another worker's thread.
   */
  default void aborted() {}

  /**
   * The worker calls this method before a transaction T commits. The writes of T are not visible
   * yet, and no other transaction can write the same records. So this call comes after the calls
   * for all transactions whose writes T has read or replaces. One order is not guaranteed if the
   * protocol does not lock the records that it reads: if a transaction replaces a value that T has
   * only read, its call may come before the call for T.
   *
   * <p>If the listener throws an exception, the attempt ends: no write takes effect, the
   * transaction releases its records, and {@link Worker#attempt} throws the same exception. So a
   * listener may throw only before its first irreversible action. A listener must not use the
   * worker or the worker's transaction.
   *
   * @param version the version of the commit, which is higher than every earlier version of the
   *     written records
   */
  void committing(long version, AccessSet accesses);

  /**
   * The worker calls this method when a transaction is over, by its commit or by a decision of its
   * logic, and before the worker returns this outcome. The writes of a commit are visible, the
   * records are released, and the worker is in no epoch. So the method may wait, for instance for
   * the disk. If it throws an exception, the method of the worker throws the same exception
   * although the transaction is over.
   */
  default void ended() {}

  /**
   * A {@link Loader} calls this method when it has added a record. If the method throws an
   * exception, the loader removes the record and throws the same exception.
   */
  default void loaded(Table table, long key, byte[] rest, Row row) {}
}

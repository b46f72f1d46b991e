package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * Is notified of each commit of a worker. For example, a redo log is a commit listener. The
 * worker's thread calls the methods, except {@link #aborted}.
 */
public interface CommitListener {

  /**
   * The worker calls this method before a transaction writes a record for the first time. Unless
   * the write is blind, the access contains the old row. The transaction may still abort.
   */
  default void writing(Access access) {}

  /**
   * The worker calls this method before it begins an attempt. At this time, the worker holds no
   * locks and is in no epoch. So the method may wait, for example for room in a log.
   */
  default void beginning() {}

  /**
   * The worker calls this method before it validates the reads of a transaction T. T has locked all
   * records that it writes, and no other transaction can see its writes. So the calls for all
   * transactions whose writes T has read or replaces come before this call. The method must not
   * wait. T may still abort.
   *
   * <p>If the method throws an exception, the attempt ends in the same way as for {@link
   * #committing}.
   *
   * @return the commit number in the log, if the transaction writes and {@link
   *     dev.yardmaster.engine.protocol.Protocol#numberedBy} has made this log the source of commit
   *     numbers; otherwise 0
   */
  default long reserve(AccessSet accesses) {
    return 0;
  }

  /**
   * Notifies the listener that the attempt has aborted. The thread that aborts the attempt calls
   * this method. If the transaction was suspended, this may be the thread of another worker.
   */
  default void aborted() {}

  /**
   * The worker calls this method before a transaction T commits. The writes of T are not visible
   * yet, and no other transaction can write the same records. So the calls for all transactions
   * whose writes T has read or replaces come before this call. If the protocol does not lock the
   * records that a transaction reads, the order of calls can differ from the serial order in one
   * case: if a transaction replaces a value that T has only read, the call for this transaction may
   * come before the call for T.
   *
   * <p>If the listener throws an exception, the attempt ends: no write takes effect, the
   * transaction releases its records, and {@link Worker#attempt} throws the same exception. So a
   * listener may throw an exception only before its first irreversible action. A listener must not
   * use the worker or the worker's transaction.
   *
   * @param version the version of the commit, which is higher than every earlier version of the
   *     written records
   */
  void committing(long version, AccessSet accesses);

  /**
   * The worker calls this method after a transaction has committed. The transaction's writes are
   * visible and its records are released. The accesses still contain the written rows.
   */
  default void committed(AccessSet accesses) {}

  /**
   * The worker calls this method if the logic has decided to abort or has thrown an exception, and
   * its reads are valid. The outcome of the transaction depends on these reads.
   *
   * @param accesses the records that the transaction has read, except those of scans and missing
   *     keys
   */
  default void failed(AccessSet accesses) {}

  /**
   * The worker calls this method when a transaction has ended without a conflict, before the worker
   * returns the outcome. At this time, the writes of a commit are visible, the records are
   * released, and the worker is in no epoch. So the method may wait, for example for the disk. If
   * this method throws an exception, the caller of the worker gets the same exception, although the
   * transaction has ended.
   */
  default void ended() {}

  /**
   * A {@link Loader} calls this method after it has added a record. If the method throws an
   * exception, the loader removes the record and throws the same exception.
   */
  default void loaded(Table table, long key, byte @Nullable [] rest, Row row) {}
}

package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.AccessSet;

/** Called for each commit of a worker, for example by a redo log. Runs on the worker's thread. */
public interface CommitListener {

  /**
   * Called before a transaction commits. Its writes are not visible yet, and no other transaction
   * can write those records. So the call comes after the calls of all transactions whose writes
   * this one has read or replaces. A transaction that replaces a value which this one has only read
   * may come before it, under a protocol that does not lock what it reads.
   *
   * <p>An exception ends the attempt: none of the writes take effect, the transaction releases its
   * records, and {@link Worker#attempt} throws the same exception. So a listener must throw before
   * it does anything irreversible. A listener must not use the worker or its transaction.
   *
   * @param version higher than every earlier version of the written records
   */
  void committing(long version, AccessSet accesses);
}

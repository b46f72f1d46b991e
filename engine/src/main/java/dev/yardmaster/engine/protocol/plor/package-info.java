/**
 * Plor: transactions lock records at the access, but readers ignore the lock of a writer until the
 * commit of the writer begins (Chen, Chen, Zhang and Lu, <i>Plor: General Transactions with
 * Predictable, Low Tail Latency</i>, SIGMOD 2022, section 3).
 *
 * <p>Start reading at {@link dev.yardmaster.engine.protocol.plor.Plor}, then read {@code PlorLock}
 * and {@code PlorControl}. A transaction has the following steps:
 *
 * <ol>
 *   <li>A read sets the worker's reader bit, and copies the row. The reader waits only if a
 *       writer's lock is exclusive, because that writer is committing.
 *   <li>A write locks the record, so that no other transaction writes it. With delayed locks, the
 *       commit locks all writes in a global order.
 *   <li>The commit makes each lock exclusive. The commit then wounds the record's younger readers,
 *       and waits for its older readers.
 *   <li>The transaction changes its own state from running to committing. After this point no other
 *       transaction can wound it, and it waits for no other transaction.
 *   <li>The transaction clears its reader bits, installs its writes, and passes each lock to the
 *       oldest waiting writer.
 * </ol>
 *
 * <p>A transaction that is suspended between steps sets reader bits for all its reads, and locks
 * its writes at the commit. Such a transaction locks the record of a blind write at the access, if
 * it has no reader bit and no lock on this record yet.
 *
 * <p>The first attempts of read-only logic set no reader bits; instead the commit validates the
 * reads. With the setting {@code optimisticFirst}, the first attempt of every transaction validates
 * its reads. But this attempt locks hot records at the access; hot records are the records on which
 * transactions have often conflicted.
 *
 * <p>When two transactions with locks conflict, either the younger transaction waits for the older
 * transaction, or the older transaction wounds the younger transaction and waits until the younger
 * transaction has released its locks. So there is no deadlock. A transaction keeps its age when it
 * restarts. Once the oldest transaction locks its reads, no conflict over a record aborts it. Only
 * changes of an index can still abort it; the engine counts these aborts separately.
 */
package dev.yardmaster.engine.protocol.plor;

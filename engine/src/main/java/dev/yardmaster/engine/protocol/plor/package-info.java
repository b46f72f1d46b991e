/**
 * Plor: transactions lock records at the access, but readers ignore the lock of a writer until the
 * writer commits (Chen, Chen, Zhang and Lu, <i>Plor: General Transactions with Predictable, Low
 * Tail Latency</i>, SIGMOD 2022, section 3).
 *
 * <p>Start reading at {@link dev.yardmaster.engine.protocol.plor.Plor}, then read {@code PlorLock}
 * and {@code PlorControl}. A transaction has the following steps:
 *
 * <ol>
 *   <li>A read sets the worker's reader bit, and copies the row. It waits only if a writer's lock
 *       is exclusive, because that writer is committing.
 *   <li>A write locks the record, so that no other transaction writes it. With delayed locks, the
 *       commit locks all writes in a global order.
 *   <li>The commit makes each lock exclusive. It then wounds the record's younger readers, and
 *       waits for its older readers.
 *   <li>The transaction changes its own state from running to committing. After this point no other
 *       transaction can wound it, and it waits for no other transaction.
 *   <li>The transaction removes its reader bits, installs its writes, and passes each lock on to
 *       the oldest waiting writer.
 * </ol>
 *
 * <p>A transaction that is suspended between steps sets reader bits for all its reads, and locks
 * its writes at the commit. It locks the record of a blind write at the access, if it has no reader
 * bit or lock of this record yet.
 *
 * <p>The first attempts of read-only logic set no reader bits: the commit validates the reads. With
 * an optimistic first attempt, every transaction's first attempt validates its reads, but it locks
 * hot records, over which transactions have often conflicted, at the access.
 *
 * <p>When two transactions with locks conflict, one of two things happens: the younger one waits
 * for the older one, or the older one wounds the younger one and waits until it has released its
 * locks. So there is no deadlock, and once the oldest transaction locks its reads, no conflict over
 * a record aborts it. A transaction keeps its age when it restarts. Only changes of an index can
 * still abort the oldest transaction; the engine counts these aborts separately.
 */
package dev.yardmaster.engine.protocol.plor;

/**
 * Plor: transactions lock records before they access them, but readers ignore the lock of a writer
 * until the writer commits (Chen, Chen, Zhang and Lu, <i>Plor: General Transactions with
 * Predictable, Low Tail Latency</i>, SIGMOD 2022, section 3).
 *
 * <p>Read {@link dev.yardmaster.engine.protocol.plor.Plor} first, then {@code PlorLock}, then
 * {@code PlorControl}. A transaction has the following steps:
 *
 * <ol>
 *   <li>A read sets the worker's reader bit, and copies the row. It waits only for a writer whose
 *       lock is exclusive: that writer is committing.
 *   <li>A write locks the record against other writers. With delayed locks, the commit locks all
 *       writes in a global order.
 *   <li>The commit makes each lock exclusive. It then wounds the record's younger readers, and
 *       waits for its older readers.
 *   <li>The transaction changes its own state from running to committing. After this point no other
 *       transaction can wound it, and it waits for no other transaction.
 *   <li>The transaction removes its reader bits, installs its writes, and passes each lock on to
 *       the oldest waiting writer.
 * </ol>
 *
 * <p>A transaction that is suspended between steps locks all its reads, and locks its writes at the
 * commit. It locks the record of a blind write immediately if it has not yet locked the record.
 *
 * <p>The first attempts of logic that only reads have no reader bits: the commit validates the
 * reads. With an optimistic first attempt, every transaction's first attempt validates its reads,
 * but such an attempt locks hot records: records over which transactions have often conflicted.
 *
 * <p>When two transactions with locks conflict, the younger one waits for the older one, or the
 * older one wounds the younger one and waits until it has given way. So there is no deadlock, and
 * no conflict over a record aborts the oldest transaction once it locks its reads. A transaction
 * keeps its age when it restarts. Only changes of an index can abort the oldest transaction: these
 * aborts are counted separately.
 */
package dev.yardmaster.engine.protocol.plor;

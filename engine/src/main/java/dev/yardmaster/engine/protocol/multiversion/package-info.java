/**
 * Multi-version timestamp ordering as in Cicada: Lim, Kaminsky and Andersen, <i>Cicada: Dependably
 * Fast Multi-Core In-Memory Transactions</i>, SIGMOD 2017, section 3. Readers read old versions, so
 * a writer invalidates a read only if the writer's timestamp is earlier than the reader's.
 *
 * <p>Read {@code RecordWords} and {@code VersionWords} first, then {@code Timestamps}, then {@code
 * MultiVersionControl}; {@code RunningTransactions} and {@code SupersededVersions} implement
 * garbage collection.
 *
 * <p>Differences from the paper:
 *
 * <ul>
 *   <li>All workers share one clock, where Cicada has loosely synchronized ones. A transaction ends
 *       only when the clock has passed its timestamp; so the serial order follows the clock, and
 *       transactions are strictly serializable.
 *   <li>A version is installed only on top of the version that the transaction read, and only while
 *       that is the newest. Cicada does the same for a row that is read and written; it places
 *       blind writes beneath newer versions, and the engine has no blind writes.
 *   <li>Only the newest version can be pending, so an aborted one is removed at once.
 *   <li>Left out: versions inlined into records, the early check of reads, sorting by contention,
 *       clock boosts after aborts, regulated backoff, and snapshots for read-only transactions.
 *       Read-only transactions are validated like the others, so they never read stale data.
 * </ul>
 */
package dev.yardmaster.engine.protocol.multiversion;

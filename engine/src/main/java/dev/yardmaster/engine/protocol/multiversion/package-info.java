/**
 * Multi-version timestamp ordering of Cicada's kind: Lim, Kaminsky and Andersen, <i>Cicada:
 * Dependably Fast Multi-Core In-Memory Transactions</i>, SIGMOD 2017, section 3. Readers look at
 * the past: nobody who writes can spoil what they have seen, unless it would have had to come
 * before them.
 *
 * <p>Read {@code RecordWords} and {@code VersionWords} first, then {@code Timestamps}, then {@code
 * MultiVersionControl}; {@code RunningTransactions} and {@code SupersededVersions} are about
 * garbage.
 *
 * <p>What differs from the paper:
 *
 * <ul>
 *   <li>Timestamps are of one clock that all workers share, where Cicada's are loosely synchronized
 *       ones. A transaction ends only when the clock has passed its timestamp; so the order is that
 *       of the clock, and transactions are strictly serializable.
 *   <li>A version is installed only on top of the version that the transaction read, and only while
 *       that is the newest. Cicada does the same where a row is read and written; it lets writes
 *       that did not read go beneath newer versions, and the engine has none.
 *   <li>Only the newest version can be pending; so an aborted one is taken away at once.
 *   <li>Left out: versions inlined into records, the early check of reads, sorting by contention,
 *       boosts of the clock of who aborts, regulated backoff, and snapshots for transactions that
 *       only read. They are validated like the others, which keeps them from reading old news.
 * </ul>
 */
package dev.yardmaster.engine.protocol.multiversion;

/**
 * Multi-version timestamp ordering as in Cicada (Lim, Kaminsky and Andersen, <i>Cicada: Dependably
 * Fast Multi-Core In-Memory Transactions</i>, SIGMOD 2017, section 3). Transactions can read old
 * versions. So a write conflicts with a read only if the writer's timestamp is earlier than the
 * reader's timestamp.
 *
 * <p>Read {@link dev.yardmaster.engine.protocol.versions} first, then {@code Timestamps}, then
 * {@code MultiVersionControl}; {@code RunningTransactions} computes which versions are garbage.
 *
 * <p>Differences from the paper:
 *
 * <ul>
 *   <li>All workers share one clock. In contrast, Cicada has loosely synchronized clocks. A
 *       transaction ends only when the clock is past the transaction's timestamp. So the serial
 *       order follows the clock, and transactions are strictly serializable.
 *   <li>A version is installed only if the version that the transaction has read is still the
 *       newest version. Cicada has the same rule for a row that is read and written. But Cicada can
 *       install a blind write below newer versions; here, a blind write must also become the newest
 *       version.
 *   <li>Only one version of a record can be pending. Until the commit, the pending version exists
 *       only in its transaction, and not in the record's chain of versions.
 *   <li>These parts of Cicada are left out: the early check of reads, sorting by contention, clock
 *       boosts after aborts, regulated backoff, and snapshots for read-only transactions. The
 *       engine validates read-only transactions like other transactions, so a read-only transaction
 *       never commits with stale data.
 * </ul>
 */
package dev.yardmaster.engine.protocol.multiversion;

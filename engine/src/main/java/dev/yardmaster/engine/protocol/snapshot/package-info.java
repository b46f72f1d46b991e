/**
 * Snapshot isolation, and two certifiers that make it strictly serializable (Kim, Wang, Johnson and
 * Pandis, <i>ERMIA: Fast and robust memory-optimized OLTP</i>, CSRG-623). A transaction reads as of
 * its begin, so a long reader neither aborts because of writers nor delays them.
 *
 * <p>Read {@link dev.yardmaster.engine.protocol.versions} first, then {@code TransactionTable},
 * {@code SnapshotControl} and {@code CertifiedControl}.
 *
 * <p>Differences from the paper:
 *
 * <ul>
 *   <li>A new version is in its transaction until the commit; the record is locked meanwhile. In
 *       the paper it is the head of the record's chain.
 *   <li>Readers of a version are not in a bitmap. A committing reader raises the version's read
 *       stamp before it looks at the overwriter, and an overwriter publishes its successor stamp
 *       before it looks at the read stamp, so that one of the two sees the other.
 *   <li>A committing transaction does not abort because of a reader that has not begun to commit;
 *       the reader makes the check.
 *   <li>Old versions are checked as others. The paper's optimization of their reads is unsound as
 *       it is described. Here, a transaction that only reads leaves nothing at the versions: it
 *       raises one stamp, and a writer that has a successor compares its successor with it.
 *   <li>Versions are removed from the middle of chains if no transaction reads between their stamps
 *       and those of their successors. In the paper, the oldest transaction keeps all versions.
 *   <li>Index nodes have stamps as versions have: a transaction that has missed keys raises the
 *       stamps of the nodes, and a new record begins with the stamp of its node. Without them, a
 *       transaction that inserts a key would not know of the committed transactions that missed it.
 *   <li>A scan keeps no list of its rows. At the commit, the transaction walks over its ranges
 *       again, and raises one stamp for each leaf of the index instead of one for each row. A row
 *       that was inserted meanwhile is examined like one that was overwritten, so it need not abort
 *       the scan.
 * </ul>
 */
package dev.yardmaster.engine.protocol.snapshot;

/**
 * Snapshot isolation, and two certifiers that make it strictly serializable (Kim, Wang, Johnson and
 * Pandis, <i>ERMIA: Fast and robust memory-optimized OLTP</i>, CSRG-623). A transaction reads as of
 * its begin, so a long reader does not abort because of writers, and does not delay them.
 *
 * <p>Start reading at {@link dev.yardmaster.engine.protocol.versions}, then read {@code
 * TransactionTable}, {@code SnapshotControl} and {@code CertifiedControl}.
 *
 * <p>Differences from the paper:
 *
 * <ul>
 *   <li>A new version exists only in its transaction until the commit, and the record is locked
 *       until then. In the paper, the new version is the head of the record's chain.
 *   <li>No bitmap lists the readers of a version. Instead, a committing reader raises the version's
 *       read stamp before it examines the overwriter, and an overwriter publishes its successor
 *       stamp before it reads the read stamp. So at least one of the two sees the other.
 *   <li>A committing transaction does not abort because of a reader that has not begun to commit;
 *       that reader makes the check when it commits.
 *   <li>Reads of old versions are validated like other reads. The paper's optimization for such
 *       reads is unsound as described there. Here, a transaction that only reads writes nothing to
 *       the versions: it raises one shared stamp, and a writer that has a successor compares its
 *       successor stamp with this stamp.
 *   <li>A version is removed from the middle of its chain if no transaction reads between its stamp
 *       and the stamp of the version that replaced it. In the paper, the oldest running transaction
 *       keeps all later versions.
 *   <li>Index nodes have stamps, like versions: a transaction that has found keys missing raises
 *       the stamps of the nodes, and a new record begins with the stamp of its node. Without these
 *       stamps, a transaction that inserts a key would not know which committed transactions have
 *       found the key missing.
 *   <li>A scan keeps no list of its rows. At the commit, the transaction reads its ranges in the
 *       index again, and raises one stamp for each leaf of the index instead of one for each row. A
 *       row that was inserted in the meantime is examined like a row that was overwritten, so the
 *       insertion need not abort the scanning transaction.
 * </ul>
 */
package dev.yardmaster.engine.protocol.snapshot;

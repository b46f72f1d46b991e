/**
 * Snapshot isolation, and two certifiers that make it strictly serializable (Kim, Wang, Johnson and
 * Pandis, <i>ERMIA: Fast and robust memory-optimized OLTP</i>, CSRG-623). A transaction reads as of
 * its start. So writers do not abort a long reader, and a long reader does not delay writers.
 *
 * <p>Start reading at {@link dev.yardmaster.engine.protocol.versions}, then read {@code
 * TransactionTable}, {@code SnapshotControl} and {@code CertifiedControl}.
 *
 * <p>Differences from the paper:
 *
 * <ul>
 *   <li>Until the commit, a new version exists only in its transaction, and the record is locked.
 *       In the paper, the new version is already the head of the record's chain.
 *   <li>No bitmap lists the readers of a version. Instead, a committing reader raises the version's
 *       read stamp before it examines the overwriter, and an overwriter publishes its successor
 *       stamp before it reads the read stamp. So at least one of the two sees the other.
 *   <li>A committing transaction does not abort because of a reader that has not begun to commit.
 *       Instead, the reader checks the conflict when it commits.
 *   <li>Reads of old versions are validated like other reads, because the paper's optimization for
 *       such reads is unsound as described. Here, a transaction that only reads writes nothing to
 *       the versions. Such a transaction raises one shared stamp, and a writer that has a successor
 *       compares its successor stamp with the shared stamp.
 *   <li>A version is removed from the middle of its chain if no transaction reads as of a stamp
 *       between the version's own stamp and the stamp of the next newer version. In the paper, all
 *       versions that are newer than the start of the oldest running transaction are kept.
 *   <li>Index nodes have stamps, like versions. A transaction that has found keys missing raises
 *       the stamps of the nodes, and the stamp of a node is the first version of new records.
 *       Without these stamps, a transaction that inserts a key would not know whether a committed
 *       transaction has found the key missing.
 *   <li>A scan keeps no list of its rows. At the commit, the transaction reads its ranges in the
 *       index again. The transaction raises one stamp for each leaf of the index, and not one for
 *       each row. A row that was inserted after the scan is examined like a row that was
 *       overwritten. So the insertion need not abort the scanning transaction.
 * </ul>
 */
package dev.yardmaster.engine.protocol.snapshot;

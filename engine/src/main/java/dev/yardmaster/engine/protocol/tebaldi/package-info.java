/**
 * Tebaldi's tree of protocols (Su, Crooks, Ding, Alvisi and Xie, <i>Bringing Modular Concurrency
 * Control to the Next Level</i>, SIGMOD 2017) with the pipelines of Callas (Xie, Su, Littley,
 * Alvisi, Kapritsos and Wang, <i>High-Performance ACID via Modular Concurrency Control</i>, SOSP
 * 2015), in the three layers of the CormCC paper's comparison (USENIX ATC 2018, section 6.3). Each
 * layer handles the conflicts between its children in the tree. The next layer handles the
 * conflicts inside a child. Every operation passes through all layers to which its transaction
 * belongs.
 *
 * <pre>
 *   snapshots                between transactions that only read and all others
 *   └─ two-phase locking     between groups; a transaction without a group is alone
 *      └─ pipeline           inside a group
 * </pre>
 *
 * <ol>
 *   <li><b>Snapshots.</b> The writing transactions commit in their serial order, each with a
 *       timestamp from a shared counter. A transaction that declares that it only reads sees the
 *       versions that were current when it began. Such a transaction never aborts, and does not
 *       affect other transactions. Serializable snapshot isolation must detect two consecutive
 *       conflicts between a read and a later write. Here, two such conflicts cannot be consecutive,
 *       because the transactions of one child only read, and the transactions of the other child
 *       commit in their serial order.
 *   <li><b>Two-phase locking.</b> A transaction locks each record that it accesses until its end.
 *       Locks of transactions of the same group are compatible. A transaction that finds an
 *       incompatible lock aborts, as under {@code no-wait}.
 *   <li><b>RuntimePipeline.</b> The tables are divided into steps ({@link
 *       dev.yardmaster.engine.protocol.TransactionGroup}). After a transaction has ended a step,
 *       other transactions of the group can access the records of this step and read its
 *       uncommitted writes. These other transactions follow the first transaction step by step, and
 *       commit after it.
 * </ol>
 *
 * <p>Transactions that declare neither a group nor that they only read, such as YCSB's, use the
 * second layer alone.
 *
 * <p>Differences from the papers: The tree always has these layers; it cannot be configured. The
 * workload declares the steps; no analysis finds them. Locks and conflicts in a pipeline concern
 * whole rows. Callas also distinguishes columns, so that TPC-C's NewOrder and Payment do not
 * conflict there at all. Reads of missing keys and of ranges are validated before the commit, as
 * under two-phase locking.
 *
 * <p>Start reading at {@code TebaldiControl}, then read {@code VersionStore}, {@code GroupLocks}
 * and {@code RuntimePipeline}; {@code TebaldiRecordWords}, {@code TebaldiVersionWords} and {@code
 * PipelineStates} describe the shared words.
 */
package dev.yardmaster.engine.protocol.tebaldi;

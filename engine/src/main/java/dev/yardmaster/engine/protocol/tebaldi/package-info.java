/**
 * Tebaldi's tree of protocols (Su, Crooks, Ding, Alvisi and Xie, <i>Bringing Modular Concurrency
 * Control to the Next Level</i>, SIGMOD 2017) with the pipelines of Callas (Xie, Su, Littley,
 * Alvisi, Kapritsos and Wang, <i>High-Performance ACID via Modular Concurrency Control</i>, SOSP
 * 2015), in the three layers of the CormCC paper's comparison (USENIX ATC 2018, section 6.3). Each
 * layer handles the conflicts between its children, and leaves the conflicts inside a child to the
 * next layer. Every operation passes all layers that its transaction is in.
 *
 * <pre>
 *   snapshots                between transactions that only read and all others
 *   └─ two-phase locking     between groups; a transaction without a group is alone
 *      └─ pipeline           inside a group
 * </pre>
 *
 * <ol>
 *   <li><b>Snapshots.</b> The writing transactions commit in their serial order, each with a
 *       timestamp of a shared clock. A transaction that declares that it only reads reads the
 *       versions of the time at which it began. It never aborts, and no other transaction notices
 *       it. Serializable snapshot isolation has to look for pairs of consecutive conflicts between
 *       reads and later writes. Here one child only reads and the order of the other child is
 *       serial, so there is no such pair to find.
 *   <li><b>Two-phase locking.</b> A transaction locks each record until its end. Locks of one group
 *       are compatible. A transaction that meets an incompatible lock aborts, like {@code no-wait}.
 *   <li><b>Pipeline.</b> The tables are divided into steps ({@link
 *       dev.yardmaster.engine.protocol.TransactionGroup}). Other transactions of the group can
 *       access a transaction's records after its step, and read its uncommitted writes; they follow
 *       it step by step, and commit after it.
 * </ol>
 *
 * <p>Transactions that declare neither a group nor that they only read, such as YCSB's, are under
 * the second layer alone.
 *
 * <p>Differences from the papers: The tree has these layers, and is not configured. No analysis
 * finds the steps; the workload states them. Locks are on whole rows, and so are conflicts in a
 * pipeline: Callas also tells the columns apart, so that TPC-C's NewOrder and Payment do not
 * conflict at all. Reads of missing keys and of ranges are validated before the commit, as under
 * two-phase locking.
 *
 * <p>Read {@code TebaldiControl} first, then {@code VersionStore}, {@code GroupLocks} and {@code
 * Pipeline}; {@code RecordWords}, {@code VersionWords} and {@code PipelineStates} describe the
 * shared words.
 */
package dev.yardmaster.engine.protocol.tebaldi;

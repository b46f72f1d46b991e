/**
 * Range optimistic concurrency control: Wang, Cai, Guo, Qian and Zhou, <i>Range Optimistic
 * Concurrency Control for a Composite OLTP and Bulk Processing Workload</i>, ICDE 2018; and two
 * schemes that it is measured against, under the same commit protocol.
 *
 * <p>A scan divides into one predicate for each logical range that it goes through, and takes the
 * range's version before it looks at anything there (section III-B). A writer locks what it writes,
 * registers in each range of it, which raises the version, and then draws its commit timestamp
 * (section III-C). The scan's validation, with its own timestamp drawn, finds in the range's list
 * who has registered since: if the whole range was scanned, one is enough; if not, their writes are
 * compared. So {@code Rocc} never reads a scanned row again. {@code Gwv} has one list of everybody;
 * {@code Lrv} has none, and reads all again.
 *
 * <p>Read {@code RangeControl} first, which is Algorithm 1; then {@code ListedWriters}, its lines
 * about ranges; {@code Writer} and {@code WriterRing} are the list, {@code RunningScans} and {@code
 * WriterPool} are about what may be forgotten. {@code RangeScans} of the transactions divides scans
 * into ranges.
 *
 * <p>Why it is serializable in the order of commit timestamps (section III-D): a writer with an
 * earlier timestamp had registered before it drew that, and so before the scan's transaction drew
 * its own; so it is in the list when the validation looks. If it had registered before the range
 * was entered, its records were locked by then, and the scan has waited for them; if after, it is
 * compared. A writer with a later timestamp has installed nothing that the scan could have read.
 *
 * <p>What differs from the paper:
 *
 * <ul>
 *   <li>All records are locked before any range is registered in. The paper's order, record by
 *       record, loses a write when a transaction has two in one range and registers there once.
 *   <li>A scan waits for locked records instead of aborting.
 *   <li>A slot is stale by the time at which the running scans began, not by that of all running
 *       transactions, and without the scans of who registers: a transaction whose own registration
 *       takes a slot that it would have to compare aborts. Who finds a list full waits a little and
 *       then aborts, since it holds locks.
 *   <li>Who writes nothing takes the clock's time instead of a timestamp of its own.
 *   <li>Hashed tables cannot be scanned, so nobody registers for them.
 *   <li>Lists are made when somebody first registers, with a few slots, and grow as they are full.
 *   <li>Single keys that are missing are watched by their nodes, as under Silo.
 * </ul>
 */
package dev.yardmaster.engine.protocol.ranges;

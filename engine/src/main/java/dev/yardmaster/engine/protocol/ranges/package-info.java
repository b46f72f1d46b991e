/**
 * Range optimistic concurrency control: Wang, Cai, Guo, Qian and Zhou, <i>Range Optimistic
 * Concurrency Control for a Composite OLTP and Bulk Processing Workload</i>, ICDE 2018; and the two
 * schemes that the paper compares it with, under the same commit protocol.
 *
 * <p>A scan has one predicate for each logical range that it goes through, and reads the range's
 * version before it reads anything else there (section III-B). A writer locks its records,
 * registers in each of their ranges, which raises the version, and then draws its commit timestamp
 * (section III-C). The scan's validation, after it has drawn its own timestamp, finds in the
 * range's list the writers that have registered since. If the whole range was scanned, one writer
 * is a conflict; if not, their writes are compared with the predicate. So {@code Rocc} never reads
 * a scanned row again. {@code Gwv} has one list of all writers; {@code Lrv} has no list, and reads
 * all rows again.
 *
 * <p>Read {@code RangeControl} first, which is Algorithm 1; then {@code ListedWriters}, its lines
 * about ranges. {@code Writer} and {@code WriterRing} are the list, {@code RunningScans} and {@code
 * WriterPool} determine when a writer can be reused. {@code RangeScans} in package transaction
 * divides scans into ranges.
 *
 * <p>Why it is serializable in the order of commit timestamps (section III-D): a writer with an
 * earlier timestamp had registered before it drew that timestamp, and so before the scan's
 * transaction drew its own. So the writer is in the list when the validation reads it. If the
 * writer had registered before the range was entered, its records were locked by then, and the scan
 * has waited for them; otherwise the writer is compared. A writer with a later timestamp has
 * installed nothing that the scan could have read.
 *
 * <p>Differences from the paper:
 *
 * <ul>
 *   <li>All records are locked before the transaction registers in any range. The paper's order,
 *       record by record, loses a write when a transaction has two in one range and registers there
 *       once.
 *   <li>A scan waits for locked records instead of aborting.
 *   <li>Staleness of a slot depends on the times at which the running scans began, not on those of
 *       all running transactions, and ignores the scans of the registering worker: a transaction
 *       whose own registration overwrites a slot that it would have to compare aborts. A writer
 *       that finds a list full waits briefly and then aborts, since it holds locks.
 *   <li>A read-only transaction uses the clock's time and draws no timestamp.
 *   <li>Hashed tables cannot be scanned, so writers do not register for them.
 *   <li>Lists are created at the first registration, with a few slots, and grow when they are full.
 *   <li>Single keys that are missing are validated by their nodes, as under Silo.
 * </ul>
 */
package dev.yardmaster.engine.protocol.ranges;

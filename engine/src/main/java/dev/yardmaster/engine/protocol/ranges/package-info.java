/**
 * Range optimistic concurrency control (Wang, Cai, Guo, Qian and Zhou, <i>Range Optimistic
 * Concurrency Control for a Composite OLTP and Bulk Processing Workload</i>, ICDE 2018), and the
 * two schemes with which the paper compares it. All three schemes use the same commit protocol.
 *
 * <p>A scan has one predicate for each logical range that it visits: the scanned part of the range,
 * and the range's version. The scan reads the range's version before it reads anything else in the
 * range (section III-B). A writer locks its records, registers in each of their ranges, which
 * raises the version, and then draws its commit timestamp (section III-C). The scan's transaction
 * draws its own timestamp and then validates the scan: it reads from the range's list the writers
 * that have registered since the scan. If the whole range was scanned, any writer is a conflict.
 * Otherwise the validation compares the writes of these writers with the predicate. So {@code Rocc}
 * never reads a scanned row again. {@code Gwv} has one list of all writers. {@code Lrv} has no
 * list, and reads all rows again.
 *
 * <p>Start reading at {@code RangeControl}, which is Algorithm 1; then read {@code ListedWriters},
 * which has the lines of Algorithm 1 about ranges. {@code Writer} and {@code WriterRing} implement
 * the list. {@code RunningScans} and {@code WriterPool} determine when a writer can be reused.
 * {@code RangeScans} in package {@code transaction} divides scans into ranges.
 *
 * <p>The transactions are serializable in the order of their commit timestamps (section III-D), for
 * these reasons. A writer with an earlier timestamp than the scan's transaction registered before
 * it drew this timestamp, and so before the scan's transaction drew its own. So the writer is in
 * the list when the validation reads the list. If the writer registered before the scan entered the
 * range, it had locked its records by then, and the scan waited for them. If the writer registered
 * later, the validation compares the writer with the predicate. A writer with a later timestamp has
 * installed no row that the scan could have read.
 *
 * <p>Differences from the paper:
 *
 * <ul>
 *   <li>A commit locks all records before it registers in any range. The paper locks and registers
 *       record by record; in that order, a scan can miss a write if a transaction writes two
 *       records of one range and registers only once in the range.
 *   <li>A scan waits for locked records instead of aborting.
 *   <li>Whether a slot can be overwritten depends on when the running scans began, not on when all
 *       running transactions began. The registering worker's own scans are ignored: its transaction
 *       aborts if its own registration overwrites a slot that its validation needs. If a writer
 *       finds a list full, it waits for a short time and then aborts, because it holds locks.
 *   <li>A read-only transaction uses the current value of the clock and draws no timestamp.
 *   <li>Hashed tables cannot be scanned, so writers do not register for them.
 *   <li>A list is created at the first registration in its range, with 8 slots, and doubles when it
 *       is full.
 *   <li>Reads of single missing keys are validated by the versions of their index nodes, as under
 *       Silo.
 * </ul>
 */
package dev.yardmaster.engine.protocol.ranges;

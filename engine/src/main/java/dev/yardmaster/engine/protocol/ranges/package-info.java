/**
 * Range optimistic concurrency control (Wang, Cai, Guo, Qian and Zhou, <i>Range Optimistic
 * Concurrency Control for a Composite OLTP and Bulk Processing Workload</i>, ICDE 2018), and the
 * two schemes with which the paper compares it. All three schemes use the same commit protocol.
 *
 * <p>A scan has one predicate for each logical range that it visits: the scanned part of the range,
 * and the range's version. The scan reads the range's version before it reads anything else in the
 * range (section III-B). A writer locks its records and registers in each of the ranges of these
 * records; each registration raises the range's version. Then the writer draws its commit timestamp
 * (section III-C). The transaction of the scan draws its own commit timestamp and then validates
 * the scan: it reads from the range's list the writers that have registered since the scan. If the
 * whole range was scanned, each of these writers is a conflict. Otherwise the validation compares
 * the writes of these writers with the predicate. So {@code Rocc} never reads a scanned row again.
 * {@code Gwv} has one list of all writers. {@code Lrv} has no list, and reads all rows again.
 *
 * <p>Start reading at {@code RangeControl}, which implements Algorithm 1. Then read {@code
 * ListedWriters}, which implements the lines of Algorithm 1 about ranges. {@code Writer} and {@code
 * WriterRing} implement the list. {@code RunningScans} and {@code WriterPool} determine when a
 * writer can be reused. {@code RangeScans} in package {@code transaction} divides scans into
 * ranges.
 *
 * <p>The transactions are serializable in the order of their commit timestamps (section III-D), for
 * these reasons. Consider a writer with an earlier timestamp than the scan's transaction. The
 * writer registered before it drew its timestamp, and so before the scan's transaction drew its own
 * timestamp. So the writer is in the list when the validation reads the list. If the writer
 * registered before the scan entered the range, the writer had already locked its records, and the
 * scan waited for these records. If the writer registered later, the validation compares its writes
 * with the predicate. A writer with a later timestamp has installed no row that the scan could have
 * read.
 *
 * <p>Differences from the paper:
 *
 * <ul>
 *   <li>A commit locks all records before it registers in any range. The paper locks and registers
 *       record by record. In the paper's order, a scan can miss a write if a transaction writes two
 *       records of one range and registers only once in the range.
 *   <li>A scan waits for locked records instead of aborting.
 *   <li>Whether a slot can be overwritten depends on the start of the running scans, and not on the
 *       start of all running transactions. The scans of the registering worker itself are ignored:
 *       its transaction aborts if its own registration has overwritten a slot that its validation
 *       needs. If a writer finds a list full, it waits for a short time and then aborts, because it
 *       holds locks.
 *   <li>A read-only transaction uses the current value of the clock and draws no timestamp.
 *   <li>Hashed tables cannot be scanned, so writers do not register for them.
 *   <li>A list is created at the first registration in its range, with 8 slots, and doubles when it
 *       is full.
 *   <li>Reads of single missing keys are validated by the versions of their index nodes, as under
 *       Silo.
 * </ul>
 */
package dev.yardmaster.engine.protocol.ranges;

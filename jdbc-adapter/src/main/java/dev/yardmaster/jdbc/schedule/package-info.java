/**
 * Decides which transaction may start next, so that conflicting transactions do not run at the same
 * time.
 *
 * <p>A {@link dev.yardmaster.jdbc.schedule.Ticket} names the rows that a transaction will read and
 * write. {@link dev.yardmaster.jdbc.schedule.Schedule} collects tickets into batches, predicts the
 * conflicts of a batch as if all its transactions read one snapshot, removes a feedback vertex set
 * (the victims), and orders the rest, with the module {@code reorder}. Then:
 *
 * <ol>
 *   <li>Survivors enter the {@code RowQueue}s of their rows in the batch's order. A survivor is
 *       ready when no ticket before it uses one of its rows, unless both only read the row.
 *   <li>Victims are held over: each victim is parked at a row for which it must wait, and joins the
 *       next batch once that row is free.
 *   <li>A batch closes when it is full, when a transaction may start but none is ready, and when a
 *       row becomes free for which others wait, so that the work on a hot row never pauses.
 *   <li>Of the ready tickets, the one that delays the most others starts first; a ticket gains
 *       weight each time it is passed over.
 * </ol>
 *
 * <p>Transactions that only read do not wait and delay no other: a reader of one snapshot has no
 * incoming edge in the conflict graph, so it is in no cycle.
 *
 * <p><b>Threads.</b> A schedule belongs to one thread at a time; its owners hold a lock. It has no
 * clock, no randomness and no I/O.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), section 5.6 (batches in front of a database, one
 * snapshot assumed, victims into the next batch) and section 4.2 (conflicting transactions one
 * after another on one thread, conflicts first).
 */
package dev.yardmaster.jdbc.schedule;

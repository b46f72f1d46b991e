/**
 * Decides which transaction may start next, so that conflicting transactions do not run at the same
 * time.
 *
 * <p>A {@link dev.yardmaster.jdbc.schedule.Ticket} names the rows that a transaction will read and
 * write. {@link dev.yardmaster.jdbc.schedule.Schedule} collects tickets into batches, and predicts
 * the conflicts of a batch as if all its transactions read one snapshot. The module {@code reorder}
 * removes a feedback vertex set (the victims) and orders the remaining transactions (the
 * survivors). Then these rules apply:
 *
 * <ol>
 *   <li>Survivors enter the {@code RowQueue}s of their rows in the batch's order. A survivor is
 *       ready when no earlier ticket conflicts with it on a row. Two tickets that only read a row
 *       do not conflict on it.
 *   <li>Victims are held over. Each victim is parked at a row for which it must wait, and joins the
 *       next batch when that row is free.
 *   <li>A batch closes when it is full, or when a transaction may start but none is ready. A batch
 *       also closes when a row becomes free for which tickets wait, so that the work on a hot row
 *       never pauses.
 *   <li>Of the ready tickets, the ticket that delays the most other tickets starts first. A ticket
 *       gains weight each time that another ticket starts before it.
 * </ol>
 *
 * <p>Transactions that only read do not wait, and delay no other transaction. They read one
 * snapshot, so they have no incoming edge in the conflict graph and are in no cycle.
 *
 * <p><b>Threads.</b> Only one thread at a time may use a schedule; its owners hold a lock. A
 * schedule uses no clock, no randomness and no I/O.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), section 5.6 (batches in front of a database, the
 * assumption of one snapshot, victims in the next batch) and section 4.2 (conflicting transactions
 * run one after another on one thread, and start first).
 */
package dev.yardmaster.jdbc.schedule;

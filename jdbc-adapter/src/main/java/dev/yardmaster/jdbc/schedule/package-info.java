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
 *       do not conflict on this row.
 *   <li>Victims are held over: each victim is parked at a row for which it must wait. When that row
 *       is free, the victim joins the next batch.
 *   <li>A batch closes when it is full. It also closes when another transaction may start but no
 *       transaction is ready. Finally, it closes when a row for which tickets wait becomes free, so
 *       that a hot row is never idle.
 *   <li>Of the ready tickets, the ticket that delays the most other tickets starts first. A ticket
 *       gains weight each time that another ticket starts before it.
 * </ol>
 *
 * <p>Transactions that only read do not wait, and delay no other transaction. Such a transaction
 * reads one snapshot, so it has no incoming edge in the conflict graph and is in no cycle.
 *
 * <p><b>Threads.</b> Only one thread at a time may use a schedule; its owners hold a lock. A
 * schedule uses no clock, no randomness and no I/O.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), section 5.6 (batches in front of a database, the
 * assumption of one snapshot, victims in the next batch) and section 4.2 (conflicting transactions
 * run one after another on one thread, and start first).
 */
package dev.yardmaster.jdbc.schedule;
